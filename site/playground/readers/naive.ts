import type { Address, PublicClient } from 'viem'

type Client = Pick<PublicClient, 'getBalance'>

/** Shows the pending balance, or 0 if the request fails. */
export function createReader(client: Client, address: Address) {
  return async () => {
    const balance = await client
      .getBalance({ address, blockTag: 'pending' })
      .catch(() => 0n)
    return { balance, coming: 0n }
  }
}
