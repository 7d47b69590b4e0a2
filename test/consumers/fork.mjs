import assert from 'node:assert/strict'
import { createMockNode } from 'preseal'
import { evm } from 'preseal/evm'
import { formatFork, parseFork, recordFork, verifyFork } from 'preseal/fork'

const counter = '0x00000000000000000000000000000000c0047e40'
const word = `0x${'0'.repeat(62)}2a`
const live = createMockNode({
  engine: evm(),
  accounts: {
    [counter]: { code: '0x5f545f5260205ff3', storage: { '0x0': word } },
  },
})
live.nextBlock()

const read = (fork) =>
  createMockNode({ fork, engine: evm() }).provider.request({
    method: 'eth_call',
    params: [{ to: counter }, 'latest'],
  })
const recorded = await recordFork({
  from: 'http://node.test',
  fetch: live.fetch,
  run: read,
})
const fork = parseFork(formatFork(recorded))
assert.equal(await read(fork), word)
const { slots, differences } = await verifyFork(fork, { from: live.provider })
assert.deepEqual([slots, differences], [1, []])

// What the record lacks is an error, here too.
const miss = createMockNode({ fork }).provider.request({
  method: 'eth_getBalance',
  params: [`0x${'9'.repeat(40)}`, 'latest'],
})
await assert.rejects(miss, /does not hold/)
