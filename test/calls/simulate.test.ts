import { createMockNode } from 'preseal'
import { getAddress, keccak256, serializeTransaction } from 'viem'
import { describe, expect, test } from 'vitest'
import { word } from '../conformance/actors.js'
import { assemble } from '../entries/evm/assemble.js'
import {
  alice,
  ask,
  bob,
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
  stateRoot: string
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
    const node = nodeWith(counter, { header: { initialBaseFeePerGas: 7n } })
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

  test('behavior: transactions of calls are signed by nobody', async () => {
    const node = nodeWith(counter)
    const [block] = await simulate(
      node,
      [{ calls: [{ ...call, gas: '0xffff', maxFeePerGas: '0x9' }] }],
      { returnFullTransactions: true },
    )
    const unsigned = serializeTransaction(
      {
        chainId: 31_337,
        type: 'eip1559',
        to: target,
        gas: 65_535n,
        maxFeePerGas: 9n,
        maxPriorityFeePerGas: 0n,
        nonce: 0,
      },
      { r: '0x0', s: '0x0', yParity: 0 },
    )
    expect(block?.transactions).toMatchObject([
      {
        hash: keccak256(unsigned),
        blockTimestamp: block?.timestamp,
        v: '0x0',
        r: '0x0',
        s: '0x0',
        yParity: '0x0',
      },
    ])
  })

  test('behavior: maxUsedGas is what was used before refunds', async () => {
    const node = nodeWith('STOP', {
      accounts: {
        [target]: {
          code: assemble('PUSH0 PUSH0 SSTORE'),
          storage: { '0x0': '0x1' },
        },
      },
    })
    const [block] = await simulate(node, [{ calls: [call] }])
    expect(block?.calls).toMatchObject([
      { gasUsed: quantity(26_004 - 4_800), maxUsedGas: quantity(26_004) },
    ])
  })

  test('behavior: logs that were undone count in the index of those after them', async () => {
    const node = nodeWith(
      'PUSH0 PUSH0 LOG0 CALLDATASIZE 0x0a JUMPI PUSH0 PUSH0 REVERT JUMPDEST',
    )
    const [block] = await simulate(node, [
      { calls: [call, { ...call, data: '0x01' }] },
    ])
    expect(block?.calls).toMatchObject([
      { status: '0x0', logs: [] },
      {
        status: '0x1',
        logs: [{ logIndex: '0x1', blockTimestamp: block?.timestamp }],
      },
    ])
  })

  test('behavior: system contracts run where the state has their code', async () => {
    const history = '0x0000f90827f1c53a10cb7a02335b175320002935'
    /** Keeps by the number of a block what the system says, and reads it. */
    const code = assemble(
      `CALLER 0x${'f'.repeat(39)}e EQ 0x23 JUMPI PUSH0 CALLDATALOAD SLOAD ${returned} JUMPDEST PUSH0 CALLDATALOAD NUMBER SSTORE`,
    )
    const accounts = { [history]: { code } }
    const calls = [1, 2].map((number) => ({ to: history, data: word(number) }))
    const [first, second] = await simulate(nodeWith('STOP', { accounts }), [
      {},
      { calls },
    ])
    expect(second?.calls).toMatchObject([
      { returnData: first?.parentHash },
      { returnData: first?.hash },
    ])
    expect(first?.stateRoot).not.toBe(second?.stateRoot)
    // Nobody there can run it.
    const [alone, next] = await simulate(createMockNode({ accounts }), [{}, {}])
    expect(alone?.stateRoot).toBe(next?.stateRoot)
  })

  test('options: movePrecompileToAddress', async () => {
    const node = nodeWith('STOP')
    const identity = '0x0000000000000000000000000000000000000004'
    const moved = { [identity]: { movePrecompileToAddress: other } }
    const calls = [identity, other].map((to) => ({
      from: alice,
      to,
      data: '0x1234',
    }))
    const blocks = await simulate(node, [
      { stateOverrides: moved, calls },
      { calls },
    ])
    expect(
      blocks.map(({ calls }) => calls.map(({ returnData }) => returnData)),
    ).toEqual([
      ['0x', '0x1234'],
      ['0x1234', '0x'],
    ])
    const asked = (overrides: object) =>
      ask(node, 'eth_call', calls[1], 'latest', overrides)
    expect(await asked(moved)).toBe('0x1234')
    expect(await asked({ ...moved, [other]: { nonce: '0x1' } })).toEqual({
      code: -32000,
      message: `account ${getAddress(other)} is already overridden`,
    })
    expect(await asked({ [bob]: { movePrecompileToAddress: other } })).toEqual({
      code: -32000,
      message: `account ${getAddress(bob)} is not a precompile`,
    })
  })

  test('options: the highest nonce', async () => {
    const node = nodeWith('STOP')
    const highest = { [alice]: { nonce: '0xffffffffffffffff' } }
    const [block] = await simulate(
      node,
      [{ stateOverrides: highest, calls: [call, call] }],
      { returnFullTransactions: true },
    )
    expect(block?.transactions).toMatchObject([
      { nonce: '0xffffffffffffffff' },
      { nonce: '0x0' },
    ])
    const params = {
      blockStateCalls: [{ stateOverrides: highest, calls: [call] }],
    }
    expect(
      await ask(node, 'eth_simulateV1', { ...params, validation: true }),
    ).toEqual({
      code: -32603,
      message: `err: nonce has max value: address ${getAddress(alice)}, nonce: 18446744073709551615 (supplied gas 50000000)`,
    })
  })

  test('error: on a block that is not there', async () => {
    const params = { blockStateCalls: [{}] }
    expect(
      await ask(nodeWith('STOP'), 'eth_simulateV1', params, '0x9'),
    ).toEqual({ code: -32000, message: 'header not found' })
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
          "message": "err: insufficient funds for gas * price + value: address 0x0000000000000000000000000000000000000B0b have 0 want 1 (supplied gas 50000000)",
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
})
