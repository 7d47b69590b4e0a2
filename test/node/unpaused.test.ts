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

test('code that asked over HTTP without a pause kept every timer from firing', async () => {
  const node = createMockNode()
  let isOver = false
  setTimeout(() => {
    isOver = true
  }, 1)
  for (let asked = 0; !isOver && asked < 100_000; asked++) {
    const response = await node.fetch('http://node.test', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}',
    })
    await response.text()
  }
  expect(isOver).toBe(true)
  node.dispose()
})
