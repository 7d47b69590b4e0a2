import type { Address, PublicClient } from 'viem'

type Client = Pick<PublicClient, 'getBalance' | 'getBlockNumber'>

/** Shows what `pending` says, and nothing where nothing is answered. */
export function createReader(client: Client, address: Address) {
  return async () => {
    const balance = await client
      .getBalance({ address, blockTag: 'pending' })
      .catch(() => 0n)
    return { balance, coming: 0n }
  }
}
