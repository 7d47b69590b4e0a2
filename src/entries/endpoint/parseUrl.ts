/** The address for POST, and the headers of every request. */
export type HttpAddress = {
  readonly url: string
  readonly headers: { readonly authorization?: string }
}

/**
 * An http or https URL; undefined for any other text. `fetch` refuses credentials
 * in a URL, so they become the header that browsers send for them (RFC 7617).
 */
export function parseUrl(text: string): HttpAddress | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol)) return undefined
  const { username, password } = url
  if (username === '' && password === '') return { url: text, headers: {} }
  url.username = ''
  url.password = ''
  const pair = `${decode(username)}:${decode(password)}`
  const bytes = String.fromCharCode(...new TextEncoder().encode(pair))
  return { url: url.href, headers: { authorization: `Basic ${btoa(bytes)}` } }
}

/** A percent sign that encodes nothing stands for itself. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
