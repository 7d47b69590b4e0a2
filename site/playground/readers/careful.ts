import type { Address, PublicClient } from 'viem'

type Client = Pick<PublicClient, 'getBalance' | 'getBlockNumber'>

/** Counts money once a block stands on it. The rest is on its way. */
export function createReader(client: Client, address: Address) {
  const shown = { balance: 0n, coming: 0n }
  let height = -1n
  return async () => {
    try {
      const latest = await client.getBlockNumber({ cacheTime: 0 })
      const blockNumber = latest > 0n ? latest - 1n : 0n
      const balance = await client.getBalance({ address, blockNumber })
      const pending = { address, blockTag: 'pending' } as const
      const coming = (await client.getBalance(pending)) - balance
      if (latest > height) Object.assign(shown, { balance, coming })
      // Until the next seal a smaller answer may be an older one.
      else if (latest === height && coming > shown.coming) shown.coming = coming
      if (latest > height) height = latest
    } catch {
      // An endpoint that fails says nothing about money.
    }
    return { ...shown }
  }
}
