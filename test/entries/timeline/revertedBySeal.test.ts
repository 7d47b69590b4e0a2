import { createMockNode } from 'preseal'
import { readTimeline } from 'preseal/timeline'
import { expect, test } from 'vitest'
import { alice, bob } from '../../node/actors.js'
import { ask } from '../../node/reads.js'

test('a transaction that a rule reverts at its seal was told as a success', async () => {
  const node = createMockNode({
    clock: 'virtual',
    accounts: { [alice]: { balance: 10n ** 18n } },
  })
  node.fault({ type: 'revertAtSeal', times: 1 })
  await ask(node, 'eth_sendTransaction', { from: alice, to: bob, value: '0x1' })
  node.nextBlock()
  const [transaction] = readTimeline(node).transactions
  expect(transaction?.moves.at(-1)).toMatchObject({
    type: 'sealed',
    status: 'reverted',
  })
})
