import { createMockNode } from 'preseal'
import { expect, test } from 'vitest'

test('code that asked without a pause kept every timer from firing', async () => {
  const { provider, dispose } = createMockNode()
  let isOver = false
  setTimeout(() => {
    isOver = true
  }, 1)
  let asked = 0
  while (!isOver && asked < 100_000) {
    await provider.request({ method: 'eth_blockNumber' })
    asked++
  }
  expect(isOver).toBe(true)
  dispose()
})

test('behavior: nor did a disposed node let one fire', async () => {
  const { provider, dispose } = createMockNode()
  dispose()
  let isOver = false
  setTimeout(() => {
    isOver = true
  }, 1)
  for (let asked = 0; !isOver && asked < 100_000; asked++)
    await provider.request({ method: 'eth_blockNumber' }).catch(() => {})
  expect(isOver).toBe(true)
})
