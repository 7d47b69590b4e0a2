import { createMockNode, type MockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { rejection } from '../../conformance/providerDoor.js'
import {
  alice,
  bob,
  carol,
  ether,
  funded,
  token,
  word,
} from '../../node/actors.js'
import {
  ask,
  pendingHashes,
  readAll,
  readBalance,
  readBlock,
  readReceipts,
} from '../../node/reads.js'
import { call, refused } from './call.js'

const wei = `${ether}`

/** What a verb does by a call, and by JSON. */
const rounds: {
  readonly [verb: string]: {
    readonly params: readonly unknown[]
    readonly act: (node: MockNode) => unknown
  }
} = {
  preconfirm: {
    params: [
      {
        from: alice,
        to: bob,
        value: wei,
        gas: 60_000,
        gasUsed: '0xc350',
        maxFeePerGas: '0x0',
        logs: [{ address: token, topics: [word(1)], data: '0x02' }],
        changes: { [carol]: { balance: wei, storage: { '0x1': '0x2' } } },
        label: 'payment',
      },
    ],
    act: (node) =>
      node.preconfirm({
        from: alice,
        to: bob,
        value: ether,
        gas: 60_000n,
        gasUsed: 50_000n,
        maxFeePerGas: 0n,
        logs: [{ address: token, topics: [word(1)], data: '0x02' }],
        changes: { [carol]: { balance: ether, storage: { '0x1': '0x2' } } },
        label: 'payment',
      }),
  },
  setBalance: {
    params: [{ address: carol, value: wei }],
    act: (node) => node.setBalance({ address: carol, value: ether }),
  },
  setNonce: {
    params: [{ address: carol, nonce: 7 }],
    act: (node) => node.setNonce({ address: carol, nonce: 7 }),
  },
  setCode: {
    params: [{ address: token, bytecode: '0x6001' }],
    act: (node) => node.setCode({ address: token, bytecode: '0x6001' }),
  },
  setStorageAt: {
    params: [{ address: token, index: 3, value: '0x2a' }],
    act: (node) =>
      node.setStorageAt({ address: token, index: 3, value: '0x2a' }),
  },
  advance: { params: [450], act: (node) => node.advance(450) },
  nextBeat: { params: [3], act: (node) => node.nextBeat(3) },
  nextBlock: { params: [2], act: (node) => node.nextBlock(2) },
  seek: { params: [4_321], act: (node) => node.seek(4_321) },
}

describe('preseal_*', () => {
  test.each(Object.keys(rounds))(
    'default: %s does as the verb',
    async (verb) => {
      const { params = [], act } = rounds[verb] ?? {}
      const [node, other] = [createMockNode(funded), createMockNode(funded)]
      for (const one of [node, other]) {
        one.advance(300)
        one.preconfirm({ from: bob, to: carol, value: 1n })
      }
      const answered = await call(node, `preseal_${verb}`, ...params)
      expect(answered).toEqual(act?.(other) ?? null)
      expect(node.now).toBe(other.now)
      for (const move of ['nextBeat', 'nextBlock'] as const) {
        expect(await readAll(node)).toEqual(await readAll(other))
        node[move]()
        other[move]()
      }
      expect(await readAll(node)).toEqual(await readAll(other))
    },
  )

  test('default: drop', async () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    expect(await call(node, 'preseal_drop', hash)).toBe(null)
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual([])
  })

  test('default: importBlock', async () => {
    const real = createMockNode({ ...funded, timestamp: 1_000n })
    real.preconfirm({ from: alice, to: bob, value: 1n })
    real.nextBlock(2)
    const block = await readBlock(real, '0x1')
    const receipts = await readReceipts(real, '0x1')
    const state = { [alice]: { balance: wei } }

    const node = createMockNode(funded)
    const report = await call(node, 'preseal_importBlock', {
      block,
      receipts,
      state,
    })
    expect(report).toEqual({
      ...createMockNode(funded).importBlock({ block, receipts }),
      number: '0x1',
    })
    expect(await readBlock(node, 'latest')).toEqual(block)
    expect(await readBalance(node, alice)).toBe(ether)
  })

  test('behavior: the report of a pending block has null for its number', async () => {
    const real = createMockNode({
      ...funded,
      pendingIdentity: 'nullNumberAndHash',
    })
    const block = await ask(real, 'eth_getBlockByNumber', 'pending', true)
    const node = createMockNode()
    expect(await call(node, 'preseal_importBlock', { block })).toMatchObject({
      number: null,
      hash: null,
    })
  })

  test('behavior: tick and seal are one where nothing is said', async () => {
    const node = createMockNode()
    expect(await call(node, 'preseal_nextBeat')).toBe(null)
    expect(node.now).toBe(200)
    expect(await call(node, 'preseal_nextBlock')).toBe(null)
    expect(node.now).toBe(2_000)
  })

  test('default: now', async () => {
    const node = createMockNode()
    node.advance(123)
    expect(await call(node, 'preseal_now')).toBe(123)
  })

  test('default: fault and lift', async () => {
    const node = createMockNode()
    const read = () => ask(node, 'eth_chainId')
    const fault = { type: 'null', methods: ['eth_chainId'] }
    const first = await call(node, 'preseal_fault', fault)
    const second = await call(node, 'preseal_fault', {
      type: 'http',
      status: 429,
      headers: { 'Retry-After': '1' },
    })
    expect([first, second]).toEqual(['0x0', '0x1'])
    expect(await read()).toBe(null)
    expect(await call(node, 'preseal_lift', first)).toBe(null)
    expect(await rejection(read())).toMatchObject({ status: 429 })
    await call(node, 'preseal_lift', second)
    expect(await read()).toBe('0x7a69')
  })

  test('behavior: a fault may be lifted twice, and after it was undone', async () => {
    const node = createMockNode()
    const snapshot = await call(node, 'preseal_snapshot')
    const id = await call(node, 'preseal_fault', { type: 'null' })
    await call(node, 'preseal_revert', snapshot)
    node.fault({ type: 'null' })
    await call(node, 'preseal_lift', id)
    await call(node, 'preseal_lift', id)
    expect(await ask(node, 'eth_chainId')).toBe(null)
  })

  test('behavior: a lift answers what hangs', async () => {
    const node = createMockNode()
    const id = await call(node, 'preseal_fault', { type: 'hold' })
    const hanging = ask(node, 'eth_chainId')
    await call(node, 'preseal_lift', id)
    expect(await hanging).toBe('0x7a69')
  })

  test('behavior: a snapshot can be reverted to again, unlike with evm_revert', async () => {
    const node = createMockNode()
    node.advance(100)
    const snapshot = await call(node, 'preseal_snapshot')
    for (let k = 0; k < 2; k++) {
      node.nextBlock()
      expect(await call(node, 'preseal_revert', snapshot)).toBe(null)
      expect(node.now).toBe(100)
    }
    expect(await call(node, 'evm_revert', snapshot)).toBe(true)
    expect(
      await refused(node, 'preseal_revert', snapshot),
    ).toMatchInlineSnapshot(`
      {
        "code": -32000,
        "message": "No snapshot has the id 0x0. Give the result of preseal_snapshot; the newest 1000 are known, unless evm_revert used it up.",
      }
    `)
  })

  test('behavior: nothing of the request is kept', async () => {
    const node = createMockNode()
    const block = await readBlock(node, '0x0')
    await call(node, 'preseal_importBlock', { block })
    block.number = '0x9'
    expect((await readBlock(node, 'latest')).number).toBe('0x0')
  })
})
