/** An HTTP request as values: a Request takes long to make, longer to read. */
export type PlainRequest = {
  readonly method: string
  readonly path: string
  /** The value of a header by its name in small letters; null without one. */
  readonly header: (name: string) => string | null
  /** The text itself, or where it is yet to be read from. */
  readonly body: string | Request
  readonly signal: AbortSignal | undefined
}

/** An HTTP response as values, for the same reason. */
export type PlainResponse = {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: string | null
}

/** Answers at once if nothing has to be waited for: promises take time. */
export type PlainFetch = (
  request: PlainRequest,
) => PlainResponse | Promise<PlainResponse>

/**
 * The key of a `fetch`'s plain form, known to entries that are bundled apart: a
 * server is several times faster with it.
 */
export const plainFetch: unique symbol = Symbol.for('preseal.plainFetch')

type Text =
  | { type: 'text'; text: string }
  | { type: 'tooLarge' }
  | { type: 'notUtf8' }

/**
 * Reads a stream of UTF-8 as text, and no further than `limit` bytes.
 *
 * @param decoder - Says by `fatal` whether other bytes are refused or replaced.
 * @param signal - Ends the stream when it is aborted.
 */
export async function readText(
  stream: ReadableStream<Uint8Array>,
  limit: number,
  decoder: TextDecoder,
  signal?: AbortSignal | undefined,
): Promise<Text> {
  const reader = stream.getReader()
  const stop = () => void reader.cancel().catch(() => {})
  signal?.addEventListener('abort', stop)
  try {
    let text = ''
    for (let size = 0; ; ) {
      const { done, value } = await reader.read()
      size += value?.byteLength ?? 0
      if (size > limit) return { type: 'tooLarge' }
      const decoded = decode(decoder, value)
      if (decoded === undefined) return { type: 'notUtf8' }
      text += decoded
      if (done) return { type: 'text', text }
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

/** The text of a chunk, or of what is left at the end. */
function decode(
  decoder: TextDecoder,
  chunk: Uint8Array | undefined,
): string | undefined {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch {
    return undefined
  }
}
