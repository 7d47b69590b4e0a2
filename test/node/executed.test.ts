import { createMockNode, type DroppedEvent } from 'preseal'
import { type Environment, evm } from 'preseal/evm'
import { type Hex, toHex } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { toWord } from '../../bench/contestants/token.js'
import { keccak256 } from '../../src/base/hash/keccak256.js'
import { assemble } from '../entries/evm/assemble.js'
import { ether } from './actors.js'
import { ask } from './reads.js'
import {
  accounts,
  alice,
  balances,
  bob,
  carol,
  dave,
  pay,
  payment,
  receiptOf,
  token,
  tokenNode,
} from './tokenNode.js'

describe('an executed transaction', () => {
  test('behavior: opcodes see the block that it is in', async () => {
    // Stores NUMBER, PREVRANDAO, ORIGIN and the hash of the block before.
    const code = '0x435f5544600155326002556001430340600355'
    const node = tokenNode({ accounts: { ...accounts, [dave]: { code } } })
    node.nextBlock(3)
    const hash = node.preconfirm({ from: alice, to: dave, execute: true })
    node.nextBeat()
    expect(await receiptOf(node, hash)).toMatchObject({ status: '0x1' })
    const slots = await Promise.all(
      ['0x0', '0x1', '0x2', '0x3'].map((slot) =>
        node.provider.request({
          method: 'eth_getStorageAt',
          params: [dave, slot as Hex, 'pending'],
        }),
      ),
    )
    const pending = (await node.provider.request({
      method: 'eth_getBlockByNumber',
      params: ['pending', false],
    })) as unknown as { mixHash: Hex; parentHash: Hex }
    expect(slots).toEqual([
      toWord(4n),
      pending.mixHash,
      toWord(BigInt(alice)),
      pending.parentHash,
    ])
  })

  test('error: what is scripted beside it', () => {
    const node = tokenNode()
    expect(() =>
      node.preconfirm({
        ...payment(alice, carol, 1n),
        status: 'success',
        gasUsed: 50_000n,
        logs: [],
        changes: {},
      }),
    ).toThrowErrorMatchingInlineSnapshot(
      `[InvalidParametersError: preconfirm: "gasUsed" is 50000n, expected nothing with execute: true. Leave it out: the execution decides it. "status" is "success", expected nothing with execute: true. Leave it out: the execution decides it. "logs" is an array of 0, expected nothing with execute: true. Leave it out: the execution decides it. "changes" is {}, expected nothing with execute: true. Leave it out: the execution decides it.]`,
    )
  })

  test('the gas of one that its sender cannot pay for leaves out the floor of its data', async () => {
    const node = tokenNode()
    const unpayable = {
      from: alice,
      to: bob,
      value: 10n ** 18n + 1n,
      data: `0x${'11'.repeat(5_000)}`,
    } as const
    expect(() => node.preconfirm({ ...unpayable, execute: true })).toThrowError(
      /holds 1000000000000000000 wei but the transaction needs/,
    )
    await expect(
      node.provider.request({
        method: 'eth_sendTransaction',
        params: [{ ...unpayable, value: toHex(unpayable.value) }],
      }),
    ).rejects.toThrow('insufficient funds for gas * price + value')
  })

  test('error: what no state would let run', () => {
    const { gas: _, ...unlimited } = payment(alice, carol, 1n)
    const send = (fields: object, options = {}) =>
      expect(() => tokenNode(options).preconfirm({ ...unlimited, ...fields }))
    send({ gas: 21_000n }).toThrowErrorMatchingInlineSnapshot(
      `[GasLimitError: The transaction has a gas limit of 21000 but costs 21368 before it runs (intrinsic gas too low). Raise "gas", or leave it out.]`,
    )
    send({
      data: `0x${'11'.repeat(1_000)}`,
      gas: 50_000n,
    }).toThrowErrorMatchingInlineSnapshot(
      `[GasLimitError: The transaction has a gas limit of 50000 but costs 61000 for its data (EIP-7623) (intrinsic gas too low). Raise "gas", or leave it out.]`,
    )
    send(
      { gas: 2n ** 24n + 1n },
      { hardfork: 'osaka' },
    ).toThrowErrorMatchingInlineSnapshot(
      `[GasLimitError: The transaction has a gas limit of 16777217 but under Osaka it is at most 16777216 (transaction gas limit too high). Lower "gas", or choose another option "hardfork".]`,
    )
    send({
      value: 10n ** 18n + 1n,
      gas: 90_000n,
    }).toThrowErrorMatchingInlineSnapshot(
      `[InsufficientBalanceError: Account 0x00000000000000000000000000000000000a11ce holds 1000000000000000000 wei but the transaction needs 1000000000000000001 wei (insufficient funds for gas * price + value). Fund it with "accounts" or node.setBalance first.]`,
    )
    send({ nonce: 1 }).toThrowErrorMatchingInlineSnapshot(
      `[NonceError: The transaction has nonce 1 but the next nonce of 0x00000000000000000000000000000000000a11ce is 0, after the open block and the queue (nonce too high). Leave "nonce" out, or call node.setNonce first.]`,
    )
    send({}, { engine: undefined }).toThrowErrorMatchingInlineSnapshot(
      `[NoEngineError: 0x00000000000000000000000000000000000070ce holds bytecode, and the node has no engine to run it. It was called with the selector 0xa9059cbb. Describe it with contract({ … }) from 'preseal/contracts' in the option "contracts"; or, to run the bytecode, import { evm } from 'preseal/evm' and write createMockNode({ engine: evm() }).]`,
    )
  })
})

describe('an execution that has no outcome', () => {
  const block = {
    number: '0x9',
    hash: `0x${'9'.repeat(64)}`,
    parentHash: `0x${'8'.repeat(64)}`,
    timestamp: '0x69560000',
    gasLimit: '0x3938700',
    gasUsed: '0x0',
    baseFeePerGas: '0x0',
    miner: alice,
    mixHash: `0x${'7'.repeat(64)}`,
    transactions: [],
  }
  const toStranger = {
    from: alice,
    to: dave,
    value: 1n,
    execute: true,
  } as const

  test('behavior: with the state of an import it runs on', async () => {
    const node = tokenNode()
    pay(node, alice, carol, 10n)
    node.importBlock({ block, state: { [token]: {} } })
    node.nextBeat()
    expect(await balances(node)).toEqual([90n, 100n, 10n, 0n])
  })

  test('error: a verb says it at once', () => {
    const node = tokenNode()
    node.importBlock({ block })
    expect(() => node.preconfirm(toStranger)).toThrow(
      `The code of ${dave} is not known since a block was imported.`,
    )
  })

  test('behavior: a mistake in an engine surfaces as it is', () => {
    const mistake = new TypeError('of the test')
    let isWrong = false
    const { execute } = evm()
    const node = tokenNode({
      engine: {
        execute(...given) {
          if (isWrong) throw mistake
          return execute(...given)
        },
      },
    })
    const dropped: unknown[] = []
    node.on('dropped', ({ reason, error }) => dropped.push([reason, error]))
    const first = pay(node, alice, dave, 10n)
    pay(node, bob, dave, 5n)
    node.nextBeat()
    node.drop(first)
    isWrong = true
    let thrown: unknown
    try {
      node.nextBeat()
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBe(mistake)
    expect(dropped).toEqual([
      ['requested', undefined],
      ['error', mistake],
    ])
    expect(() => pay(node, bob, dave, 5n)).toThrow(mistake)
  })
})

describe('what was executed is executed again', () => {
  test('behavior: a reorg without the first payment keeps the second', async () => {
    const node = tokenNode()
    const first = pay(node, alice, dave, 10n)
    pay(node, bob, dave, 5n)
    node.nextBlock(2)
    node.reorg({ depth: 2, omit: [first] })
    expect(await balances(node, 'latest')).toEqual([100n, 95n, 0n, 5n])
  })

  test('behavior: an amendment lies over what was executed', async () => {
    const node = tokenNode()
    const first = pay(node, alice, dave, 10n)
    const second = pay(node, bob, dave, 5n)
    node.nextBeat()
    const { gasUsed } = (await receiptOf(node, first)) ?? {}
    node.planSeal({
      amend: [
        { transaction: first, status: 'reverted' },
        { transaction: second, gasUsed: 70_000n, logs: [] },
      ],
    })
    node.nextBlock()
    const tokens = [100n, 95n, 0n, 5n]
    expect(await balances(node, 'latest')).toEqual(tokens)
    expect(await receiptOf(node, first)).toMatchObject({
      status: '0x0',
      gasUsed,
      logs: [],
    })
    expect(await receiptOf(node, second)).toMatchObject({
      status: '0x1',
      gasUsed: '0x11170',
      logs: [],
    })
    node.reorg({ depth: 1, omit: [] })
    expect(await balances(node, 'latest')).toEqual(tokens)
    expect(await receiptOf(node, second)).toMatchObject({ gasUsed: '0x11170' })
  })

  test('behavior: amended gas is what is paid', async () => {
    const node = tokenNode({ header: { initialBaseFeePerGas: 100n } })
    const hash = pay(node, alice, carol, 10n)
    node.nextBeat()
    node.planSeal({ amend: [{ transaction: hash, gasUsed: 70_000n }] })
    node.nextBlock()
    const receipt = await receiptOf(node, hash)
    const paid = 70_000n * BigInt(receipt?.effectiveGasPrice ?? 0)
    const params = [alice, 'latest'] as const
    const method = 'eth_getBalance'
    expect(BigInt(await node.provider.request({ method, params }))).toBe(
      10n ** 18n - paid,
    )
  })
})

test("an engine is handed the node's hash, by calls and by transactions", async () => {
  const interpreter = evm()
  const hash = vi.fn(keccak256)
  const handed: Environment['keccak256'][] = []
  // Of more bytes than hashes are kept for.
  const code = assemble('0x80 PUSH0 KECCAK256 PUSH0 MSTORE 0x20 PUSH0 RETURN')
  const node = createMockNode({
    accounts: { [bob]: { code } },
    engine: {
      execute(state, environment, message, observer) {
        handed.push(environment.keccak256)
        const watched = { ...environment, keccak256: hash }
        return interpreter.execute(state, watched, message, observer)
      },
    },
  })
  const answer = await node.provider.request({
    method: 'eth_call',
    params: [{ to: bob }, 'latest'],
  })
  node.preconfirm({ from: alice, to: bob, gas: 100_000n, execute: true })
  node.nextBeat()
  expect(handed).toEqual([keccak256, keccak256])
  expect(hash).toHaveBeenCalledTimes(2)
  expect(answer).toBe(
    '0x012893657d8eb2efad4de0a91bcd0e39ad9837745dec3ea923737ea803fc8e3d',
  )
})

const recovery = `0x${'1'.padStart(40, '0')}` as const

const callsRecovery = assemble('PUSH0 PUSH0 PUSH0 PUSH0 0x01 GAS STATICCALL')

const start = () =>
  createMockNode({
    accounts: { [alice]: { balance: ether } },
    engine: evm({ computeUnitLimit: 10 }),
  })

test('a transaction past the limit of compute units is thrown by its verb, and nothing of it is left', async () => {
  const node = start()
  expect(() =>
    node.preconfirm({ from: alice, to: recovery, gas: 50_000n, execute: true }),
  ).toThrow('more than 10 compute units')
  node.nextBeat()
  expect([
    await ask(node, 'eth_getTransactionCount', alice, 'pending'),
    await ask(node, 'eth_getBalance', alice, 'pending'),
  ]).toEqual(['0x0', `0x${ether.toString(16)}`])
})

test('one that is sent is refused', async () => {
  const sent = start().provider.request({
    method: 'eth_sendTransaction',
    params: [{ from: alice, to: recovery, gas: '0xc350' }],
  })
  await expect(sent).rejects.toMatchObject({
    code: -32000,
    message: expect.stringContaining('more than 10 compute units'),
  })
})

test('one that comes to that in the queue is dropped as an error, and nothing of it is left', async () => {
  const node = start()
  const dropped: DroppedEvent['reason'][] = []
  node.on('dropped', ({ reason }) => dropped.push(reason))
  await node.provider.request({
    method: 'eth_sendTransaction',
    params: [{ from: alice, to: bob, gas: '0xc350' }],
  })
  node.setCode({ address: bob, bytecode: callsRecovery })
  node.nextBeat()
  expect(dropped).toEqual(['error'])
  expect([
    await ask(node, 'eth_getTransactionCount', alice, 'pending'),
    await ask(node, 'eth_getBalance', alice, 'pending'),
  ]).toEqual(['0x0', `0x${ether.toString(16)}`])
})
