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

  test('behavior: 64 within one another are answered, again and again', async () => {
    const { node, ask } = open()
    for (let at = 0; at < 63; at++)
      node.handle(`app_${at}`, () => ask(`app_${at + 1}`))
    node.handle('app_63', () => 'deep')
    expect(await ask('app_0')).toBe('deep')
    node.handle('app_63', () => {
      throw new Error('not today')
    })
    await expect(ask('app_0')).rejects.toThrow('not today')
    expect(await Promise.all([ask('eth_chainId'), ask('net_version')])).toEqual(
      ['0x7a69', '31337'],
    )
    node.handle('app_63', () => 'deep')
    expect(await Promise.all([ask('app_0'), ask('app_0')])).toEqual([
      'deep',
      'deep',
    ])
  })
})
