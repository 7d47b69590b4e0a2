// Two seconds without eth_getLogs, and watchContractEvents loses the logs of the
// block; the rejection is unhandled.
import assert from 'node:assert'
import { fakeChain, pause, payee } from './fakeChain.js'

const thirdweb = await import('thirdweb' as string)

const rejections: unknown[] = []
process.on('unhandledRejection', (error) => rejections.push(error))

async function countLogs(id: number, downFor: number) {
  const began = Date.now()
  const chain = fakeChain({
    fails: (method) => method === 'eth_getLogs' && Date.now() - began < downFor,
  })
  globalThis.fetch = async (_, options) => {
    const asked = JSON.parse(`${options?.body}`)
    const answers = await Promise.all(
      [asked].flat().map((one) =>
        chain.request(one).then(
          (result) => ({ jsonrpc: '2.0', id: one.id, result }),
          ({ code, message }) => ({
            jsonrpc: '2.0',
            id: one.id,
            error: { code, message },
          }),
        ),
      ),
    )
    return Response.json(Array.isArray(asked) ? answers : answers[0])
  }
  let got = 0
  const stop = thirdweb.watchContractEvents({
    contract: thirdweb.getContract({
      client: thirdweb.createThirdwebClient({ clientId: 'any', config: {} }),
      chain: thirdweb.defineChain({ id, rpc: 'http://localhost:1' }),
      address: payee,
    }),
    events: [thirdweb.prepareEvent({ signature: 'event Any()' })],
    onEvents(logs: unknown[]) {
      got += logs.length
    },
  })
  await pause(6_000)
  stop()
  return got
}

assert.ok((await countLogs(31_337, 0)) > 0)
assert.equal(rejections.length, 0)
assert.equal(await countLogs(31_338, 3_000), 0)
assert.ok(rejections.length > 0)
process.exit()
