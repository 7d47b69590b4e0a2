// Each time that the last watcher leaves and another comes at once, one more
// loop of polls goes on beside the others.
import assert from 'node:assert'
import { fakeChain, pause } from './fakeChain.js'

const thirdweb = await import('thirdweb' as string)
const { watchBlockNumber } = await import('thirdweb/rpc' as string)

const chain = fakeChain()
globalThis.fetch = async (_, options) => {
  const asked = JSON.parse(`${options?.body}`)
  const all = [asked].flat()
  const answers = await Promise.all(
    all.map(async (one) => ({
      jsonrpc: '2.0',
      id: one.id,
      result: await chain.request(one),
    })),
  )
  return Response.json(Array.isArray(asked) ? answers : answers[0])
}

const given = {
  client: thirdweb.createThirdwebClient({ clientId: 'any', config: {} }),
  chain: thirdweb.defineChain({ id: 31_337, rpc: 'http://localhost:1' }),
  onNewBlockNumber() {},
}
const asked = () => chain.counts.get('eth_blockNumber') ?? 0
async function askedInTwoSeconds() {
  const before = asked()
  await pause(2_000)
  return asked() - before
}

let stop = watchBlockNumber(given)
await pause(500)
const usual = await askedInTwoSeconds()
for (let turn = 0; turn < 10; turn++) {
  stop()
  stop = watchBlockNumber(given)
  await pause(50)
}
const afterwards = await askedInTwoSeconds()
stop()
// 7 or 8 with one loop, several times as many with eleven.
assert.ok(afterwards > 4 * usual, `${usual} before, ${afterwards} after`)
process.exit()
