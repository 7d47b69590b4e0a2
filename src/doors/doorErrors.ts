import { PresealError } from '../base/errors/errors.js'
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

/** The error of an EIP-1193 provider for an outcome other than a result. */
export function providerError(
  outcome: Exclude<Outcome, { type: 'result' }>,
): ProviderRpcError {
  switch (outcome.type) {
    case 'error':
      return rpcError(outcome.error)
    case 'network':
      return rpcError({
        code: 4900,
        message: 'The provider is disconnected from the chain.',
      })
    case 'http': {
      const { status } = outcome
      return rpcError(
        { ...httpError(outcome), data: { httpStatus: status } },
        status,
      )
    }
  }
}

/** The error of a provider whose node has ended, and will not come back. */
export function disposedError(): ProviderRpcError {
  return rpcError({
    code: 4900,
    message:
      'The provider is disconnected from the chain: its node was disposed of. Use the node of the running test, and end what an earlier test left running.',
  })
}

/**
 * The error with which `provider.request` rejects (EIP-1193, EIP-1474): an
 * integer `code`, and the `status` of an HTTP fault.
 */
export type ProviderRpcError = PresealError<'ProviderRpcError'>

function rpcError(
  { code, message, data }: RpcError,
  status?: number,
): ProviderRpcError {
  return new PresealError('ProviderRpcError', message, { code, data, status })
}

/** The rejection of `fetch` without a connection. */
export function connectionFailed(
  cause: unknown = providerError({ type: 'network' }),
): TypeError {
  return new TypeError('fetch failed', { cause })
}
