import { PresealError } from '../errors.js'
import type { Outcome, RpcError } from '../rpc/outcome.js'

/** An outcome that is no result, as an EIP-1193 provider says it. */
export function providerError(
  outcome: Exclude<Outcome, { type: 'result' }>,
): ProviderRpcError {
  switch (outcome.type) {
    case 'error':
      return new ProviderRpcError(outcome.error)
    case 'network':
      return new ProviderRpcError({
        code: 4900,
        message: 'The provider is disconnected from the chain.',
      })
    case 'http': {
      const { status, body } = outcome
      return new ProviderRpcError(
        {
          ...(readError(body) ?? {
            code: codeOfStatus(status),
            message: `HTTP request failed with status ${status}.`,
          }),
          data: { httpStatus: status },
        },
        status,
      )
    }
  }
}

/** The JSON-RPC error in a body, where there is one. */
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

/**
 * What `provider.request` rejects with (EIP-1193, EIP-1474): an integer
 * `code`, and for an HTTP fault its `status`.
 */
export class ProviderRpcError extends PresealError {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  readonly data: unknown
  readonly status: number | undefined

  constructor({ code, message, data }: RpcError, status?: number) {
    super(message)
    this.code = code
    this.data = data
    this.status = status
  }
}
