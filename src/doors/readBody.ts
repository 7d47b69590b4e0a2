import { utf8Length } from '../base/hex/text.js'
import { type PlainRequest, readText } from '../base/http/plainFetch.js'

export type Body = Awaited<ReturnType<typeof readText>>

/**
 * Reads the body as text, and no further than `limit` bytes; what is a text
 * already at once, so that its requests are asked at the call of `fetch`.
 */
export function readBody(
  { body, header, signal }: PlainRequest,
  limit: number,
): Body | Promise<Body> {
  if (Number(header('content-length')) > limit) return { type: 'tooLarge' }
  return typeof body === 'string'
    ? limited(body, limit)
    : readRequest(body, limit, signal)
}

function limited(text: string, limit: number): Body {
  // UTF-8 takes at most 3 bytes for each UTF-16 unit.
  const isTooLarge = text.length * 3 > limit && utf8Length(text) > limit
  if (isTooLarge) return { type: 'tooLarge' }
  return {
    type: 'text',
    text: text.startsWith('\ufeff') ? text.slice(1) : text,
  }
}

async function readRequest(
  request: Request,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Body> {
  const { body } = request
  if (body === null) return { type: 'text', text: '' }
  // Not every browser gives the body of a request as a stream.
  const stream = body ?? new Blob([await request.arrayBuffer()]).stream()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return readText(stream, limit, decoder, signal)
}
