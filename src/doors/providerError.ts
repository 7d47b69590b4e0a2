import { PresealError } from '../base/errors/errors.js'
import type { Outcome, RpcError } from '../rpc/answers/outcome.js'
import { httpError } from './httpError.js'

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
