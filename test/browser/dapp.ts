import { createPublicClient, http } from 'viem'

/** What a page does with viem. */
async function readPending(url: string) {
  const client = createPublicClient({ transport: http(url), cacheTime: 0 })
  const { number, transactions } = await client.getBlock({
    blockTag: 'pending',
  })
  return { number: Number(number), transactions }
}

Object.assign(globalThis, { readPending })
