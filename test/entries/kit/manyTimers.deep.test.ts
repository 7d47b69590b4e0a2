import { nextBlockAsync, testNode } from 'preseal/vitest'
import { expect, test } from 'vitest'

test('behavior: a block of more beats than timers may fire without one', async () => {
  const node = testNode({ blockTime: 2_400_000 })
  await nextBlockAsync()
  expect(node.now).toBe(2_400_000)
})
