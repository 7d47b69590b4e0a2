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

// @ts-expect-error Types of the package are there, not `any`.
testNode({ clock: 'virtual' })
// @ts-expect-error How far is no option.
advanceAsync({ ms: 700 })

export function check({ assert }: TestContext): void {
  assert.toBeSealed(node, 'pay')
  assert.toHaveBalance(node, '0x0000000000000000000000000000000000000b0b', 1n)
  // @ts-expect-error The transaction is missing.
  assert.toBeSealed(node)
}
