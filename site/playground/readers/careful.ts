import type { Address, PublicClient } from 'viem'

type Client = Pick<PublicClient, 'getBalance' | 'getBlock'>

/** Counts money once another block is on top. The rest is on its way. */
export function createReader(client: Client, address: Address) {
  const shown = { balance: 0n, coming: 0n }
  let height = -1n
  let tip: string | undefined
  return async () => {
    try {
      const { number, hash } = await client.getBlock()
      const settled = number > 0n ? number - 1n : 0n
      const balance = await client.getBalance({ address, blockNumber: settled })
      const latest = await client.getBalance({ address, blockNumber: number })
      const pending = await client.getBalance({ address, blockTag: 'pending' })
      const coming = (latest > pending ? latest : pending) - balance
      const isReorg = number === height && hash !== tip
      if (number > height || isReorg) {
        Object.assign(shown, { balance, coming })
        height = number
        tip = hash
      } // In the same block a smaller answer may be an older one.
      else if (number === height && coming > shown.coming) shown.coming = coming
    } catch {
      // An endpoint that fails says nothing about money.
    }
    return { ...shown }
  }
}
