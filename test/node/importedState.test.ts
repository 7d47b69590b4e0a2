import {
  type AccountsParameters,
  createMockNode,
  type Hex,
  type MockNode,
  type MockNodeOptions,
} from 'preseal'
import { evm } from 'preseal/evm'
import { describe, expect, test } from 'vitest'
import { alice, bob, carol, ether, miner, token, word } from './actors.js'
import { readBalance, readBlock } from './reads.js'

type Json = { [field: string]: unknown }

/** The result of any method, or the code of its error. */
async function ask<result = unknown>(
  { provider }: MockNode,
  method: string,
  ...params: unknown[]
): Promise<result> {
  const request = { method, params } as never
  return provider.request(request).catch(({ code }) => code) as Promise<result>
}

const header = { initialBaseFeePerGas: 1_000n, miner } as const
const rich: AccountsParameters = {
  [alice]: { balance: ether },
  [bob]: { balance: ether },
  [carol]: { balance: ether },
}

/** Sends wei to `paid` and logs who called it. */
const forwarding: Hex = `0x335f5fa15f5f5f5f6005${`73${carol.slice(2)}`}5af100`

/** The newest block of a node to which something was done. */
async function blockOf(
  act: (node: MockNode) => void,
  accounts: AccountsParameters = rich,
) {
  const node = createMockNode({ accounts, header, engine: evm() })
  act(node)
  node.nextBlock()
  const block = await ask<Json>(node, 'eth_getBlockByNumber', 'latest', true)
  const receipts = await ask<Json[]>(node, 'eth_getBlockReceipts', 'latest')
  return { node, real: { block, receipts } }
}

const createOther = (options: MockNodeOptions = {}) =>
  createMockNode({ accounts: rich, header, ...options })

const everyone = [alice, bob, carol, miner, token]

const balancesOf = (node: MockNode, block = 'latest') =>
  Promise.all(everyone.map((one) => ask(node, 'eth_getBalance', one, block)))

const nonceOf = (node: MockNode, address: Hex) =>
  ask(node, 'eth_getTransactionCount', address, 'latest')

const unknown = -32_000

describe('accounts after an import', () => {
  test('regression: who was paid in an imported block read as before', async () => {
    const known = { ...rich, [miner]: {}, [token]: {} }
    const { node: origin, real } = await blockOf((node) => {
      const maxPriorityFeePerGas = 7n
      node.preconfirm({ from: alice, to: bob, value: 5n, maxPriorityFeePerGas })
      node.preconfirm({ from: bob, to: carol, value: 9n, status: 'reverted' })
      node.preconfirm({ from: alice, to: token, value: 2n })
    }, known)
    const node = createOther({ accounts: known })
    node.importBlock(real)
    expect(await balancesOf(node)).toEqual(await balancesOf(origin))
    expect(await nonceOf(node, alice)).toBe('0x2')
    expect(await nonceOf(node, bob)).toBe('0x1')
    node.nextBlock(2)
    expect(await balancesOf(node)).toEqual(await balancesOf(origin))
  })

  test('behavior: a payment to an account of unknown code, by its gas', async () => {
    const { node: origin, real } = await blockOf((node) =>
      node.preconfirm({ from: alice, to: token, value: 5n }),
    )
    const node = createOther()
    node.importBlock(real)
    const [sender, ...others] = await balancesOf(node)
    expect(sender).toBe(await ask(origin, 'eth_getBalance', alice, 'latest'))
    expect(others.slice(-2)).toEqual([unknown, unknown])
  })

  test('behavior: what code may have moved is not known, nor are its slots', async () => {
    const accounts = {
      ...rich,
      [token]: { code: forwarding, balance: 9n, storage: { '0x0': '0x1' } },
    } as const
    const { real } = await blockOf((node) => {
      node.preconfirm({ from: alice, to: token, execute: true, gas: 100_000n })
    }, accounts)
    expect(real.receipts).toMatchObject([{ status: '0x1', logs: [{}] }])
    const node = createOther({ accounts })
    node.importBlock(real)
    const [a, b, , , t] = await balancesOf(node)
    expect([a, t]).toEqual([unknown, unknown])
    // Nobody names bob.
    expect(b).toBe('0xde0b6b3a7640000')
    expect(await nonceOf(node, alice)).toBe('0x1')
    const slot = () => ask(node, 'eth_getStorageAt', token, '0x0', 'latest')
    expect(await slot()).toBe(unknown)
    expect(await ask(node, 'eth_getCode', token, 'latest')).toBe(forwarding)
    expect(await ask(node, 'eth_getBalance', token, '0x0')).toBe('0x9')

    node.setBalance({ address: token, value: 4n })
    node.setStorageAt({ address: token, index: 0, value: '0x2' })
    expect((await balancesOf(node))[4]).toBe('0x4')
    expect(await slot()).toBe(word(2))
  })

  test('behavior: those whom an indexed topic names, too', async () => {
    const topic = `0x${'0'.repeat(24)}${carol.slice(2)}` as const
    const { real } = await blockOf((node) =>
      node.preconfirm({
        from: alice,
        to: token,
        logs: [{ address: token, topics: [word(1), topic] }],
      }),
    )
    const node = createOther()
    node.importBlock(real)
    const [, b, c] = await balancesOf(node)
    expect([b, c]).toEqual(['0xde0b6b3a7640000', unknown])
    expect(await nonceOf(node, carol)).toBe('0x0')
  })

  test('behavior: what is given with the import counts more', async () => {
    const { real } = await blockOf((node) =>
      node.preconfirm({ from: alice, to: bob, value: 5n }),
    )
    const node = createOther()
    node.importBlock({
      ...real,
      state: { [bob]: { balance: 3n }, [alice]: { nonce: 8 } },
    })
    expect((await balancesOf(node))[1]).toBe('0x3')
    expect(await nonceOf(node, alice)).toBe('0x8')
  })

  test('behavior: without receipts nobody says what was paid', async () => {
    const { real } = await blockOf((node) =>
      node.preconfirm({ from: alice, to: bob, value: 5n }),
    )
    const node = createOther()
    node.importBlock({ block: real.block })
    expect(await balancesOf(node)).toEqual([
      unknown,
      unknown,
      '0xde0b6b3a7640000',
      unknown,
      unknown,
    ])
    expect(await nonceOf(node, alice)).toBe('0x1')
  })

  test('behavior: a pending block moves what is pending', async () => {
    const known = { ...rich, [miner]: {}, [token]: {} }
    const { node: origin, real } = await blockOf(
      (node) => node.preconfirm({ from: alice, to: bob, value: 5n }),
      known,
    )
    const node = createOther({ accounts: known })
    const before = await balancesOf(node)
    node.importBlock({ ...real, as: 'pending' })
    const after = await balancesOf(origin)
    expect(await balancesOf(node, 'pending')).toEqual(after)
    expect(await balancesOf(node)).toEqual(before)
    node.nextBlock()
    expect(await balancesOf(node)).toEqual(after)
  })

  test('behavior: withdrawals, and accounts created without code', async () => {
    const created = '0x1a1bf0bd0ac5c0a9ae0ba53f32ed0a1f2ff97b04'
    const known = { ...rich, [miner]: {}, [token]: {}, [created]: {} }
    const { real } = await blockOf(
      (node) => node.preconfirm({ from: alice, to: null, value: 5n }),
      known,
    )
    const { contractAddress } = real.receipts[0] as { contractAddress: Hex }
    const withdrawal = {
      index: '0x0',
      validatorIndex: '0x0',
      address: bob,
      amount: '0x2',
    }
    const node = createOther({ accounts: { ...known, [contractAddress]: {} } })
    node.importBlock({
      block: { ...real.block, withdrawals: [withdrawal] },
      receipts: real.receipts,
    })
    expect(await ask(node, 'eth_getBalance', contractAddress, 'latest')).toBe(
      '0x5',
    )
    expect(await nonceOf(node, contractAddress)).toBe('0x1')
    expect((await balancesOf(node))[1]).toBe(
      `0x${(ether + 2_000_000_000n).toString(16)}`,
    )
  })
})

const donor = createMockNode()
donor.nextBlock(20)

const real = (number: number) => readBlock(donor, `0x${number.toString(16)}`)

describe('what was scripted before an import stays', () => {
  const held = async (node: MockNode) => {
    for (const tag of ['latest', 'pending'])
      expect(await readBalance(node, carol, tag)).toBe(5n)
  }

  test('behavior: set in a block that the import replaces', async () => {
    const node = createMockNode()
    node.nextBlock()
    node.setBalance({ address: carol, value: 5n })
    node.nextBlock()
    node.importBlock({ block: await real(1) })
    await held(node)
  })

  test('behavior: with a pending block shown in between', async () => {
    const node = createMockNode()
    node.nextBlock()
    node.setBalance({ address: carol, value: 5n })
    const pending = { ...(await real(2)), hash: null }
    node.importBlock({ block: pending })
    node.importBlock({ block: pending, state: { [bob]: { balance: 3n } } })
    await held(node)
    node.importBlock({ block: await real(1) })
    await held(node)
  })
})

const tags = async (node: MockNode) =>
  Promise.all(
    ['latest', 'safe', 'finalized'].map(async (tag) =>
      Number((await readBlock(node, tag)).number),
    ),
  )

describe('safe and finalized', () => {
  test('options: safeLag, finalizedLag', async () => {
    const node = createMockNode({ finalityLag: { safe: 0, finalized: 3 } })
    node.nextBlock(5)
    expect(await tags(node)).toEqual([5, 5, 2])
  })

  test('behavior: an import over blocks that are neither takes neither back', async () => {
    const node = createMockNode({ finalityLag: { safe: 2, finalized: 4 } })
    node.nextBlock(10)
    node.importBlock({ block: await real(9) })
    expect(await tags(node)).toEqual([9, 8, 6])
    node.nextBlock(2)
    expect(await tags(node)).toEqual([11, 9, 7])
  })

  test('behavior: where an import replaces them, they are the ones before it', async () => {
    const node = createMockNode({ finalityLag: { safe: 2, finalized: 6 } })
    node.nextBlock(10)
    node.importBlock({ block: await real(6) })
    expect(await tags(node)).toEqual([6, 5, 4])
    node.importBlock({ block: await real(0) })
    expect(await tags(node)).toEqual([0, 0, 0])
  })

  test('behavior: what a lag held at a higher number does not outlive an import', async () => {
    const node = createMockNode({
      finalityLag: { safe: 2, finalized: 4 },
      steps: [{ at: 20_000, type: 'setFinalityLag', finalized: 5 }],
    })
    node.nextBlock(10)
    expect(await tags(node)).toEqual([10, 8, 6])
    node.importBlock({ block: await real(2) })
    expect(await tags(node)).toEqual([2, 1, 1])
    node.nextBlock(2)
    expect(await tags(node)).toEqual([4, 2, 1])
  })

  test('behavior: blocks imported far apart', async () => {
    const node = createMockNode({ finalityLag: { safe: 2, finalized: 4 } })
    node.nextBlock(3)
    node.importBlock({ block: { ...(await real(9)), number: '0x64' } })
    expect(await tags(node)).toEqual([100, 3, 3])
    node.importBlock({ block: { ...(await real(9)), number: '0x32' } })
    expect(await tags(node)).toEqual([50, 3, 3])
  })
})
