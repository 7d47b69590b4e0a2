import type { PlainRequest } from '../http/plainFetch.js'

type Body =
  | { type: 'text'; text: string }
  | { type: 'tooLarge' }
  | { type: 'notUtf8' }

/**
 * Reads the body as text, and no further than `limit` bytes; what is a text
 * already at once, so that its requests are asked at the call of `fetch`.
 */
export function readBody(
  { body, headers, signal }: PlainRequest,
  limit: number,
): Body | Promise<Body> {
  if (Number(headers.get('content-length')) > limit) return { type: 'tooLarge' }
  return typeof body === 'string'
    ? readText(body, limit)
    : readChunks(chunksOf(body, signal), limit)
}

function readText(text: string, limit: number): Body {
  // UTF-8 takes at most 3 bytes for each UTF-16 unit.
  const isTooLarge =
    text.length * 3 > limit && new TextEncoder().encode(text).length > limit
  if (isTooLarge) return { type: 'tooLarge' }
  return { type: 'text', text: text.replace(/^\ufeff/, '') }
}

async function readChunks(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Body> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > limit) return { type: 'tooLarge' }
    try {
      text += decoder.decode(chunk, { stream: true })
    } catch {
      return { type: 'notUtf8' }
    }
  }
  try {
    return { type: 'text', text: text + decoder.decode() }
  } catch {
    return { type: 'notUtf8' }
  }
}

async function* chunksOf(
  request: Request,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const { body } = request
  if (body === null) return
  // Not every browser gives the body of a request as a stream.
  if (body === undefined)
    return yield new Uint8Array(await request.arrayBuffer())
  const reader = body.getReader()
  const stop = () => void reader.cancel().catch(() => {})
  signal?.addEventListener('abort', stop)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
  }
}
