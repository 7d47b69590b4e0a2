import { createMockNode } from 'preseal'
import { formatTimeline, readTimeline } from 'preseal/timeline'
import { expect, test } from 'vitest'
import { alice, bob, funded } from '../../node/actors.js'
import { call } from './call.js'

test('a story tells what a test client said of the next block', async () => {
  const node = createMockNode(funded)
  node.preconfirm({ from: alice, to: bob })
  node.nextBeat()
  await call(node, 'evm_setNextBlockTimestamp', 1_767_300_000)
  await call(node, 'anvil_setCoinbase', bob)
  node.nextBlock()
  const text = formatTimeline(readTimeline(node))
  const lines = text.split('\n').filter((line) => line.includes('setHeader'))
  expect(lines.map((line) => line.trim())).toEqual([
    '200 ms  setHeader { timestamp: 1767300000 }',
    '200 ms  setHeader { miner: 0x0000…0b0b }',
  ])
})
