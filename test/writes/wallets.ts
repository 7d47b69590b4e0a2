import { createMockNode, type MockNode, type MockNodeOptions } from 'preseal'
import { createPublicClient, custom, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** Its keys are those of the well-known test mnemonic. */
export const keys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const

export const [account, other] = keys.map((key) => privateKeyToAccount(key)) as [
  ReturnType<typeof privateKeyToAccount>,
  ReturnType<typeof privateKeyToAccount>,
]

export const bob = '0x0000000000000000000000000000000000000b0b'

/** A transfer that needs nothing of the node to be signed. */
export const transfer = {
  chainId: 31337,
  type: 'eip1559',
  to: bob,
  value: 1n,
  gas: 21_000n,
  nonce: 0,
  maxFeePerGas: 0n,
  maxPriorityFeePerGas: 0n,
} as const

const funded = { balance: parseEther('10') }

export const fundedAccounts = {
  [account.address]: funded,
  [other.address]: funded,
}

export function fundedNode(options: MockNodeOptions = {}): MockNode {
  return createMockNode({
    ...options,
    accounts: { ...fundedAccounts, ...options.accounts },
  })
}

export function clientOf(node: MockNode) {
  const { chain, provider } = node
  return createPublicClient({ chain, transport: custom(provider) })
}

/** The result, or the error that the provider rejects with. */
export function ask(
  node: MockNode,
  method: string,
  ...params: unknown[]
): Promise<unknown> {
  return node.provider
    .request({ method, params } as never)
    .catch((error: unknown) => error)
}

export const sendRaw = (node: MockNode, raw: string) =>
  ask(node, 'eth_sendRawTransaction', raw)
