import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createMockNode } from 'preseal'
import { expect, onTestFinished, test } from 'vitest'
import { formatStories } from '../../../src/entries/kit/story/stories.js'
import { alice, bob } from '../../node/actors.js'

const accounts = { [alice]: { balance: 1_000n } }

test('default: nothing of nodes on which nothing happened', () => {
  expect(formatStories([createMockNode()], 'it pays')).toBe('')
})

test('behavior: two stories had one heading', () => {
  const nodes = [createMockNode({ accounts }), createMockNode({ chainId: 10 })]
  for (const node of nodes) node.nextBlock()
  expect(formatStories(nodes, 'it pays')).toMatchInlineSnapshot(`
    "What happened on node 1 of 2, chain 31337:

    2000 ms  block 1 sealed, empty

    What happened on node 2 of 2, chain 10:

    2000 ms  block 1 sealed, empty"
  `)
})

test('behavior: what was cut of a long story was lost', () => {
  const node = createMockNode({ accounts })
  const payments = 120
  for (let nonce = 0; nonce < payments; nonce++)
    node.preconfirm({ from: alice, to: bob, label: `payment ${nonce}` })
  const told = formatStories([node], 'It pays, often')
  const [, lines, file = ''] =
    /The whole story, (\d+) lines: (.*)$/.exec(told) ?? []
  onTestFinished(() => rmSync(file))
  expect(file).toMatch(/[\\/]\.preseal-stories[\\/]it-pays-often\.txt$/)
  expect(existsSync(file)).toBe(true)
  const whole = readFileSync(file, 'utf8')
  expect(whole).toContain('sent "payment 0"')
  expect(whole).toContain(`sent "payment ${payments - 1}"`)
  expect(Number(lines)).toBe(payments)
  expect(told).not.toContain('sent "payment 0"')
  expect(told).toContain('(20 earlier lines are left out)')
})
