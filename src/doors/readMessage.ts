import { batchTooLong, type RpcError } from '../rpc/answers/outcome.js'

type Read =
  | { ok: true; message: unknown }
  | { ok: false; error: RpcError /** Over HTTP. */; status: number }

/** Reads a text as one request or a batch, of at most `most`. */
export function readMessage(text: string, most: number, name: string): Read {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return refuse(400, parseError(`the ${name} is not JSON`))
  }
  if (Array.isArray(message)) {
    if (message.length === 0) return refuse(400, emptyBatch)
    if (message.length > most) return refuse(413, batchTooLong)
  }
  return { ok: true, message }
}

function refuse(status: number, error: RpcError): Read {
  return { ok: false, status, error }
}

// As Optimism's proxyd answers.
const emptyBatch = {
  code: -32600,
  message: 'must specify at least one batch call',
}

export function parseError(reason: string): RpcError {
  return { code: -32700, message: `Parse error: ${reason}` }
}
