import type { MockNode } from 'preseal'
import type { Explored } from 'preseal/explore'

// The types of the version that the project itself has, by their path: wild/ has
// a viem of its own once it is installed.
export type Viem = typeof import('../node_modules/viem/_types/index.js')
export type Accounts =
  typeof import('../node_modules/viem/_types/accounts/index.js')
export type Nonce = typeof import('../node_modules/viem/_types/nonce/index.js')

export const alice = '0x00000000000000000000000000000000000a11ce'
export const bob = '0x0000000000000000000000000000000000000b0b'

/** A client of this version of viem that reads from the node every second. */
export function readFrom(
  { createPublicClient, custom }: Viem,
  { chain, provider }: MockNode,
) {
  const transport = custom(provider)
  return createPublicClient({ chain, transport, pollingInterval: 1_000 })
}

/** The user's wallet, in this version of viem. */
export function userOf(
  { createWalletClient, custom }: Viem,
  { node: { chain }, wallet }: Explored,
) {
  wallet.connect()
  const { account, provider } = wallet
  return createWalletClient({ account, chain, transport: custom(provider) })
}

/** Pays 1 wei by this version of viem. */
export async function pay(viem: Viem, explored: Explored) {
  const client = readFrom(viem, explored.node)
  const user = userOf(viem, explored)
  const hash = await user.sendTransaction({ to: bob, value: 1n })
  return { client, user, hash }
}
