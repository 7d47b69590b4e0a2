/**
 * The URL that a socket connects to, by the rules of WHATWG.
 *
 * @throws a DOMException, `SyntaxError`.
 */
export function readUrl(given: unknown): string {
  const { location } = globalThis as { location?: { href?: string } }
  let url: URL
  try {
    url = new URL(String(given), location?.href)
  } catch {
    throw invalid(`The URL '${given}' is invalid.`)
  }
  const { protocol } = url
  if (protocol === 'http:' || protocol === 'https:')
    url.protocol = protocol.replace('http', 'ws')
  else if (protocol !== 'ws:' && protocol !== 'wss:')
    throw invalid(
      `The URL's scheme must be either 'http', 'https', 'ws', or 'wss'. '${protocol}' is not allowed.`,
    )
  if (url.hash !== '' || url.href.endsWith('#'))
    throw invalid(
      `The URL contains a fragment identifier ('${url.hash.slice(1)}'). Fragment identifiers are not allowed in WebSocket URLs.`,
    )
  return url.href
}

/** The first subprotocol, which a server that speaks none of them accepts. */
export function readProtocol(given: string | string[] | undefined): string {
  const protocols = given === undefined ? [] : [given].flat().map(String)
  const lower = protocols.map((protocol) => protocol.toLowerCase())
  if (
    new Set(lower).size < protocols.length ||
    protocols.some((protocol) => !token.test(protocol))
  )
    throw invalid(`The subprotocol '${protocols}' is invalid.`)
  return protocols[0] ?? ''
}

const token = /^[\w!#$%&'*+\-.^`|~]+$/

function invalid(message: string): DOMException {
  return new DOMException(
    `Failed to construct 'WebSocket': ${message}`,
    'SyntaxError',
  )
}
