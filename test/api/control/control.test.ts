import { createMockNode, type MockNode } from 'preseal'
import { createTestClient, custom } from 'viem'
import { describe, expect, test } from 'vitest'
import { rejection, requestOf } from '../../conformance/providerDoor.js'
import { alice, bob, funded } from '../../node/actors.js'
import { ask, readBalance } from '../../node/reads.js'
import { call, refused } from './call.js'

/** What control says that it serves. */
async function served(node: MockNode): Promise<string[]> {
  const error = await rejection(call(node, 'evm_nothing'))
  return (error.data as { methods: string[] }).methods
}

describe('node.control', () => {
  test('default: it answers verbs and reads', async () => {
    const node = createMockNode()
    expect(
      await call(node, 'preseal_setBalance', { address: bob, value: '5' }),
    ).toBe(null)
    expect(await call(node, 'eth_getBalance', bob, 'latest')).toBe('0x5')
    expect(await call(node, 'eth_chainId')).toBe('0x7a69')
  })

  test('default: the methods', async () => {
    const node = createMockNode()
    const methods = await served(node)
    const isOwn = (method: string) => method.startsWith('preseal_')
    const members = methods.filter(isOwn).map((name) => name.slice(8))
    expect(members.length).toBeGreaterThan(20)
    expect(members.filter((member) => !(member in node))).toEqual(['lift'])
    // docs/reference/methods.md names the others.
    const others = methods.filter((name) => !isOwn(name))
    expect(
      others.filter((name) => !/^(anvil|evm|hardhat)_/.test(name)),
    ).toEqual([])
    const named = (prefix: string) =>
      others
        .filter((name) => name.startsWith(prefix))
        .map((name) => name.slice(prefix.length))
    expect(named('hardhat_')).toEqual(named('anvil_'))
  })

  test('behavior: it is one object, and works detached', async () => {
    const node = createMockNode()
    const { control } = node
    expect(node.control).toBe(control)
    const { request } = control
    await request({ method: 'preseal_advance', params: [200] })
    await request({ method: 'preseal_nextBeat' })
    expect(node.now).toBe(400)
  })

  test('behavior: the doors of the code under test know no control verb', async () => {
    const node = createMockNode()
    const methods = await served(node)
    expect(methods.length).toBeGreaterThan(20)
    for (const method of methods) {
      const refusal = await rejection(
        requestOf(node)({ method, params: ['0x1'] }),
      )
      expect(refusal, method).toMatchObject({
        code: -32601,
        message: expect.stringContaining(`Method not found: "${method}"`),
      })
    }
    expect(
      await refused({ control: node.provider as never }, 'evm_mine'),
    ).toMatchObject({
      code: -32601,
      message: expect.stringContaining('needs custom(node.control)'),
    })
    expect(node.now).toBe(0)
  })

  test('behavior: a method that there is not, by those that there are', async () => {
    const node = createMockNode()
    expect(await refused(node, 'anvil_dealERC20')).toMatchObject({
      code: -32601,
      message: expect.stringContaining('Give the token its'),
    })
    expect(await refused(node, 'anvil_getThis')).toMatchObject({
      message: expect.stringContaining('node.handle("anvil_getThis", …)'),
    })
    for (const method of ['preseal_reset', 'evm_setTime', 'hardhat_'])
      expect(await refused(node, method)).toMatchObject({ code: -32601 })
    expect(await refused(node, 'eth_hashrate')).toMatchObject({
      code: -32601,
      message: expect.stringContaining('Method not found'),
    })
  })

  test.each([
    '__proto__',
    'constructor',
    'toString',
    'evm_constructor',
    'preseal___proto__',
    'anvil_hasOwnProperty',
    'preseal_',
    '',
  ])('behavior: %j is no method', async (method) => {
    const node = createMockNode()
    expect(await refused(node, method)).toMatchObject({ code: -32601 })
    expect(
      await refused(node, 'preseal_setBalance', JSON.parse('{"__proto__":{}}')),
    ).toMatchObject({ code: -32602 })
  })

  test('behavior: a handler answers what control has not, no verb', async () => {
    const node = createMockNode()
    node.handle('anvil_dealERC20', () => 'handled')
    node.handle('evm_mine', () => 'handled')
    expect(await call(node, 'anvil_dealERC20')).toBe('handled')
    expect(await call(node, 'evm_mine')).toBe('0x0')
    expect(await ask(node, 'evm_mine')).toBe('handled')
  })

  test('behavior: a handler may drive the node by it', async () => {
    const node = createMockNode()
    node.handle('eth_accounts', async () => {
      await call(node, 'preseal_setBalance', { address: bob, value: '0x9' })
      return []
    })
    await ask(node, 'eth_accounts')
    expect(await readBalance(node, bob)).toBe(9n)
  })

  test('behavior: no fault hits a verb, and none counts it', async () => {
    const node = createMockNode({ endpoint: 'public' })
    for (const type of ['network', 'null', 'hold'] as const)
      node.fault({ type, times: 1 })
    const fault = { type: 'rpc', code: -1, message: 'no', skip: 1 } as const
    node.fault({ ...fault, methods: ['preseal_now', 'eth_chainId'] })
    await call(node, 'evm_mine')
    expect(await call(node, 'preseal_now')).toBe(2_000)
    expect(await rejection(call(node, 'eth_chainId'))).toMatchObject({
      code: 4900,
    })
    expect(await call(node, 'eth_chainId')).toBe(null)
  })

  test('behavior: answeredRequests has reads, no verbs', async () => {
    const node = createMockNode()
    await call(node, 'preseal_nextBeat')
    await refused(node, 'preseal_nextBeat', -1)
    await refused(node, 'evm_nothing')
    await call(node, 'eth_chainId')
    await refused(node, 'eth_nothing')
    expect(node.answeredRequests.map(({ method }) => method)).toEqual([
      'eth_chainId',
      'eth_nothing',
    ])
  })

  test('behavior: the provider hears nothing of its requests', async () => {
    const node = createMockNode()
    const told: unknown[] = []
    node.provider.on('connect', (event) => told.push(event))
    await call(node, 'eth_chainId')
    expect(told).toEqual([])
    await ask(node, 'eth_chainId')
    expect(told).toEqual([{ chainId: '0x7a69' }])
  })

  test.each([
    ['nothing', undefined],
    ['a string', 'evm_mine'],
    ['an array', [{ method: 'evm_mine' }]],
    ['no method', { params: [] }],
    ['a method that is none', { method: 7 }],
    ['params that are no array', { method: 'evm_mine', params: {} }],
    [
      'a getter that throws',
      {
        get method() {
          throw new Error('no')
        },
      },
    ],
  ])('error: %s is refused as by the provider', async (_, raw) => {
    const node = createMockNode()
    const [error, other] = await Promise.all([
      rejection(node.control.request(raw as never)),
      rejection(requestOf(node)(raw)),
    ])
    expect([error.code, error.message]).toEqual([other.code, other.message])
    expect(node.now).toBe(0)
  })

  test('behavior: a method that reads differently each time is read once', async () => {
    const node = createMockNode()
    const names = ['eth_chainId', 'evm_mine', 'evm_mine']
    const raw = {
      get method() {
        return names.shift() as string
      },
    }
    expect(await node.control.request(raw)).toBe('0x7a69')
    expect(node.now).toBe(0)
  })

  test('error: what a verb throws has its message', async () => {
    const node = createMockNode(funded)
    const payment = { from: bob, to: alice, value: `${10n ** 19n}` }
    expect(await refused(node, 'preseal_preconfirm', payment)).toMatchObject({
      code: -32000,
      message: expect.stringContaining('but the transaction needs'),
    })
    const hash = `0x${'7'.repeat(64)}`
    for (const refusal of [await refused(node, 'preseal_drop', hash)])
      expect(refusal).toMatchObject({
        code: -32000,
        message: expect.stringContaining(hash),
      })
  })

  test('error: what a listener throws is told, and not sent again', async () => {
    const node = createMockNode()
    node.on('sealed', () => {
      throw new Error('no such block')
    })
    const transport = custom(node.control)
    const client = createTestClient({ mode: 'anvil', transport })
    await expect(client.mine({ blocks: 1 })).rejects.toThrow('no such block')
    expect(node.now).toBe(2_000)
  })

  test('error: time stands still inside a listener', async () => {
    const node = createMockNode()
    const told: Promise<unknown>[] = []
    node.on('beat', () => {
      for (const [method, ...params] of [
        ['preseal_advance', 1],
        ['preseal_nextBeat'],
        ['evm_mine'],
        ['preseal_seek', 5_000],
      ] as const)
        told.push(refused(node, method, ...params))
    })
    node.nextBeat()
    expect(await Promise.all(told)).toEqual(
      ['advance', 'nextBeat', 'nextBlock', 'seek'].map((verb) => ({
        code: -32000,
        message: expect.stringContaining(
          `node.${verb} was called from inside a listener`,
        ),
      })),
    )
    expect(node.now).toBe(200)
  })

  test('error: a snapshot is not used up where revert fails', async () => {
    const node = createMockNode()
    const id = await call(node, 'evm_snapshot')
    const told: Promise<unknown>[] = []
    const stop = node.on('beat', () => {
      told.push(refused(node, 'evm_revert', id))
    })
    node.nextBeat()
    stop()
    expect(await told[0]).toMatchObject({ code: -32000 })
    expect(await call(node, 'evm_revert', id)).toBe(true)
  })

  test('error: after dispose', async () => {
    const node = createMockNode()
    const id = await call(node, 'preseal_fault', { type: 'null' })
    node.dispose()
    for (const [method, ...params] of [
      ['anvil_setBalance', bob, '0x1'],
      ['preseal_setNonce', { address: bob, nonce: 1 }],
      ['evm_mine'],
      ['evm_increaseTime', 1],
      ['evm_snapshot'],
      ['preseal_fault', { type: 'null' }],
      ['preseal_seek', 0],
    ])
      expect(
        await refused(node, method as string, ...params),
        `${method}`,
      ).toEqual({
        code: -32000,
        message:
          'The node was disposed. Create another one with createMockNode.',
      })
    expect(await call(node, 'preseal_lift', id)).toBe(null)
    expect(await refused(node, 'eth_chainId')).toMatchObject({ code: 4900 })
  })
})

test('anvil_reorg: blocks give way to empty ones', async () => {
  const node = createMockNode(funded)
  node.preconfirm({ from: alice, to: bob, value: 1n })
  node.nextBlock(2)
  const before = await readBalance(node, bob)
  expect(await call(node, 'anvil_reorg', 2, [])).toBe(null)
  expect(await readBalance(node, bob)).toBe(before - 1n)
  expect(await call(node, 'hardhat_reorg')).toBe(true)
  expect(await refused(node, 'anvil_reorg', 3)).toMatchObject({ code: -32000 })
  expect(await refused(node, 'anvil_reorg', 1, [{}])).toMatchObject({
    code: -32602,
  })
})
