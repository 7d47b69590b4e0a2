import { noFlicker } from 'preseal/explore'
import { explore, settle, testNode } from 'preseal/vitest'
import { expect } from 'vitest'

const node = testNode({ chainId: 8_453 })
export const settled: Promise<void> = settle()
expect(node).toBePreconfirmed('pay')
expect(node).not.toHaveNoTornReads({ since: 200 })

explore(
  'a time',
  ({ node, watch }) => watch('now', () => node.now, [noFlicker()]),
  {
    runs: 10,
  },
)

// @ts-expect-error Types of the package are there, not `any`.
testNode({ clock: 'virtual' })
// @ts-expect-error And those of the matchers.
expect(node).toHaveBalance('nobody', 1)
