import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'

/** A body as `fetch` takes it. */
type Body = {
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  /** Lets go by what is still unread, for the next request to come through. */
  drop(): void
}

/** bytes; what is longer is handed on as it comes, for the node to limit. */
const mostCollected = 65_536

/**
 * Reads a body: as text, which is the fastest for the node, where it is short
 * and UTF-8, else in a form that loses nothing. Rejects where the client leaves.
 */
export function readBody(request: IncomingMessage): Promise<Body> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    function onData(chunk: Buffer) {
      chunks.push(chunk)
      length += chunk.length
      if (length <= mostCollected) return
      request.pause().off('data', onData).off('end', onEnd)
      resolve(stream(chunks, request))
    }
    function onEnd() {
      const [only] = chunks
      const bytes = chunks.length === 1 && only ? only : Buffer.concat(chunks)
      const body = isUtf8(bytes) ? `${bytes}` : new Uint8Array(bytes)
      resolve({ body, drop() {} })
    }
    request.on('data', onData).on('end', onEnd).once('error', reject)
  })
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
