import { describe, expect, test } from 'vitest'
import type { Hash, Hex } from '../../../src/base/hex/hex.js'
import type { Native, NativeFrame } from '../../../src/engine/engine.js'
import { addressOf, assemble } from './assemble.js'
import { alice, runCode, send, target } from './message.js'

const marker: Hex = '0xfe01'
const nativeAddress = addressOf(0xbeef)
const one: Hash = `0x${'1'.padStart(64, '0')}`
const two: Hash = `0x${'2'.padStart(64, '0')}`

/** A message to `target`, with a native contract at `nativeAddress`. */
function runWith(native: Native, code: Hex) {
  return runCode(code, {
    accounts: { [nativeAddress]: { nonce: 1n, code: marker, balance: 9n } },
    environment: {
      native: (marked) => (marked === marker ? native : undefined),
    },
  })
}

const done = { status: 'success', output: '0x', gasUsed: 30_000n } as const
const callIt = 'PUSH0 PUSH0 PUSH0 PUSH0 0x02 0xbeef GAS CALL'
const tellIt =
  'PUSH0 MSTORE RETURNDATASIZE PUSH0 0x20 RETURNDATACOPY 0x60 PUSH0 RETURN'

describe('a native contract', () => {
  test('default: gets what a frame has, and gives what one gives', () => {
    let seen: NativeFrame | undefined
    const code = assemble(`
      0xaabb PUSH0 MSTORE
      PUSH0 PUSH0 0x02 0x1e 0x02 0xbeef 0xffff CALL ${tellIt}`)
    const { output, gasUsed } = send({
      accounts: {
        [target]: { balance: 5n, code },
        [nativeAddress]: { code: marker },
      },
      environment: {
        native: () => (frame) => {
          seen = frame
          return { status: 'success', output: '0x1234', gasUsed: 300n }
        },
      },
    })
    expect(output.slice(0, 70)).toBe(`${one}1234`)
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
      address: nativeAddress,
      codeAddress: nativeAddress,
      caller: target,
      value: 2n,
      input: '0xaabb',
      gas: 67_835n,
      isStatic: false,
    })
    expect(gasUsed).toBe(21_000n + 2_600n + 9_000n - 2_300n + 300n + 59n)
  })

  test('runs as the message itself', () => {
    const { status, logs, changes, gasUsed } = send({
      accounts: { [target]: { code: marker } },
      environment: {
        native: () => (frame) => {
          frame.setSlot(one, two)
          frame.emit([one], '0x05')
          return done
        },
      },
    })
    expect({ status, gasUsed, logs, change: changes[target] }).toEqual({
      status: 'success',
      gasUsed: 51_000n,
      logs: [{ address: target, topics: [one], data: '0x05' }],
      change: { storage: { [one]: two } },
    })
  })

  test('delegated to, it writes where the caller stores', () => {
    const native: Native = (frame) => {
      expect(frame.address).toBe(target)
      expect(frame.codeAddress).toBe(nativeAddress)
      expect(frame.caller).toBe(alice)
      frame.setSlot(one, two)
      return done
    }
    const { changes } = runWith(
      native,
      assemble('PUSH0 PUSH0 PUSH0 PUSH0 0xbeef GAS DELEGATECALL'),
    )
    expect(changes[target]).toEqual({ storage: { [one]: two } })
  })

  test('calls bytecode, which calls it again', () => {
    const inputs: Hex[] = []
    const native: Native = (frame) => {
      inputs.push(frame.input)
      if (frame.input === '0x') {
        frame.emit([], '0x01')
        const { status, gasUsed } = frame.call({ to: target, input: '0x07' })
        expect([status, frame.state.balance(target)]).toEqual(['success', 0n])
        expect(gasUsed).toBeGreaterThan(30_000n)
        frame.emit([], '0x03')
      } else frame.emit([], '0x02')
      return done
    }
    const code = assemble(`
      CALLDATASIZE PUSH0 PUSH0 CALLDATACOPY
      PUSH0 PUSH0 CALLDATASIZE PUSH0 PUSH0 0xbeef GAS CALL`)
    const { logs, gasUsed } = runWith(native, code)
    expect(inputs).toEqual(['0x', '0x07'])
    expect(logs.map(({ data }) => data)).toEqual(['0x01', '0x02', '0x03'])
    expect(gasUsed).toBeGreaterThan(21_000n + 60_000n)
  })

  test('reverting takes back what it wrote and what it called', () => {
    const native: Native = (frame) => {
      frame.setSlot(one, two)
      frame.emit([], '0x01')
      frame.call({ to: alice, value: 4n })
      return { status: 'reverted', output: '0xdead', gasUsed: 1n }
    }
    const { output, logs, changes } = runWith(
      native,
      assemble(`${callIt.replace('0x02', 'PUSH0')} ${tellIt}`),
    )
    expect(output.slice(0, 70)).toBe(`0x${'0'.repeat(64)}dead`)
    expect(logs).toEqual([])
    expect(changes).toEqual({ [alice]: { nonce: 1n } })
  })

  const writes: [name: string, write: (frame: NativeFrame) => unknown][] = [
    ['setSlot', (frame) => frame.setSlot(one, two)],
    ['emit', (frame) => frame.emit([], '0x')],
    ['call', (frame) => frame.call({ to: alice, value: 1n })],
  ]

  test.each(writes)('halts in a static frame at %s', (_, write) => {
    const errors: unknown[] = []
    runCode(assemble('PUSH0 PUSH0 PUSH0 PUSH0 0xbeef GAS STATICCALL'), {
      accounts: { [nativeAddress]: { code: marker, balance: 9n } },
      environment: {
        native: () => (frame) => {
          write(frame)
          return done
        },
      },
      observer: { exit: ({ error }) => errors.push(error) },
    })
    expect(errors.slice(-2)).toEqual(['write protection', undefined])
  })

  test('halts where it uses more gas than it has', () => {
    const { halt, gasUsed } = send({
      accounts: { [target]: { code: marker } },
      message: { gas: 50_000n },
      environment: { native: () => () => done },
    })
    expect([halt, gasUsed]).toEqual(['out of gas', 50_000n])
  })

  test('what it throws leaves the execution as it is', () => {
    const native = () => {
      throw new TypeError('nobody answers')
    }
    expect(() =>
      runWith(native, assemble(callIt.replace('0x02', 'PUSH0'))),
    ).toThrow(TypeError)
  })

  test('calls itself as deep as the stack of JavaScript is sure to be', () => {
    let deepest = 0
    const halts = new Set<string | undefined>()
    const native: Native = (frame) => {
      deepest++
      halts.add(frame.call({ to: target }).halt)
      return { ...done, gasUsed: 0n }
    }
    const { status } = send({
      accounts: { [target]: { code: marker } },
      environment: { native: () => native },
    })
    expect([status, deepest, ...halts]).toEqual([
      'success',
      129,
      'max call depth exceeded',
      undefined,
    ])
  })

  test('is an invalid instruction where nobody knows the marker', () => {
    const { halt } = send({
      accounts: { [target]: { code: '0xfe02' } },
      environment: { native: () => undefined },
    })
    expect(halt).toBe('invalid opcode: INVALID')
  })
})
