// A receipt that was asked for before its block came answers for that block,
// too, and a wait on a chain without further blocks never ends.
import assert from 'node:assert'
import { fakeChain, hash, pause } from './fakeChain.js'

const { createPublicClient, custom } = await import('viem' as string)
const asked = { method: 'eth_getTransactionReceipt', params: [hash] }

for (const delay of [0, 2_000]) {
  // Its only block with a transaction comes after 1.2 s.
  const chain = fakeChain({ includedIn: 4, lastBlock: 4 })
  const provider = {
    async request(asked: { method: string; params?: unknown[] }) {
      const answer = await chain.request(asked)
      const nth = chain.counts.get('eth_getTransactionReceipt')
      if (asked.method === 'eth_getTransactionReceipt' && nth === 2)
        await pause(delay)
      return answer
    },
  }
  const client = createPublicClient({
    pollingInterval: 100,
    transport: custom(provider, { retryCount: 0 }),
  })
  const outcome = await client
    .waitForTransactionReceipt({ hash, timeout: 6_000 })
    .then(
      () => 'receipt',
      ({ name }: Error) => name,
    )
  assert.equal(
    outcome,
    delay === 0 ? 'receipt' : 'WaitForTransactionReceiptTimeoutError',
  )
  assert.notEqual(await chain.request(asked), null)
}
process.exit()
