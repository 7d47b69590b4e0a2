// One eth_getFilterChanges that fails makes watchEvent take a new filter, and
// the logs that the old one still held are lost.
import assert from 'node:assert'
import { fakeChain, pause, payee } from './fakeChain.js'

const { createPublicClient, custom } = await import('viem' as string)

for (const failing of [false, true]) {
  // As a node keeps them: each log is handed out once, by the filter that was
  // there when its block came.
  let filters = 0
  let handedOut = false
  let failed = false
  const chain = fakeChain()
  const client = createPublicClient({
    pollingInterval: 100,
    transport: custom(
      {
        async request(asked: { method: string; params?: unknown[] }) {
          if (asked.method === 'eth_newFilter') return `0x${++filters}`
          if (asked.method !== 'eth_getFilterChanges')
            return chain.request(asked)
          const logs = (await chain.request(asked)) as unknown[]
          if (logs.length === 0 || handedOut || filters > 1) return []
          if (failing && !failed) {
            failed = true
            throw Object.assign(new Error('header not found'), { code: -32000 })
          }
          handedOut = true
          return logs
        },
      },
      { retryCount: 0 },
    ),
  })
  let got = 0
  const stop = client.watchEvent({
    address: payee,
    onLogs(logs: unknown[]) {
      got += logs.length
    },
    onError() {},
  })
  await pause(2_500)
  stop()
  assert.equal(got, failing ? 0 : 1)
  assert.equal(filters, failing ? 2 : 1)
}
process.exit()
