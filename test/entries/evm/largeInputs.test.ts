import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Hex } from '../../../src/base/hex/hex.js'
import { addressOf, assemble } from './assemble.js'
import { runCode } from './message.js'

afterEach(() => {
  vi.restoreAllMocks()
})

/** How many bytes are copied meanwhile. */
function copiedBy(run: () => void): number {
  const { prototype } = Uint8Array
  const { slice, set } = prototype
  let copied = 0
  vi.spyOn(prototype, 'slice').mockImplementation(function (
    this: Uint8Array,
    ...range
  ) {
    const copy = slice.apply(this, range) as Uint8Array<ArrayBuffer>
    copied += copy.length
    return copy
  })
  vi.spyOn(prototype, 'set').mockImplementation(function (
    this: Uint8Array,
    source,
    at,
  ) {
    copied += source.length
    set.call(this, source, at)
  })
  run()
  vi.restoreAllMocks()
  return copied
}

const megabyte = '0x0ffff0'

/** One MB of memory, then this over and over. */
const loop = (body: string) =>
  assemble(`PUSH0 ${megabyte} MSTORE JUMPDEST ${body} 0x06 JUMP`)

describe('calls that passed a megabyte copied it though nobody read it', () => {
  const range = `${megabyte} PUSH0`
  test.each([
    ['CALL', `PUSH0 PUSH0 ${range} PUSH0 0xbeef GAS CALL`],
    ['CALLCODE', `PUSH0 PUSH0 ${range} PUSH0 0xbeef GAS CALLCODE`],
    ['DELEGATECALL', `PUSH0 PUSH0 ${range} 0xbeef GAS DELEGATECALL`],
    ['STATICCALL', `PUSH0 PUSH0 ${range} 0xbeef GAS STATICCALL`],
  ])('%s', (_, call) => {
    let calls = 0
    let status: string | undefined
    const copied = copiedBy(() => {
      const execution = runCode(loop(`${call} POP`), {
        accounts: { [addressOf(0xbeef)]: { code: '0x00' } },
        message: { gas: 3_000_000n },
        observer: {
          enter: () => {
            calls++
          },
        },
      })
      status = execution.halt
    })
    expect(status).toBe('out of gas')
    expect(calls).toBeGreaterThan(1_000)
    // Less than twice the memory, which grows by doubling.
    expect(copied).toBeLessThan(2_200_000)
  })
})

/** 32 bytes of these digits. */
const filled = (digits: string): Hex => `0x${digits.repeat(32)}`

describe("what shares the caller's memory", () => {
  test('behavior: data that identity returned stays when the caller overwrites its input', () => {
    const { output } = runCode(
      assemble(`
        ${filled('aa')} PUSH0 MSTORE
        PUSH0 PUSH0 0x20 PUSH0 0x04 GAS STATICCALL
        ${filled('bb')} PUSH0 MSTORE
        0x20 PUSH0 0x20 RETURNDATACOPY 0x40 PUSH0 RETURN`),
    )
    expect(output).toBe(`${filled('bb')}${'aa'.repeat(32)}`)
  })

  test('behavior: output that falls on the input arrives whole', () => {
    const { output } = runCode(
      assemble(`
        ${filled('ab')} PUSH0 MSTORE ${filled('cd')} 0x20 MSTORE
        0x40 0x10 0x40 PUSH0 0x04 GAS STATICCALL
        0x60 PUSH0 RETURN`),
    )
    expect(output).toBe(
      `0x${'ab'.repeat(16)}${'ab'.repeat(32)}${'cd'.repeat(32)}${'00'.repeat(16)}`,
    )
  })

  test("behavior: a callee's own memory and calls leave its input as it is", () => {
    // Fills its memory, calls itself once with other data, then returns its input.
    const callee = `
      ${filled('77')} PUSH0 MSTORE ${filled('88')} 0x20 MSTORE
      PUSH0 CALLDATALOAD ${filled('77')} EQ 0xc0 JUMPI
      PUSH0 PUSH0 0x40 PUSH0 PUSH0 ADDRESS GAS CALL POP
      0x20 PUSH0 PUSH0 CALLDATACOPY 0x20 PUSH0 RETURN`
    const ahead = assemble(callee).slice(2)
    const code: Hex = `0x${ahead}${'fe'.repeat(0xc0 - ahead.length / 2)}5b00`
    const { output } = runCode(
      assemble(`
        ${filled('11')} PUSH0 MSTORE
        0x20 0x40 0x20 PUSH0 PUSH0 0xbeef GAS CALL
        ${filled('22')} PUSH0 MSTORE
        0x60 PUSH0 RETURN`),
      { accounts: { [addressOf(0xbeef)]: { nonce: 1n, code } } },
    )
    expect(output).toBe(`${filled('22')}${'00'.repeat(32)}${'11'.repeat(32)}`)
  })

  test('behavior: an observer reads an input until its frame ends', () => {
    const inputs: Hex[] = []
    const open: (() => Hex)[] = []
    runCode(
      assemble(`
        ${filled('aa')} PUSH0 MSTORE
        PUSH0 PUSH0 0x20 PUSH0 PUSH0 0xbeef GAS CALL
        ${filled('bb')} PUSH0 MSTORE`),
      {
        accounts: { [addressOf(0xbeef)]: { code: loop('STOP') } },
        message: { data: '0x0102', gas: 9_000_000n },
        observer: {
          enter: ({ input }) => {
            open.push(input)
          },
          exit: () => {
            const input = open.pop()
            if (input !== undefined) inputs.push(input())
          },
        },
      },
    )
    expect(inputs).toEqual([filled('aa'), '0x0102'])
  })
})
