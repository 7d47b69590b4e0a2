import { readFileSync } from 'node:fs'
import { evm } from 'preseal/evm'
import {
  decodeErrorResult,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  multicall3Abi,
  parseAbi,
  parseAbiItem,
} from 'viem'
import { describe, expect, test } from 'vitest'
import type { Execution, Native } from '../../../src/engine/engine.js'
import { nativeEngine } from '../../../src/engine/natives/createNatives.js'
import { multicall3 } from '../../../src/engine/natives/functions/multicall3.js'
import { addressOf } from '../../entries/evm/assemble.js'
import { alice, send, target } from '../../entries/evm/message.js'
import { createRandom, type Random } from '../../entries/evm/random.js'
import { share } from '../../runs.js'

const abi = parseAbi([
  'struct Call { address target; bytes callData }',
  'struct Call3 { address target; bool allowFailure; bytes callData }',
  'struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData }',
  'struct Result { bool success; bytes returnData }',
  'function aggregate(Call[] calls) payable returns (uint256 blockNumber, bytes[] returnData)',
  'function tryAggregate(bool requireSuccess, Call[] calls) payable returns (Result[] returnData)',
  'function blockAndAggregate(Call[] calls) payable returns (uint256 blockNumber, bytes32 blockHash, Result[] returnData)',
  'function tryBlockAndAggregate(bool requireSuccess, Call[] calls) payable returns (uint256 blockNumber, bytes32 blockHash, Result[] returnData)',
  'function aggregate3(Call3[] calls) payable returns (Result[] returnData)',
  'function aggregate3Value(Call3Value[] calls) payable returns (Result[] returnData)',
  'function getBlockNumber() view returns (uint256)',
  'function getCurrentBlockTimestamp() view returns (uint256)',
  'function getCurrentBlockGasLimit() view returns (uint256)',
  'function getCurrentBlockCoinbase() view returns (address)',
  'function getCurrentBlockDifficulty() view returns (uint256)',
  'function getBasefee() view returns (uint256)',
  'function getChainId() view returns (uint256)',
  'function getLastBlockHash() view returns (bytes32)',
  'function getBlockHash(uint256) view returns (bytes32)',
  'function getEthBalance(address) view returns (uint256)',
])

/** As viem has it, which deploys it where a chain has none. */
const [, creationCode] = /multicall3Bytecode = '(0x[0-9a-f]+)'/.exec(
  readFileSync('node_modules/viem/_esm/constants/contracts.js', 'utf8'),
) as unknown as [string, Hex]
const deployed = send({
  message: { to: null, data: creationCode, gas: 9_000_000n },
}).output

const marker = '0xfe01'
const otherMarker = '0xfe02'
const other = addressOf(0xbeef)
const plain = addressOf(0xd001)

/** Says what it was sent, and writes it; or reverts with it. */
const echo: Native = (frame) => {
  frame.setSlot(
    `0x${'0'.repeat(64)}`,
    `0x${frame.value.toString(16).padStart(64, '0')}`,
  )
  frame.emit([], frame.input)
  const status = frame.input.startsWith('0xff') ? 'reverted' : 'success'
  return { status, output: frame.input, gasUsed: 1_000n }
}

type Sent = { data: Hex; value?: bigint }

/** What becomes of a call, by the native contract or by the bytecode. */
function run(code: Hex, { data, value = 0n }: Sent, engine = evm()): Execution {
  return send({
    engine,
    accounts: {
      [target]: { code, nonce: 1n },
      [other]: { code: otherMarker, nonce: 1n, balance: 3n },
    },
    environment: {
      mixHash: `0x${'5a'.repeat(32)}`,
      native: (marked) => (marked === marker ? multicall3 : echo),
    },
    message: { data, value, gas: 5_000_000n },
  })
}

const outcome = ({ status, output, logs, changes }: Execution) => ({
  status,
  output,
  logs,
  changes,
})

/** Both by the interpreter and without it, beside what is deployed. */
function expectSame(sent: Sent, about?: string): Execution {
  const expected = outcome(run(deployed, sent))
  expect(outcome(run(marker, sent)), about).toEqual(expected)
  const native = run(marker, sent, nativeEngine)
  expect(outcome(native), about).toEqual(expected)
  return native
}

const random = (seed: number) => createRandom(seed)

function callsOf(random: Random) {
  return Array.from({ length: random.below(5) }, () => ({
    target: random.pick([other, other, plain, target]),
    allowFailure: random.chance(0.7),
    value: BigInt(random.below(4)),
    callData: (random.chance(0.2)
      ? '0xff'
      : `0x${random.bytes(random.below(70))}`) as Hex,
  }))
}

function randomData(random: Random, depth = 0): Hex {
  const calls = callsOf(random)
  const nested = depth < 2 && random.chance(0.3)
  if (nested && calls[0])
    calls[0] = { ...calls[0], target, callData: randomData(random, depth + 1) }
  const requireSuccess = random.chance(0.5)
  return random.pick([
    () => encodeFunctionData({ abi, functionName: 'aggregate', args: [calls] }),
    () =>
      encodeFunctionData({
        abi,
        functionName: 'tryAggregate',
        args: [requireSuccess, calls],
      }),
    () =>
      encodeFunctionData({
        abi,
        functionName: 'blockAndAggregate',
        args: [calls],
      }),
    () =>
      encodeFunctionData({
        abi,
        functionName: 'tryBlockAndAggregate',
        args: [requireSuccess, calls],
      }),
    () =>
      encodeFunctionData({ abi, functionName: 'aggregate3', args: [calls] }),
    () =>
      encodeFunctionData({
        abi,
        functionName: 'aggregate3Value',
        args: [calls],
      }),
  ])()
}

describe('multicall3', () => {
  test('default: what viem sends, and reads', () => {
    const data = encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      args: [
        [
          { target: other, allowFailure: true, callData: '0x1234' },
          { target: other, allowFailure: true, callData: '0xff' },
          { target: plain, allowFailure: false, callData: '0x' },
        ],
      ],
    })
    const { output } = expectSame({ data })
    expect(
      decodeFunctionResult({
        abi: multicall3Abi,
        functionName: 'aggregate3',
        data: output,
      }),
    ).toEqual([
      { success: true, returnData: '0x1234' },
      { success: false, returnData: '0xff' },
      { success: true, returnData: '0x' },
    ])
  })

  const getters = [
    ['getBlockNumber'],
    ['getCurrentBlockTimestamp'],
    ['getCurrentBlockGasLimit'],
    ['getCurrentBlockCoinbase'],
    ['getCurrentBlockDifficulty'],
    ['getBasefee'],
    ['getChainId'],
    ['getLastBlockHash'],
  ] as const

  test.each(getters)('behavior: %s', (functionName) => {
    const data = encodeFunctionData({ abi, functionName })
    expect(expectSame({ data }).output).not.toBe('0x')
    expect(expectSame({ data, value: 1n }).output).toBe('0x')
  })

  test('behavior: balances, and hashes of blocks that are not too old', () => {
    for (const address of [alice, other, plain])
      expectSame({
        data: encodeFunctionData({
          abi,
          functionName: 'getEthBalance',
          args: [address],
        }),
      })
    for (const number of [0n, 99n, 100n, 101n, 2n ** 256n - 1n])
      expectSame({
        data: encodeFunctionData({
          abi,
          functionName: 'getBlockHash',
          args: [number],
        }),
      })
  })

  test('behavior: as deployed, whatever is called', () => {
    const seen = new Set<string>()
    for (let seed = 0; seed < share(1_000); seed++) {
      const from = random(seed)
      const value = BigInt(from.pick([0, 0, 1, 5]))
      const { status, output } = expectSame(
        { data: randomData(from), value },
        `seed ${seed}`,
      )
      seen.add(status === 'success' ? status : output.slice(0, 10))
    }
    expect([...seen].sort()).toEqual(['0x08c379a0', 'success'])
  })

  test('error: reasons', () => {
    const failing = {
      target: other,
      allowFailure: false,
      value: 0n,
      callData: '0xff' as const,
    }
    const reasons = [
      encodeFunctionData({ abi, functionName: 'aggregate', args: [[failing]] }),
      encodeFunctionData({
        abi,
        functionName: 'tryAggregate',
        args: [true, [failing]],
      }),
      encodeFunctionData({
        abi,
        functionName: 'aggregate3',
        args: [[failing]],
      }),
      encodeFunctionData({
        abi,
        functionName: 'aggregate3Value',
        args: [[failing]],
      }),
      encodeFunctionData({
        abi,
        functionName: 'aggregate3Value',
        args: [[{ ...failing, allowFailure: true, value: 1n }]],
      }),
    ].map((data) => {
      const { output } = expectSame({ data })
      return decodeErrorResult({ abi: [], data: output }).args?.[0]
    })
    expect(reasons).toEqual([
      ...Array(4).fill('Multicall3: call failed'),
      'Multicall3: value mismatch',
    ])
  })

  test('error: what it cannot read', () => {
    const data = randomData(random(3))
    const aggregate3 = encodeFunctionData({
      abi,
      functionName: 'aggregate3',
      args: [callsOf(random(1))],
    })
    const dirty = encodeFunctionData({
      abi: [parseAbiItem('function tryAggregate(uint256,(uint256,bytes)[])')],
      args: [2n, []],
    })
    const dirtyAddress = encodeFunctionData({
      abi: [parseAbiItem('function tryAggregate(uint256,(uint256,bytes)[])')],
      args: [1n, [[2n ** 160n, '0x']]],
    })
    for (const sent of [
      '0x',
      '0x12345678',
      dirty,
      dirtyAddress,
      aggregate3.slice(0, 10),
      aggregate3.slice(0, 74),
      data.slice(0, 140),
    ])
      expect(expectSame({ data: sent as Hex }).output).toBe('0x')
  })

  test('error: twice within itself, 100 deep, it runs out of gas', () => {
    let data = encodeFunctionData({ abi, functionName: 'getBlockNumber' })
    for (let depth = 0; depth < 100; depth++) data = twice(data)
    let frames = 0
    const { status } = send({
      engine: nativeEngine,
      accounts: { [target]: { code: marker } },
      environment: { native: () => multicall3 },
      message: { data, gas: 5_000_000n },
      observer: { enter: () => frames++ },
    })
    expect(status).toBe('success')
    expect(frames).toBeLessThan((2 * 5_000_000) / 30_000)
  })
})

/** Two calls of itself, which stand at one place of the data. */
function twice(data: Hex): Hex {
  const calls = [{ target, allowFailure: true, callData: data }]
  const once = encodeFunctionData({
    abi,
    functionName: 'aggregate3',
    args: [calls],
  })
  const word = (value: number) => value.toString(16).padStart(64, '0')
  const heads = word(0x20) + word(2) + word(0x40).repeat(2)
  return `${once.slice(0, 10)}${heads}${once.slice(10 + 3 * 64)}` as Hex
}
