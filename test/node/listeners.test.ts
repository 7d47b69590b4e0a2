import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { alice, bob, carol, funded } from './actors.js'
import { listen } from './listen.js'
import { ask } from './reads.js'

describe('commit, then tell', () => {
  test('behavior: what a listener changes, the next one sees', () => {
    const node = createMockNode(funded)
    const seen: number[] = []
    node.on('beat', () => node.fault({ type: 'null' }))
    node.on('beat', () => seen.push(node.snapshot().now))
    node.advance(400)
    expect(seen).toEqual([200, 400])
  })
})

describe('a listener that throws', () => {
  test('behavior: of several, ten that differ are listed', () => {
    const node = createMockNode()
    node.on('beat', ({ index }) => {
      throw new Error(`index ${index}`)
    })
    node.on('sealed', () => {
      throw new RangeError('A sentence.')
    })
    let caught: unknown
    try {
      node.advance(4_000)
    } catch (error) {
      caught = error
    }
    expect(caught).toBeInstanceOf(AggregateError)
    const { message, errors } = caught as AggregateError
    expect(message).toBe(
      '22 errors: index 1; index 2; index 3; index 4; index 5; index 6; index 7; index 8; index 9; A sentence; and 1 more',
    )
    expect(errors).toHaveLength(10)
    expect(errors[0]).toEqual(new Error('index 1'))
    expect(errors[9]).toEqual(new RangeError('A sentence.'))
  })

  test('behavior: the same error, however often, is thrown as it is', () => {
    const node = createMockNode()
    const own = new Error('mine')
    node.on('beat', () => {
      throw own
    })
    expect(() => node.nextBlock()).toThrow(own)
  })
})

describe('moving time inside a listener', () => {
  test('behavior: uncaught in the listener, it is what advance throws', () => {
    const node = createMockNode()
    node.on('beat', () => node.advance(200))
    expect(() => node.advance(600)).toThrow('inside a listener')
    expect(node.now).toBe(600)
  })
})

describe('preconfirmed', () => {
  test('behavior: nobody is told of what is queued', () => {
    const node = createMockNode(funded)
    const told = listen(node, 'preconfirmed', 'dropped', 'beat', 'sealed')
    node.preconfirm({ from: alice, to: bob })
    node.setBalance({ address: carol, value: 1n })
    expect(told).toEqual([])
  })
})

describe('beat', () => {
  test('default', () => {
    const node = createMockNode()
    const told = listen(node, 'beat')
    node.advance(399)
    expect(told).toMatchObject([
      ['beat', { at: 200, blockNumber: 1n, index: 1 }],
    ])
  })
})

describe('answered', () => {
  test('options: requestHistory keeps the latest', async () => {
    const node = createMockNode({ requestHistory: 2 })
    for (const method of ['eth_chainId', 'net_version', 'eth_blockNumber'])
      await ask(node, method)
    expect(node.answeredRequests.map(({ method }) => method)).toEqual([
      'net_version',
      'eth_blockNumber',
    ])
    const none = createMockNode({ requestHistory: 0 })
    const told = listen(none, 'answered')
    await ask(none, 'eth_chainId')
    expect([none.answeredRequests, told.length]).toEqual([[], 1])
  })
})

describe('the provider', () => {
  test('behavior: an error is an answer, too', async () => {
    const node = createMockNode()
    const told: unknown[] = []
    node.provider.on('connect', (event) => told.push(event))
    await expect(ask(node, 'eth_nothing')).rejects.toThrow()
    expect(told).toHaveLength(1)
  })

  test('behavior: on and removeListener return the provider', () => {
    const { provider } = createMockNode()
    const listener = () => {}
    expect(provider.on('message', listener)).toBe(provider)
    expect(provider.removeListener('message', listener)).toBe(provider)
  })
})

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
