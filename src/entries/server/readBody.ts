import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'

/** A body for `fetch`. */
export type Body = {
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  /** Discards the unread rest, so that the next request can arrive. */
  drop(): void
}

/** bytes; what is longer is handed on as it comes, for the node to limit. */
const mostCollected = 65_536

/**
 * Reads a body: as text, which is the fastest for the node, if it is short
 * and UTF-8, else in a form that loses nothing. It is taken when it is there,
 * at once and not by a promise, and never if the client leaves before.
 */
export function readBody(
  request: IncomingMessage,
  take: (body: Body) => void,
): void {
  let first = nothing
  let more: Buffer[] | undefined
  let length = 0
  function onData(chunk: Buffer) {
    if (length === 0) first = chunk
    else if (more === undefined) more = [chunk]
    else more.push(chunk)
    length += chunk.length
    if (length <= mostCollected) return
    request.pause().off('data', onData).off('end', onEnd)
    take(stream([first, ...(more ?? [])], request))
  }
  function onEnd() {
    const bytes = more === undefined ? first : Buffer.concat([first, ...more])
    take({ body: textOf(bytes) ?? new Uint8Array(bytes), drop })
  }
  request.on('data', onData).on('end', onEnd)
}

const nothing: Buffer = Buffer.alloc(0)
const drop = () => {}

/** Undefined if it is no UTF-8. */
function textOf(bytes: Buffer): string | undefined {
  const text = bytes.toString()
  // The replacement for invalid bytes, which a client may also have sent.
  return text.includes('\ufffd') && !isUtf8(bytes) ? undefined : text
}

/** Read no faster than it is asked for. */
function stream(chunks: readonly Buffer[], request: IncomingMessage): Body {
  let isDropped = false
  function drop() {
    isDropped = true
    request.resume()
  }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      request
        .on('data', (chunk: Buffer) => {
          if (isDropped) return
          request.pause()
          controller.enqueue(chunk)
        })
        .once('end', () => isDropped || controller.close())
        .once('error', (error) => controller.error(error))
    },
    pull: () => void request.resume(),
    cancel: drop,
  })
  return { body, drop }
}
