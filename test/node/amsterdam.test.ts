import { createMockNode, type MockNodeOptions } from 'preseal'
import { evm } from 'preseal/evm'
import { describe, expect, test } from 'vitest'
import { word } from '../conformance/actors.js'
import { assemble } from '../entries/evm/assemble.js'
import { ask } from './reads.js'

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'
const nobody = '0x00000000000000000000000000000000000dead0'
const counter = '0x000000000000000000000000000000000070cced'
const factory = '0x4e59b44847b379578588920ca78fbf26c0b4956c'

function open(options: MockNodeOptions = {}) {
  return createMockNode({
    engine: evm(),
    hardfork: 'amsterdam',
    ...options,
    accounts: {
      [alice]: { balance: 10n ** 20n },
      [bob]: { balance: 1n },
      [counter]: { code: assemble('PUSH0 SLOAD 0x01 ADD PUSH0 SSTORE') },
      ...options.accounts,
    },
  })
}

type Wire = { readonly [field: string]: string }
type Account = {
  readonly address: string
  readonly storageReads: string[]
  readonly storageChanges: { key: string; changes: Wire[] }[]
  readonly balanceChanges: Wire[]
  readonly nonceChanges: Wire[]
}

const listAt = (node: ReturnType<typeof open>, block: string) =>
  ask(node, 'eth_getBlockAccessList', block) as Promise<Account[]>

const estimate = (node: ReturnType<typeof open>, fields: object) =>
  ask(node, 'eth_estimateGas', { from: alice, ...fields })

test('error: no engine runs it', () => {
  expect(() => createMockNode({ hardfork: 'amsterdam' })).toThrow(
    /Option "hardfork" is amsterdam.*engine: evm\(\)/,
  )
})

describe('eth_estimateGas', () => {
  test.each<[string, object, number]>([
    ['to an account', { to: bob, value: '0x1' }, 21_000],
    ['to a new one', { to: nobody, value: '0x1' }, 204_600],
    ['to oneself', { to: alice, value: '0x1' }, 12_000],
    ['of nothing', { to: bob }, 15_000],
  ])('a transfer %s', async (_, fields, gas) => {
    expect(Number(await estimate(open(), fields))).toBe(gas)
  })

  test('behavior: what is estimated is enough, and a bit less is not', async () => {
    const node = open()
    const gas = BigInt(String(await estimate(node, { to: counter })))
    const send = (gas: bigint) =>
      node.preconfirm({ from: alice, to: counter, gas, execute: true })
    const hashes = [send(gas), send(gas - 1n)]
    node.nextBlock()
    const receipts = await Promise.all(
      hashes.map((hash) => ask(node, 'eth_getTransactionReceipt', hash)),
    )
    // The second one finds the slot there, and needs no state.
    expect(receipts).toMatchObject([{ status: '0x1' }, { status: '0x1' }])
    const again = open()
    const hash = again.preconfirm({
      ...{ from: alice, to: counter, gas: gas - 1n, execute: true },
    })
    again.nextBlock()
    expect(await ask(again, 'eth_getTransactionReceipt', hash)).toMatchObject({
      status: '0x0',
    })
  })

  test('behavior: state beyond the cap of execution', async () => {
    const node = open()
    // 15,000 bytes of code.
    const data = assemble('0x3a98 PUSH0 RETURN')
    const gas = BigInt(String(await estimate(node, { data })))
    expect(gas).toBeGreaterThan(2n ** 24n)
    const hash = node.preconfirm({
      ...{ from: alice, to: null, data, gas, execute: true },
    })
    node.nextBlock()
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toMatchObject({
      status: '0x1',
    })
    const { gasUsed } = (await ask(
      node,
      'eth_getBlockByNumber',
      'latest',
      false,
    )) as Wire
    expect(Number(gasUsed)).toBe(183_600 + 15_000 * 1_530)
  })
})

test('a block tells the greater sum of gas, receipts what was paid', async () => {
  const node = open()
  node.preconfirm({ from: alice, to: nobody, value: 1n, execute: true })
  node.preconfirm({ from: alice, to: bob, value: 1n, execute: true })
  node.nextBlock()
  expect(
    await ask(node, 'eth_getBlockByNumber', 'latest', false),
  ).toMatchObject({ gasUsed: '0x2cd30', slotNumber: '0x1' })
  const receipts = (await ask(node, 'eth_getBlockReceipts', 'latest')) as Wire[]
  expect(
    receipts.map(({ cumulativeGasUsed }) => Number(cumulativeGasUsed)),
  ).toEqual([204_600, 225_600])
})

test('a block is full when either sum is', async () => {
  const node = open({ header: { gasLimit: 400_000n } })
  const pay = (to: `0x${string}`) =>
    node.preconfirm({
      from: alice,
      to,
      value: 1n,
      gas: 220_000n,
      execute: true,
    })
  const first = pay(nobody)
  const second = pay('0x00000000000000000000000000000000000dead1')
  node.nextBlock()
  const at = async (hash: string) =>
    ((await ask(node, 'eth_getTransactionReceipt', hash)) as Wire | null)
      ?.blockNumber
  // 183,600 of state and 220,000 more do not fit.
  expect([await at(first), await at(second)]).toEqual(['0x1', '0x2'])
})

describe('eth_getBlockAccessList', () => {
  test('behavior: it is rebuilt with its block, and gone with a re-org', async () => {
    const node = open()
    const first = node.preconfirm({ from: alice, to: counter, execute: true })
    node.preconfirm({ from: alice, to: bob, value: 1n, execute: true })
    node.nextBeat()
    const own = (accounts: Account[]) =>
      accounts.find(({ address }) => address === counter)
    expect(own(await listAt(node, 'pending'))?.storageChanges).toEqual([
      {
        key: `0x${'0'.repeat(64)}`,
        changes: [{ index: '0x1', value: `0x${'0'.repeat(63)}1` }],
      },
    ])
    node.drop(first)
    node.nextBlock()
    expect(own(await listAt(node, '0x1'))).toBeUndefined()
    const idle = await listAt(node, 'earliest')
    expect(idle).toHaveLength(6)
  })

  test('behavior: what a revert undid was read', async () => {
    const code = assemble('0x01 PUSH0 SSTORE PUSH0 PUSH0 REVERT')
    const node = open({ accounts: { [counter]: { code } } })
    node.preconfirm({ from: alice, to: counter, gas: 200_000n, execute: true })
    node.nextBlock()
    const list = await listAt(node, 'latest')
    const account = list.find(({ address }) => address === counter)
    expect(account).toMatchObject({
      storageReads: [`0x${'0'.repeat(64)}`],
      storageChanges: [],
    })
  })

  test('behavior: a scripted transaction, and what a test sets', async () => {
    const node = open()
    node.preconfirm({ from: alice, to: nobody, value: 3n })
    node.nextBeat()
    node.setBalance({ address: bob, value: 7n })
    node.nextBlock()
    const list = await listAt(node, 'latest')
    const of = (wanted: string) =>
      list.find(({ address }) => address === wanted)
    expect(of(nobody)?.balanceChanges).toEqual([{ index: '0x1', value: '0x3' }])
    expect(of(bob)).toBeUndefined()
  })

  test('error: earlier hardforks have none', async () => {
    const node = open({ hardfork: 'osaka' })
    await expect(listAt(node, 'latest')).rejects.toMatchObject({
      code: -32001,
      message: 'block access list not available',
    })
    expect(await ask(open(), 'eth_getBlockAccessList', '0x9')).toBeNull()
  })
})

test('eth_simulateV1 simulates blocks of the fork', async () => {
  const calls = [{ from: alice, to: nobody, value: '0x1' }]
  expect(
    await ask(open(), 'eth_simulateV1', { blockStateCalls: [{ calls }] }),
  ).toMatchObject([
    {
      gasUsed: '0x2cd30',
      slotNumber: '0x1',
      blockAccessListHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      calls: [{ gasUsed: '0x31f38', logs: [{ topics: { length: 3 } }] }],
    },
  ])
})

test('a trace of a transaction that could not pay for its account', async () => {
  const node = open()
  const hash = node.preconfirm({
    ...{ from: alice, to: nobody, value: 1n, gas: 100_000n, execute: true },
  })
  node.nextBlock()
  const tracer = { tracer: 'callTracer' }
  expect(await ask(node, 'debug_traceTransaction', hash, tracer)).toMatchObject(
    {
      type: 'CALL',
      to: nobody,
      gasUsed: '0x186a0',
      error: 'out of gas',
    },
  )
})

test('the factory of EIP-7997 deploys', async () => {
  const node = open()
  expect(await ask(node, 'eth_getCode', factory, 'latest')).toHaveLength(140)
  const salt = `${'0'.repeat(64)}` as const
  const data = `0x${salt}${assemble('0x01 PUSH0 RETURN').slice(2)}` as const
  const hash = node.preconfirm({ from: alice, to: factory, data })
  node.nextBlock()
  expect(await ask(node, 'eth_getTransactionReceipt', hash)).toMatchObject({
    status: '0x1',
  })
  const osaka = open({ hardfork: 'osaka' })
  expect(await ask(osaka, 'eth_getCode', factory, 'latest')).toBe('0x')
})

test('idle blocks share the list of six accounts', async () => {
  const node = open()
  node.nextBlock(1_000)
  expect(
    await ask(node, 'eth_getBlockByNumber', 'latest', false),
  ).toMatchObject({
    slotNumber: '0x3e8',
    blockAccessListHash: (
      (await ask(node, 'eth_getBlockByNumber', '0x1', false)) as Wire
    ).blockAccessListHash,
  })
})

// A read hashes a block, and a run of idle blocks ends there.
test('behavior: idle blocks of a rollup list the slots that differ, whoever read which block', async () => {
  const l1Block = '0x4200000000000000000000000000000000000015'
  const count = 12
  const nodes = [1, 5, count].map((stride) => {
    const node = open({ l1Attributes: {} })
    return { node, stride }
  })
  for (const { node, stride } of nodes)
    for (let sealed = 0; sealed < count; sealed += stride) {
      node.nextBlock(Math.min(stride, count - sealed))
      await ask(node, 'eth_getBlockByNumber', 'latest', false)
    }
  const slots = ['00', '01', '02', '03'].map((end) => word(Number(end)))
  for (let number = 2; number <= count; number++) {
    const block = `0x${number.toString(16)}`
    const hashes = []
    for (const { node } of nodes) {
      const wordsAt = (at: number) =>
        Promise.all(
          slots.map((slot) =>
            ask(
              node,
              'eth_getStorageAt',
              l1Block,
              slot,
              `0x${at.toString(16)}`,
            ),
          ),
        )
      const [before, after] = [await wordsAt(number - 1), await wordsAt(number)]
      const differing = slots.filter((_, slot) => before[slot] !== after[slot])
      const list = await listAt(node, block)
      const listed = list.find(({ address }) => address === l1Block)
      expect([
        block,
        listed?.storageChanges.map(({ key }) => word(Number(key))),
      ]).toEqual([block, differing])
      const read = await ask(node, 'eth_getBlockByNumber', block, false)
      hashes.push((read as Wire).hash)
    }
    expect(new Set(hashes).size, block).toBe(1)
  }
})
