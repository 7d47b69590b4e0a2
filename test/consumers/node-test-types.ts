/// <reference types="node" />
import type { TestContext } from 'node:test'
import { noFlicker } from 'preseal/explore'
import {
  advanceAsync,
  explore,
  nextBeatAsync,
  nextBlockAsync,
  testNode,
} from 'preseal/node-test'

export const node = testNode({ chainId: 8_453 })
export const advanced: Promise<void>[] = [
  nextBeatAsync(),
  nextBlockAsync(),
  advanceAsync(700),
]

explore(
  'a time',
  ({ node, watch }) => watch('now', () => node.now, [noFlicker()]),
  { runs: 10 },
)

export function checks(t: TestContext): void {
  t.assert.toHaveBalance(node, '0x0000000000000000000000000000000000000b0b', 0n)
  // @ts-expect-error The balance is missing.
  t.assert.toHaveBalance(node, '0x0000000000000000000000000000000000000b0b')
}

// @ts-expect-error Types of the package are there, not `any`.
testNode({ clock: 'virtual' })
// @ts-expect-error How far is no option.
advanceAsync({ ms: 700 })
