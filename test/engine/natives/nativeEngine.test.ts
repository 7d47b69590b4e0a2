import { getContractAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Native, NativeFrame } from '../../../src/engine/engine.js'
import { nativeEngine } from '../../../src/engine/natives/createNatives.js'
import { addressOf } from '../../entries/evm/assemble.js'
import { alice, send as sendTo, target } from '../../entries/evm/message.js'

const bob = addressOf(0xb0b)
const other = addressOf(0xbeef)
const marker = '0xfe01'
const one = `0x${'1'.padStart(64, '0')}` as const
const two = `0x${'2'.padStart(64, '0')}` as const
const done = { status: 'success', output: '0x', gasUsed: 30_000n } as const

type Asked = Omit<Parameters<typeof sendTo>[0], 'engine'>

const send = (asked: Asked) => sendTo({ engine: nativeEngine, ...asked })

/** A message to a native contract at `target`. */
const sendToNative = (native: Native, asked: Asked = {}) =>
  send({
    ...asked,
    accounts: { [target]: { code: marker }, ...asked.accounts },
    environment: { native: () => native },
  })

describe('nativeEngine', () => {
  test('default: moves value', () => {
    expect(send({ message: { to: bob, value: 7n } })).toEqual({
      status: 'success',
      output: '0x',
      gasUsed: 21_000n,
      logs: [],
      contractAddress: null,
      changes: {
        [alice]: { balance: 993n, nonce: 1n },
        [bob]: { balance: 7n },
      },
    })
  })

  test('behavior: a creation without initcode has its address, and no code', () => {
    const { contractAddress, changes, gasUsed } = send({
      message: { to: null, value: 7n },
    })
    const address = getContractAddress({ from: alice, nonce: 0n })
    expect(contractAddress).toBe(address.toLowerCase())
    expect({ gasUsed, changes }).toEqual({
      gasUsed: 53_000n,
      changes: {
        [alice]: { balance: 993n, nonce: 1n },
        [contractAddress as string]: { balance: 7n, nonce: 1n, cleared: true },
      },
    })
  })

  test('behavior: a native contract writes, logs and answers', () => {
    let seen: NativeFrame | undefined
    const { status, output, gasUsed, logs, changes } = sendToNative(
      (frame) => {
        seen = frame
        frame.setSlot(one, two)
        frame.emit([one], '0x05')
        return { ...done, output: '0x1234' }
      },
      { message: { value: 3n, data: '0xaabb' } },
    )
    const { address, codeAddress, caller, value, input, gas, isStatic } =
      seen as NativeFrame
    expect({
      address,
      codeAddress,
      caller,
      value,
      input,
      gas,
      isStatic,
    }).toEqual({
      address: target,
      codeAddress: target,
      caller: alice,
      value: 3n,
      input: '0xaabb',
      gas: 1_000_000n - 21_032n,
      isStatic: false,
    })
    expect({ status, output, gasUsed, logs, change: changes[target] }).toEqual({
      status: 'success',
      output: '0x1234',
      gasUsed: 51_032n,
      logs: [{ address: target, topics: [one], data: '0x05' }],
      change: { balance: 3n, storage: { [one]: two } },
    })
  })

  test('behavior: what a failed call did is undone, what the caller did is not', () => {
    const { logs, changes, gasUsed } = sendToNative(
      (frame) => {
        if (frame.address === other) {
          frame.setSlot(one, two)
          frame.emit([], '0x01')
          return { status: 'reverted', output: '0xdead', gasUsed: 5n }
        }
        frame.setSlot(two, two)
        const call = { to: other, value: 1n, input: '0x01' } as const
        expect(frame.call(call)).toEqual({
          status: 'reverted',
          output: '0xdead',
          gasUsed: 5n,
        })
        frame.emit([], '0x02')
        return done
      },
      { accounts: { [other]: { code: marker } }, message: { value: 3n } },
    )
    expect(gasUsed).toBe(51_005n)
    expect(logs.map(({ data }) => data)).toEqual(['0x02'])
    expect(changes[target]).toEqual({ balance: 3n, storage: { [two]: two } })
    expect(changes).not.toHaveProperty(other)
  })

  test('behavior: a contract passes on all that it was sent, and not more', () => {
    const halts: unknown[] = []
    const { changes } = sendToNative(
      (frame) => {
        for (const value of [4n, 3n, 1n])
          halts.push(frame.call({ to: bob, value }).halt)
        return done
      },
      { message: { value: 3n } },
    )
    const poor = 'insufficient balance for transfer'
    expect(halts).toEqual([poor, undefined, poor])
    expect(changes[bob]).toEqual({ balance: 3n })
  })

  test('behavior: an observer is told of each frame', () => {
    const told: unknown[] = []
    sendToNative(
      (frame) => {
        if (frame.address === other) return { ...done, halt: 'of its own' }
        frame.call({ to: other, isStatic: true, gas: 9n })
        return { ...done, status: 'reverted' }
      },
      {
        accounts: { [other]: { code: marker } },
        observer: {
          enter: ({ type, to, depth, gas }) =>
            told.push([type, to, depth, gas]),
          exit: ({ gasUsed, error }) => told.push([gasUsed, error]),
        },
      },
    )
    expect(told).toEqual([
      ['CALL', target, 0, 979_000n],
      ['STATICCALL', other, 1, 9n],
      [9n, 'of its own'],
      [30_009n, 'execution reverted'],
    ])
  })

  test('behavior: calls itself 128 deep and is then refused', () => {
    let deepest = 0
    const halts = new Set<string | undefined>()
    const { status } = sendToNative((frame) => {
      deepest++
      halts.add(frame.call({ to: target }).halt)
      return { ...done, gasUsed: 0n }
    })
    expect([status, deepest, ...halts]).toEqual([
      'success',
      129,
      'max call depth exceeded',
      undefined,
    ])
  })

  test('behavior: what a native throws leaves the execution as it is', () => {
    expect(() =>
      sendToNative(() => {
        throw new TypeError('a bug of the test')
      }),
    ).toThrow(new TypeError('a bug of the test'))
  })

  const name = 'NoEngineError'

  test('error: bytecode', () => {
    const accounts = { [target]: { code: '0x6001' as const } }
    expect(() => send({ accounts, message: { data: '0x70a0823100' } })).toThrow(
      expect.objectContaining({
        name,
        message: `${target} holds bytecode, and the node has no engine to run it. It was called with the selector 0x70a08231. Describe it with contract({ … }) from 'preseal/contracts' in the option "contracts"; or, to run the bytecode, import { evm } from 'preseal/evm' and write createMockNode({ engine: evm() }).`,
      }),
    )
    expect(() => send({ accounts })).toThrow('called with 0x.')
  })

  test('error: a marker that no contract of this node has', () => {
    expect(() => send({ accounts: { [target]: { code: '0xfe02' } } })).toThrow(
      expect.objectContaining({ name }),
    )
  })

  test('error: initcode', () => {
    expect(() => send({ message: { to: null, data: '0x00' } })).toThrow(
      expect.objectContaining({
        name,
        message:
          "The node has no engine to run the initcode of a contract. To run it, import { evm } from 'preseal/evm' and write createMockNode({ engine: evm() }); or script the transaction with node.preconfirm, and pass the contract's code in \"changes\".",
      }),
    )
  })

  test('error: a precompile, unless it is only paid', () => {
    const to = addressOf(2)
    expect(() => send({ message: { to, data: '0x1234' } })).toThrow(
      expect.objectContaining({
        name,
        message: `${to} is a precompile, and the node has no engine to run it. It was called with 0x1234. To run it, import { evm } from 'preseal/evm' and write createMockNode({ engine: evm() }).`,
      }),
    )
    expect(send({ message: { to, value: 1n } }).changes[to]).toEqual({
      balance: 1n,
    })
  })
})
