import type { MockNode, MockProvider, ProviderRpcError } from 'preseal'
import type { RpcBlock } from 'viem'

export const alice = '0x00000000000000000000000000000000000a11ce'
export const bob = '0x0000000000000000000000000000000000000b0b'
export const accounts = { [alice]: { balance: 10n } }
export const payment = { from: alice, to: bob, value: 1n } as const

/** Any request, also one that the types refuse. */
export function request(
  { provider }: { provider: MockProvider },
  method: string,
  ...params: unknown[]
): Promise<unknown> {
  return provider.request({ method, params } as never)
}

export function readBlock(
  { provider }: Pick<MockNode, 'provider'>,
  block: 'pending' | 'latest' | 'earliest' | `0x${string}`,
): Promise<RpcBlock | null> {
  return provider.request({
    method: 'eth_getBlockByNumber',
    params: [block, false],
  })
}

/** The error that a promise rejects with. */
export async function rejection(
  promise: Promise<unknown>,
): Promise<ProviderRpcError> {
  try {
    await promise
  } catch (error) {
    return error as ProviderRpcError
  }
  throw new Error('This was meant to be rejected.')
}
