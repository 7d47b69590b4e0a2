import { createMockNode } from 'preseal'
import { createPublicClient, custom, getAddress, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { word } from '../conformance/actors.js'
import { assemble } from '../evm/assemble.js'
import {
  alice,
  ask,
  bob,
  ether,
  nodeWith,
  other,
  quantity,
  returned,
  target,
} from './ask.js'

type Simulated = {
  number: string
  hash: string
  parentHash: string
  timestamp: string
  baseFeePerGas: string
  gasUsed: string
  transactions: unknown[]
  calls: {
    status: string
    returnData: string
    logs: object[]
    error?: object
  }[]
}[]

const counter = `PUSH0 SLOAD 0x01 ADD DUP1 PUSH0 SSTORE ${returned}`
const call = { from: alice, to: target }

describe('eth_simulateV1', () => {
  const simulate = async (
    node: ReturnType<typeof nodeWith>,
    blockStateCalls: object[],
    more: object = {},
    block = 'latest',
  ) =>
    (await ask(
      node,
      'eth_simulateV1',
      { blockStateCalls, ...more },
      block,
    )) as Simulated

  test('default: each call finds what those before it left', async () => {
    const node = nodeWith(counter)
    const [first, second, ...rest] = await simulate(node, [
      { calls: [call, call] },
      { calls: [call] },
    ])
    expect(rest).toEqual([])
    expect(first?.calls.map(({ returnData }) => returnData)).toEqual([
      word(1),
      word(2),
    ])
    expect(second?.calls).toEqual([
      {
        returnData: word(3),
        logs: [],
        gasUsed: quantity(21_000 + 2_100 + 2_900 + 26),
        maxUsedGas: quantity(21_000 + 2_100 + 2_900 + 26),
        status: '0x1',
      },
    ])
    expect(second?.parentHash).toBe(first?.hash)
    expect([first?.number, second?.number]).toEqual(['0x1', '0x2'])
    expect(await ask(node, 'eth_call', call)).toBe(word(1))
    expect(
      (await simulate(node, [{ calls: [call, call] }, { calls: [call] }]))[1]
        ?.hash,
    ).toBe(second?.hash)
  })

  test('behavior: on what is pre-confirmed', async () => {
    const node = nodeWith('STOP')
    node.preconfirm({ from: alice, to: bob, value: 5n })
    node.nextBeat()
    const calls = [{ from: bob, to: other, value: '0x5' }]
    const of = async (block: string) =>
      ask(node, 'eth_simulateV1', { blockStateCalls: [{ calls }] }, block)
    expect(await of('latest')).toMatchObject({ code: -38014 })
    expect(await of('pending')).toMatchObject([
      { number: '0x2', calls: [{ status: '0x1' }] },
    ])
  })

  test('behavior: headers, gaps between them and the hashes of blocks', async () => {
    const node = nodeWith(`0x03 BLOCKHASH PUSH0 MSTORE 0x20 PUSH0 RETURN`)
    const blocks = await simulate(node, [
      {
        blockOverrides: {
          number: '0x3',
          time: '0x70000000',
          gasLimit: '0x100000',
          feeRecipient: bob,
          prevRandao: word(5),
          baseFeePerGas: '0x9',
        },
      },
      { calls: [call] },
    ])
    expect(blocks.map(({ number }) => number)).toEqual([
      '0x1',
      '0x2',
      '0x3',
      '0x4',
    ])
    expect(blocks[2]).toMatchObject({
      timestamp: '0x70000000',
      gasLimit: '0x100000',
      miner: bob,
      mixHash: word(5),
      baseFeePerGas: '0x9',
      transactions: [],
      calls: [],
    })
    expect(blocks[3]).toMatchObject({
      timestamp: '0x70000002',
      gasLimit: '0x100000',
      miner: bob,
      baseFeePerGas: '0x0',
      calls: [{ returnData: blocks[2]?.hash }],
    })
  })

  test('behavior: state overrides come before the calls of a block', async () => {
    const node = nodeWith(counter)
    const blocks = await simulate(node, [
      { calls: [call] },
      {
        stateOverrides: { [target]: { stateDiff: { [word(0)]: word(40) } } },
        calls: [call],
      },
    ])
    expect(blocks.map(({ calls }) => calls[0]?.returnData)).toEqual([
      word(1),
      word(41),
    ])
  })

  test('behavior: what fails is told beside the rest', async () => {
    const node = nodeWith(counter, {
      accounts: {
        [other]: {
          code: assemble(`0x2a PUSH0 MSTORE PUSH0 PUSH0 LOG0
          CALLDATASIZE 0x14 JUMPI 0x20 PUSH0 REVERT JUMPDEST INVALID`),
        },
      },
    })
    const [block] = await simulate(node, [
      {
        calls: [
          { ...call, to: other },
          { ...call, to: other, data: '0x01', gas: '0x10000' },
          call,
        ],
      },
    ])
    expect(block?.calls).toMatchObject([
      {
        status: '0x0',
        returnData: '0x',
        logs: [],
        error: { code: 3, message: 'execution reverted', data: word(42) },
      },
      { status: '0x0', gasUsed: '0x10000', error: { code: -32015 } },
      { status: '0x1', returnData: word(1) },
    ])
  })

  test('behavior: transfers as logs, and whole transactions', async () => {
    const node = nodeWith(
      `PUSH0 PUSH0 LOG0 PUSH0 PUSH0 PUSH0 PUSH0 0x03 0x0b0b GAS CALL`,
    )
    const [block] = await simulate(
      node,
      [
        {
          calls: [
            { ...call, value: '0x5' },
            { ...call, gas: '0x30000' },
          ],
        },
      ],
      { traceTransfers: true, returnFullTransactions: true },
    )
    const transfer = (from: string, to: string, value: number) => ({
      address: `0x${'ee'.repeat(20)}`,
      topics: [expect.any(String), word(BigInt(from)), word(BigInt(to))],
      data: word(value),
    })
    expect(block?.calls[0]?.logs).toMatchObject([
      { ...transfer(alice, target, 5), logIndex: '0x0' },
      { address: target, logIndex: '0x1' },
      { ...transfer(target, bob, 3), logIndex: '0x2', blockHash: block?.hash },
    ])
    // What is left are 2 wei, so the second call within fails.
    expect(block?.calls[1]?.logs).toMatchObject([{ logIndex: '0x3' }])
    expect(block?.transactions).toMatchObject([
      { from: alice, to: target, nonce: '0x0', value: '0x5', type: '0x2' },
      { nonce: '0x1', gas: '0x30000', blockHash: block?.hash },
    ])
  })

  test('options: validation', async () => {
    const node = nodeWith(counter, { header: { baseFeePerGas: 7n } })
    const of = (fields: object) =>
      ask(node, 'eth_simulateV1', {
        blockStateCalls: [{ calls: [{ ...call, gas: '0xffff', ...fields }] }],
        validation: true,
      })
    expect(await of({})).toMatchObject({ code: -38012 })
    expect(await of({ maxFeePerGas: '0x9', nonce: '0x5' })).toEqual({
      code: -38011,
      message: `err: nonce too high: address ${getAddress(alice)}, tx: 5 state: 0 (supplied gas 65535)`,
    })
    const [block] = (await of({ maxFeePerGas: '0x9' })) as Simulated
    expect(block).toMatchObject({
      baseFeePerGas: '0x7',
      calls: [{ status: '0x1' }],
    })
  })

  test('error: what cannot be simulated', async () => {
    const node = nodeWith(counter)
    const one = async (block: object, ...more: object[]) =>
      ask(node, 'eth_simulateV1', { blockStateCalls: [block, ...more] })
    const number = (value: string) => ({ blockOverrides: { number: value } })
    const time = (value: string) => ({ blockOverrides: { time: value } })
    expect([
      await ask(node, 'eth_simulateV1', { blockStateCalls: [] }),
      await one(number('0x0')),
      await one(number('0x101')),
      await one(time('0x1')),
      await one({ calls: [{ ...call, gas: '0x3938701' }] }),
      await one({ calls: [{ ...call, gas: '0x1' }] }),
      await one({ calls: [{ from: bob, value: '0x1' }] }),
      await one({ calls: [{ to: bob, blobVersionedHashes: [word(1)] }] }),
      await one({ calls: Array(5_001).fill({}) }),
      await one({ calls: [{ data: `0x${'00'.repeat(49_153)}` }] }),
    ]).toMatchInlineSnapshot(`
      [
        {
          "code": -32602,
          "message": "empty input",
        },
        {
          "code": -38020,
          "message": "block numbers must be in order: 0 <= 0",
        },
        {
          "code": -38026,
          "message": "too many blocks",
        },
        {
          "code": -38021,
          "message": "block timestamps must be in order: 1 <= 1767225600",
        },
        {
          "code": -38015,
          "message": "block gas limit reached: remaining: 60000000, required: 60000001",
        },
        {
          "code": -38013,
          "message": "err: intrinsic gas too low: have 1, want 21000 (supplied gas 1)",
        },
        {
          "code": -38014,
          "message": "err: insufficient funds for gas * price + value: address 0x0000000000000000000000000000000000000b0b have 0 want 1 (supplied gas 50000000)",
        },
        {
          "code": -32000,
          "message": "blob transactions are not simulated",
        },
        {
          "code": -38026,
          "message": "too many calls in block: 5001 > 5000",
        },
        {
          "code": -38025,
          "message": "err: max initcode size exceeded: code size 49153 limit 49152 (supplied gas 50000000)",
        },
      ]
    `)
    expect(await ask(node, 'eth_call', call)).toBe(word(1))
  })

  test('behavior: viem', async () => {
    const client = createPublicClient({
      transport: custom(nodeWith(counter).provider, { retryCount: 0 }),
    })
    const abi = parseAbi(['function next() returns (uint256)'])
    const next = { to: target, abi, functionName: 'next' } as const
    const [block] = await client.simulateBlocks({
      blocks: [{ calls: [next, next] }],
    })
    expect(block?.calls.map(({ result }) => result)).toEqual([1n, 2n])
    const { results } = await client.simulateCalls({
      account: alice,
      calls: [next, { to: other, data: '0x01', value: ether }],
    })
    expect(results).toMatchObject([
      { status: 'success', result: 1n },
      { status: 'success', data: '0x' },
    ])
    const beyond = { account: alice, to: bob, value: ether + 1n }
    await expect(
      client.simulateBlocks({ blocks: [{ calls: [beyond] }] }),
    ).rejects.toMatchObject({ name: 'InsufficientFundsError' })
  })

  test('behavior: without an engine it moves value', async () => {
    const node = createMockNode({ accounts: { [alice]: { balance: 9n } } })
    expect(
      await simulate(node, [
        { calls: [{ from: alice, to: bob, value: '0x9' }] },
        { calls: [{ from: bob, to: alice, value: '0x8' }] },
      ]),
    ).toMatchObject([{ gasUsed: '0x5208' }, { calls: [{ status: '0x1' }] }])
  })
})
