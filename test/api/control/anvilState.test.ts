import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createMockNode } from 'preseal'
import { evm } from 'preseal/evm'
import { createTestClient, custom, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { alice, bob, ether, funded, word } from '../../node/actors.js'
import { ask, readBalance, readBlock, readReceipts } from '../../node/reads.js'
import { call, refused } from './call.js'

/**
 * What anvil 1.7.1 dumped after a creation and a call that writes a log: run
 * with `--accounts 1 --timestamp 1767225600`. By hand, on 28 November 2026, what
 * `dumpState` returns here was loaded into that anvil: it answered accounts,
 * code, storage, blocks, transactions, receipts, logs and calls as the node did,
 * but for fields of its own (totalDifficulty, blobGasPrice) and the `from` of
 * transactions that nobody signed, which it recovers from their signature.
 */
const dumped = readFileSync(
  new URL('dumpOfAnvil.txt', import.meta.url),
  'utf8',
).replaceAll('\n', '') as Hex

const sender = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const logger = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const hashes = [
  '0x4a851a0e8ddeaa7820f27388fd42043ba2fda5551f3e64fb5857b265f0dde4cd',
  '0x4e08ac1d57b9f334e89affb4ad4a3d13866eeac79ae92570b89e2cf3043e7d5a',
  '0x657a38f6a70b86a49e189a675449ad81c389a31300fabf4fe095e70d4120b5d4',
]
const called =
  '0xed32b4ae7301e93a2c7c8a3761c114336f80d9c55d9a868541ee26a41c662736'

function unpack(state: Hex) {
  const packed = Buffer.from(state.slice(2), 'hex')
  return JSON.parse(gunzipSync(packed).toString())
}

function pack(dump: object): Hex {
  return `0x${gzipSync(JSON.stringify(dump)).toString('hex')}`
}

const blocksOf = (node: ReturnType<typeof createMockNode>, count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const number = `0x${at.toString(16)}`
      const block = await readBlock(node, number)
      return { block, receipts: await readReceipts(node, number) }
    }),
  )

describe('loadState', () => {
  test('a dump of anvil was refused', async () => {
    const node = createMockNode({
      engine: evm(),
      accounts: { [bob]: { nonce: 3 } },
    })
    node.nextBlock(9)
    const client = createTestClient({
      mode: 'anvil',
      transport: custom(node.control, { retryCount: 0 }),
    })
    await client.loadState({ state: dumped })

    expect(await ask(node, 'eth_blockNumber')).toBe('0x2')
    const blocks = await blocksOf(node, 3)
    expect(blocks.map(({ block }) => block.hash)).toEqual(hashes)
    expect(await ask(node, 'eth_getTransactionByHash', called)).toMatchObject({
      from: sender,
      to: logger,
      value: '0x5',
      blockHash: hashes[2],
      gasPrice: '0x77359400',
    })
    expect(await ask(node, 'eth_getTransactionReceipt', called)).toMatchObject({
      status: '0x1',
      from: sender,
      gasUsed: '0xac61',
      effectiveGasPrice: '0x77359400',
    })
    const logs = await ask(node, 'eth_getLogs', { fromBlock: '0x0' })
    expect(logs).toMatchObject([
      { address: logger, topics: [word(7)], data: word(5), blockNumber: '0x2' },
    ])
    // Accounts that no dump names are as they were.
    expect(await ask(node, 'eth_getTransactionCount', bob, 'latest')).toBe(
      '0x3',
    )
    expect(await ask(node, 'eth_getStorageAt', logger, '0x1', 'latest')).toBe(
      word(5),
    )

    // The chain goes on from there.
    const sent = { from: sender, to: logger, value: '0x9', gas: '0x20000' }
    const hash = await ask(node, 'eth_sendTransaction', sent)
    node.nextBlock()
    const receipt = await ask(node, 'eth_getTransactionReceipt', hash)
    expect(receipt).toMatchObject({ status: '0x1', blockNumber: '0x3' })
    expect(await readBalance(node, logger)).toBe(14n)
  })

  test('behavior: every block of a dump recomputes', async () => {
    const [node, other] = [createMockNode(), createMockNode()]
    await call(node, 'anvil_loadState', dumped)
    for (const { block, receipts } of await blocksOf(node, 3)) {
      const { checks } = other.importBlock({ block, receipts } as never)
      const { transactions, ...rest } = checks
      expect([...transactions, ...Object.values(rest)]).toEqual(
        Array(transactions.length + 6).fill({ type: 'recomputes' }),
      )
    }
  })

  test('behavior: a dump without blocks sets its accounts at latest', async () => {
    const node = createMockNode(funded)
    const account = { nonce: 2, balance: '0x7', code: '0x', storage: {} }
    const state = pack({ accounts: { [bob]: account } })
    await call(node, 'hardhat_loadState', state)
    expect(await readBalance(node, bob)).toBe(7n)
    expect(await readBalance(node, alice)).toBe(ether * 10n)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x0')
  })

  test.each<[Hex, string]>([
    ['0x', 'state is 0 bytes that hold no object, expected the result'],
    [pack([]), 'bytes that hold no object'],
    [pack({}), 'state.accounts is nothing, expected an object'],
    [pack({ accounts: { '0x1': {} } }), 'expected a 20-byte address'],
    [pack({ accounts: { [bob]: {} } }), `state.accounts["${bob}"].balance`],
    [
      pack({ ...unpack(dumped), transactions: [] }),
      'expected one of state.transactions',
    ],
  ])('error: %s', async (state, message) => {
    const node = createMockNode(funded)
    expect((await refused(node, 'anvil_loadState', state)).message).toContain(
      message,
    )
    expect(await readBalance(node, alice)).toBe(ether * 10n)
  })
})

describe('dumpState', () => {
  test('default: another node that loads it answers alike', async () => {
    const engine = evm()
    const node = createMockNode({ ...funded, engine })
    node.preconfirm({ from: alice, to: bob, value: 1n })
    node.nextBlock()
    node.setStorageAt({ address: bob, index: 1, value: '0x2a' })
    node.setNonce({ address: bob, nonce: 2n ** 63n + 1n })
    node.preconfirm({ from: alice, to: bob, value: 1n })
    node.nextBlock(2)
    const other = createMockNode({ engine })
    const state = await call<Hex>(node, 'anvil_dumpState')
    expect(await call(other, 'anvil_loadState', state)).toBe(true)
    expect(await blocksOf(other, 4)).toEqual(await blocksOf(node, 4))
    for (const address of [alice, bob]) {
      const proof = (from: typeof node) =>
        ask(from, 'eth_getProof', address, ['0x1'], 'latest')
      expect(await proof(other)).toEqual(await proof(node))
    }
    expect(await call(other, 'anvil_dumpState')).toBe(state)
  })

  test('behavior: the fields are those of anvil', async () => {
    const shape = (value: unknown): unknown => {
      if (Array.isArray(value))
        return value.length === 0 ? [] : [shape(value[0])]
      if (typeof value !== 'object' || value === null) return typeof value
      const entries = Object.entries(value).sort()
      return Object.fromEntries(
        entries.map(([key, inner]) => [
          key.length === 42 || key.length === 66 ? 'any' : key,
          shape(inner),
        ]),
      )
    }
    const node = createMockNode({ hardfork: 'osaka' })
    await call(node, 'anvil_loadState', dumped)
    const again = unpack(await call<Hex>(node, 'anvil_dumpState'))
    const given = unpack(dumped)
    for (const { info } of given.transactions) info.traces = []
    expect(shape(again)).toEqual(shape(given))
  })
})
