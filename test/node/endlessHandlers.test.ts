import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'

type Asked = { method: string; params?: readonly unknown[] }

function open() {
  const node = createMockNode()
  const ask = (method: string) => {
    const asked: Asked = { method }
    return node.provider.request(asked as never) as Promise<unknown>
  }
  return { node, ask }
}

describe('handle', () => {
  test('error: handlers that ask each other without end fill no stack', async () => {
    const { node, ask } = open()
    let count = 0
    node.handle('app_one', () => {
      count++
      return ask('app_two')
    })
    node.handle('app_two', async () => await ask('app_one'))
    await expect(ask('app_one')).rejects.toMatchObject({
      name: 'ProviderRpcError',
      code: -32000,
      message:
        'Handlers call each other endlessly: 64 nested requests, of "app_one", "app_two". In a handler, ask "view.request", which reaches only built-in methods.',
    })
    expect(count).toBe(32)
  })
})
