import assert from 'node:assert/strict'
import { createMockNode } from 'preseal'
import { serve } from 'preseal/server'

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'
const count = 200
const node = createMockNode({ accounts: { [alice]: { balance: 10n ** 18n } } })
for (let value = 1n; value <= count; value++)
  node.preconfirm({ from: alice, to: bob, value })
node.nextBeat()

const { url, close } = await serve(node)
const asked = (id, method, ...params) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

async function post(message) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
  })
  assert.equal(response.status, 200)
  return response.text()
}

const one = asked(1, 'eth_getBalance', bob, 'pending')
assert.deepEqual(JSON.parse(await post(one)), {
  jsonrpc: '2.0',
  id: 1,
  result: '0x4e84',
})

const batch = Array.from({ length: 100 }, (_, id) =>
  asked(id, 'eth_getBalance', bob, id % 2 === 0 ? 'pending' : 'latest'),
)
assert.deepEqual(
  JSON.parse(await post(batch)),
  batch.map(({ id }) => ({
    jsonrpc: '2.0',
    id,
    result: id % 2 === 0 ? '0x4e84' : '0x0',
  })),
)

// Longer than what a socket takes at once, and equal to what a provider gets.
const method = 'eth_getBlockByNumber'
const text = await post(asked(2, method, 'pending', true))
assert.ok(text.length > 65_536, `The block has ${text.length} characters.`)
const { result } = JSON.parse(text)
assert.equal(result.transactions.length, count)
const params = ['pending', true]
assert.deepEqual(result, await node.provider.request({ method, params }))

// As long as a body that is not taken in one piece.
const long = asked('x'.repeat(100_000), 'eth_chainId')
assert.equal(JSON.parse(await post(long)).id, long.id)

await close()
await assert.rejects(fetch(url, { method: 'POST' }))
