import { createMockNode, type MockNode, type MockNodeOptions } from 'preseal'
import { evm } from 'preseal/evm'
import {
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { alice, bob, funded, word } from './actors.js'
import { listen } from './listen.js'
import { ask, readBlock } from './reads.js'

const depositor = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001'
const baseTime = '0x4200000000000000000000000000000000000030'
const implementation = '0xc0d3c0d3c0d3c0d3c0d3c0d3c0d3c0d3c0d30030'
const implementationSlot =
  '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'

const abi = parseAbi([
  'function timestampMillisPart() view returns (uint16)',
  'function timestampMs() view returns (uint64)',
  'function setTimestampMillisPart(uint16)',
  'function version() view returns (string)',
])

const denim = {
  ...funded,
  timestamp: 1_000n,
  blockTime: 200,
  l1Attributes: {},
  baseTimeDeposit: true,
} as const satisfies MockNodeOptions

const create = (options: MockNodeOptions = {}) =>
  createMockNode({ ...denim, ...options })

type WithMs = {
  timestamp: Hex
  timestampMs?: Hex
  blockTimestampMs?: Hex
  transactions: (Record<string, unknown> & { hash: Hex; input: Hex })[]
}

const read = (node: MockNode, selector: string) =>
  readBlock(node, selector) as unknown as Promise<WithMs>

const call = (node: MockNode, data: Hex, selector = 'latest', from = alice) =>
  ask(node, 'eth_call', { from, to: baseTime, data }, selector)

const millisPart = encodeFunctionData({
  abi,
  functionName: 'timestampMillisPart',
})
const timestampMs = encodeFunctionData({ abi, functionName: 'timestampMs' })
const version = encodeFunctionData({ abi, functionName: 'version' })
const toPart = (part: number) =>
  encodeFunctionData({
    abi,
    functionName: 'setTimestampMillisPart',
    args: [part],
  })

describe('baseTimeDeposit', () => {
  test('behavior: contracts read it, natives and bytecode, at each block', async () => {
    const reader = '0x00000000000000000000000000000000000000aa'
    // Calls timestampMs() of BaseTime, and returns what it says.
    const code: Hex = `0x63${timestampMs.slice(2)}5f5260205f6004601c73${baseTime.slice(2)}5afa5060205ff3`
    const node = create({
      engine: evm(),
      accounts: { ...denim.accounts, [reader]: { code } },
    })
    node.nextBlock(7)
    expect(await call(node, millisPart)).toBe(word(400))
    expect(await call(node, timestampMs)).toBe(word(1_001_400))
    expect(await call(node, timestampMs, '0x3')).toBe(word(1_000_600))
    expect(
      decodeFunctionResult({
        abi,
        functionName: 'version',
        data: (await call(node, version)) as Hex,
      }),
    ).toBe('1.0.0')
    // Pending has its deposits already.
    expect(await call(node, timestampMs, 'pending')).toBe(word(1_001_600))
    expect(await ask(node, 'eth_call', { to: reader }, 'latest')).toBe(
      word(1_001_400),
    )
    expect(await ask(node, 'eth_getStorageAt', baseTime, '0x0', 'latest')).toBe(
      word(400),
    )
    expect(
      await ask(
        node,
        'eth_getStorageAt',
        baseTime,
        implementationSlot,
        'latest',
      ),
    ).toBe(word(BigInt(implementation)))
  })

  test('behavior: before a block has linked it, it reverts', async () => {
    const node = create()
    for (const [data, from] of [
      [timestampMs, alice],
      [millisPart, alice],
      [version, alice],
      [toPart(200), depositor],
    ] as const) {
      await expect(
        call(node, data, '0x0', from as never),
      ).rejects.toMatchObject({ message: 'execution reverted', data: '0x' })
    }
    expect(await read(node, '0x0')).not.toHaveProperty('timestampMs')
  })

  test('error: none but the depositor sets it, and to no other part', async () => {
    const node = create()
    node.nextBlock()
    const set = (part: number, from: Hex) =>
      call(node, toPart(part), 'latest', from as never)
    const errors = async (run: Promise<unknown>) =>
      run.then(
        (output) => output,
        ({ data }: { data: Hex }) => data,
      )
    const selector = (text: string) => keccak256(Buffer.from(text)).slice(0, 10)
    expect(await errors(set(200, alice))).toBe(
      selector('BaseTime_NotDepositor()'),
    )
    for (const part of [100, 1_000])
      expect(await errors(set(part, depositor))).toBe(
        selector('BaseTime_InvalidTimestampMillisPart()'),
      )
    expect(await errors(set(800, depositor))).toBe('0x')
  })

  test('behavior: hashes verify, of idle blocks and of others', async () => {
    const node = create()
    node.nextBlock(3)
    node.preconfirm({ from: alice, to: bob, value: 1n })
    node.nextBlock(3)
    for (const number of ['0x1', '0x3', '0x4', '0x6']) {
      const { hash } = await readBlock(node, number)
      const header = (await ask(node, 'debug_getRawHeader', number)) as Hex
      expect(keccak256(header)).toBe(hash)
      for (const { hash } of (await read(node, number)).transactions) {
        const raw = (await ask(node, 'debug_getRawTransaction', hash)) as Hex
        expect(keccak256(raw)).toBe(hash)
        expect(
          await ask(node, 'eth_getTransactionReceipt', hash),
        ).toMatchObject({ blockNumber: number, transactionHash: hash })
      }
    }
  })

  test('behavior: each deposit is told as pre-confirmed, and none can be dropped', () => {
    const node = create()
    const told = listen(node, 'preconfirmed')
    node.nextBlock()
    expect(told.map(([, { hash }]) => hash)).toHaveLength(2)
    expect(() => node.drop(told[1]?.[1].hash as Hex)).toThrow('opens')
  })

  test('behavior: simulated blocks follow the ms, and may share a timestamp', async () => {
    const node = create()
    node.nextBlock(3)
    const simulate = async (blocks: object[], on = node) =>
      (
        (await ask(
          on,
          'eth_simulateV1',
          { blockStateCalls: blocks },
          'latest',
        )) as { timestamp: Hex }[]
      ).map(({ timestamp }) => Number(timestamp))
    expect(await simulate([{}, {}, {}])).toEqual([1_000, 1_001, 1_001])
    expect(await simulate([{ blockOverrides: { number: '0xa' } }])).toEqual([
      1_000, 1_001, 1_001, 1_001, 1_001, 1_001, 1_002,
    ])
    const same = [
      { blockOverrides: { time: '0x3e9' } },
      { blockOverrides: { time: '0x3e9' } },
    ]
    expect(await simulate(same)).toEqual([1_001, 1_001])
    await expect(
      simulate([{ blockOverrides: { time: '0x3e7' } }]),
    ).rejects.toThrow('block timestamps must be in order: 999 <= 1000')
    // Without the ms they are in order as geth has it.
    await expect(
      simulate(same, create({ baseTimeDeposit: false })),
    ).rejects.toThrow('block timestamps must be in order: 1001 <= 1001')
  })

  test('error: what it needs', () => {
    expect(() => create({ l1Attributes: null })).toThrow(
      'Option "baseTimeDeposit" is true, expected false, as option "l1Attributes" is null. Write l1Attributes: {} beside it.',
    )
    expect(() => create({ blockTime: 250, preconfirmationTime: 250 })).toThrow(
      'Option "blockTime" is 250, expected a whole multiple of 200, as option "baseTimeDeposit" is true.',
    )
    expect(() => create({ header: { gasLimit: 1_000_000n } })).toThrow(
      'Option "header.gasLimit" is 1000000n, expected at least 1046108n, room for the deposits that "l1Attributes" and "baseTimeDeposit" put into each block.',
    )
  })

  test('error: a transaction for which the deposits leave no room', () => {
    const node = create({ header: { gasLimit: 2_000_000n } })
    const room = 2_000_000n - 46_108n - 48_817n
    const pay = (gas: bigint) => () =>
      node.preconfirm({ from: alice, to: bob, gas })
    expect(pay(room + 1n)).toThrow('1905075')
    expect(pay(room)).not.toThrow()
  })
})
