import { getContractAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { zeroHash } from '../../../src/base/hex/hex.js'
import type { Native } from '../../../src/engine/engine.js'
import { nativeEngine } from '../../../src/engine/natives/createNatives.js'
import { addressOf } from '../../entries/evm/assemble.js'
import { alice, send as sendTo, target } from '../../entries/evm/message.js'

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

  test('behavior: a slot is the same one before and after writes, however named', () => {
    const ten = `0x${'a'.padStart(64, '0')}` as const
    const names = [ten, ten.replace('a', 'A') as typeof ten, '0xa'] as const
    const seen: string[][] = []
    sendToNative(
      (frame) => {
        const read = () => names.map((name) => frame.state.slot(target, name))
        seen.push(read())
        if (frame.caller === target) {
          frame.setSlot(names[1], two)
          seen.push(read())
          return { ...done, status: 'reverted' }
        }
        frame.call({ to: target })
        seen.push(read())
        frame.setSlot(names[2], zeroHash)
        seen.push(read())
        return done
      },
      { accounts: { [target]: { code: marker, storage: { [ten]: one } } } },
    )
    const values = [one, one, two, one, zeroHash]
    expect(seen).toEqual(values.map((value) => [value, value, value]))
  })

  test('behavior: Amsterdam lists the slots that a native contract only read', () => {
    const { accessed } = sendTo({
      accounts: { [target]: { code: marker, storage: { [one]: two } } },
      environment: {
        hardfork: 'amsterdam',
        native: () => (frame) => {
          expect(frame.state.slot(target, one)).toBe(two)
          return done
        },
      },
    })
    expect(accessed?.[target]).toEqual([one])
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

  test('error: a marker that no contract of this node has', () => {
    expect(() => send({ accounts: { [target]: { code: '0xfe02' } } })).toThrow(
      expect.objectContaining({ name }),
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
