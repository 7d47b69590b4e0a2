import { createMockNode } from 'preseal'
import { expect, test } from 'vitest'
import { alice, bob } from '../node/actors.js'

const here = /userLine\.test\.ts/

/** The first line of an error's stack that is one of a call. */
function firstCall(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    return /^\s+at .*$/m.exec(`${(error as Error).stack}`)?.[0] ?? ''
  }
  return 'nothing was thrown'
}

test("behavior: a verb's error began with lines of preseal", () => {
  const node = createMockNode()
  expect(firstCall(() => node.advance(-1))).toMatch(here)
  expect(firstCall(() => node.drop(`0x${'0'.repeat(64)}`))).toMatch(here)
  expect(
    firstCall(() => node.preconfirm({ from: alice, to: bob, value: 1n })),
  ).toMatch(here)
  expect(firstCall(() => createMockNode({ chainId: 0 }))).toMatch(here)
  expect(firstCall(() => node.handle('eth_call', 5 as never))).toMatch(here)
  expect(firstCall(() => node.revert(5 as never))).toMatch(here)
  expect(firstCall(() => node.on('sealed', 5 as never))).toMatch(here)
  expect(firstCall(() => node.hold(5 as never))).toMatch(here)
  expect(firstCall(() => node.view(-1))).toMatch(here)
})

test('behavior: the error of a call within a listener keeps its line', () => {
  const node = createMockNode({ accounts: { [alice]: { balance: 1n } } })
  function overspend() {
    node.preconfirm({ from: bob, to: alice, value: 9n })
  }
  node.on('beat', overspend)
  expect(firstCall(() => node.nextBeat())).toMatch(/overspend/)
})
