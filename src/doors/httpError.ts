import type { Outcome, RpcError } from '../rpc/answers/outcome.js'

type HttpOutcome = Extract<Outcome, { type: 'http' }>

/** An HTTP error as a JSON-RPC error, for callers without HTTP. */
export function httpError({ status, body }: HttpOutcome): RpcError {
  return (
    readError(body) ?? {
      code: codeOfStatus(status),
      message: `HTTP request failed with status ${status}.`,
    }
  )
}

/** The JSON-RPC error in a body, if there is one. */
function readError(body: string | RpcError): RpcError | undefined {
  if (typeof body !== 'string') return body
  try {
    const { code, message } = JSON.parse(body).error
    return Number.isInteger(code) && typeof message === 'string'
      ? { code, message }
      : undefined
  } catch {
    return undefined
  }
}

/** As MetaMask's network controller maps them. */
function codeOfStatus(status: number): number {
  if (status === 401) return -32006
  if (status === 429) return -32005
  if (status === 402 || status === 404 || status >= 500) return -32002
  return -32050
}
