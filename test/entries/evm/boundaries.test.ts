import { evm } from 'preseal/evm'
import { describe, expect, test } from 'vitest'
import type { Hex } from '../../../src/base/hex/hex.js'
import { addressOf, assemble } from './assemble.js'
import { compare, runOwn } from './differ.js'
import { createState } from './memoryState.js'
import { alice, environment, runCode, target } from './message.js'

const engine = evm()

const empty = addressOf(0xeeee)

/** How the engine and ethereumjs differ in a program, if they do. */
function differ(program: string, data: Hex = '0x') {
  const surroundings = {
    environment: { ...environment, hardfork: 'osaka' as const },
    createState: () =>
      createState({
        [alice]: { balance: 10n ** 18n },
        [target]: { nonce: 1n, balance: 9n, code: assemble(program) },
        [empty]: {},
      }),
  }
  const transaction = {
    from: alice,
    to: target,
    value: 0n,
    data,
    gas: 10_000_000n,
    nonce: 0n,
    accessList: [],
    authorizationList: [],
    maxFeePerGas: 1n,
    maxPriorityFeePerGas: 0n,
  }
  const own = runOwn(engine, transaction, surroundings)
  return compare(own, transaction, surroundings)
}

const toPush = (value: bigint, bytes = 32) =>
  `0x${value.toString(16).padStart(2 * bytes, '0')}`

/** Keeps the results of all these programs, one after the other. */
function keepingAll(programs: string[]) {
  const kept = programs.map(
    (one, index) => `${one} ${toPush(32n * BigInt(index), 2)} MSTORE`,
  )
  const length = toPush(32n * BigInt(programs.length), 2)
  return `${kept.join(' ')} ${length} PUSH0 RETURN`
}

const edges = [
  ...[0n, 1n, 2n, 31n, 32n, 255n, 256n],
  ...[2n ** 128n, 2n ** 255n - 1n, 2n ** 255n, 2n ** 256n - 1n],
]
const pairs = edges.flatMap((one) => edges.map((other) => [one, other]))

describe('an instruction at the ends of its numbers', () => {
  test.each([
    ...['ADD', 'MUL', 'SUB', 'DIV', 'SDIV', 'MOD', 'SMOD', 'SIGNEXTEND'],
    ...['LT', 'GT', 'SLT', 'SGT', 'EQ', 'AND', 'OR', 'XOR'],
    ...['BYTE', 'SHL', 'SHR', 'SAR', 'EXP'],
  ])('behavior: %s, as ethereumjs', async (name) => {
    const programs = pairs.map(
      (pair) => `${pair.map((value) => toPush(value)).join(' ')} ${name}`,
    )
    expect(await differ(keepingAll(programs))).toBeUndefined()
  })

  test.each(['ADDMOD', 'MULMOD'])(
    'behavior: %s, as ethereumjs',
    async (name) => {
      for (const modulus of [0n, 1n, 7n, 2n ** 256n - 1n]) {
        const programs = pairs.map((pair) =>
          [...[modulus, ...pair].map((value) => toPush(value)), name].join(' '),
        )
        const outcome = await differ(keepingAll(programs))
        expect(outcome, `${modulus}`).toBeUndefined()
      }
    },
  )

  test.each(['ISZERO', 'NOT', 'CLZ'])(
    'behavior: %s, as ethereumjs',
    async (name) => {
      const programs = edges.map((value) => `${toPush(value)} ${name}`)
      expect(await differ(keepingAll(programs))).toBeUndefined()
    },
  )

  const copies = ['CALLDATACOPY', 'CODECOPY', 'RETURNDATACOPY', 'MCOPY']
  test.each(copies)('behavior: %s past an end, as ethereumjs', async (name) => {
    const data = `0x${'5b'.repeat(40)}` as const
    for (const at of [0n, 1n, 39n, 40n, 41n, 2n ** 32n, 2n ** 64n])
      for (const length of [0n, 1n, 2n, 33n]) {
        const copy = `${toPush(length)} ${toPush(at)} 0x07 ${name}`
        const program = `${copy} 0x40 PUSH0 RETURN`
        expect(
          await differ(program, data),
          `${length} from ${at}`,
        ).toBeUndefined()
      }
  })

  // Only what this transaction created is deleted, with all that it has.
  test.each([
    ['a new account', '0x30ff PUSH0 MSTORE 0x02 0x1e 0x05 CREATE', 0n],
    ['an older one', 'PUSH0 PUSH0 PUSH0 PUSH0 PUSH0 ADDRESS GAS CALL', 9n],
  ])(
    'behavior: SELFDESTRUCT of %s to itself, as ethereumjs',
    async (_, destroy, left) => {
      // Called by itself, it destroys itself.
      const program = `CALLER ADDRESS EQ ISZERO 0x09 JUMPI
        ADDRESS SELFDESTRUCT JUMPDEST ${destroy}
        ${left === 0n ? '' : 'POP ADDRESS'}
        BALANCE PUSH0 MSTORE 0x20 PUSH0 RETURN`
      const accounts = { [target]: { balance: 9n, code: assemble(program) } }
      expect(BigInt(runCode('0x', { accounts }).output)).toBe(left)
      expect(await differ(program)).toBeUndefined()
    },
  )

  test('behavior: BLOCKHASH knows the last 256 blocks', () => {
    const hashes = [743, 744, 999, 1_000].map((number) => {
      const program = `${toPush(BigInt(number), 2)} BLOCKHASH PUSH0 MSTORE`
      const { output } = runCode(assemble(`${program} 0x20 PUSH0 RETURN`), {
        environment: { number: 1_000n },
      })
      return Number(output)
    })
    expect(hashes).toEqual([0, 744, 999, 0])
  })

  test('behavior: an empty account is gone once a static call touched it', async () => {
    const call = 'PUSH0 PUSH0 PUSH0 PUSH0 0xeeee GAS STATICCALL'
    expect(await differ(call)).toBeUndefined()
  })

  test('behavior: what a PUSH of any length holds is nowhere to jump to', () => {
    for (let length = 1; length <= 32; length++)
      for (let at = 4; at <= 4 + length; at++) {
        const data = `0x${'5b'.repeat(length)}`
        const program = `${toPush(BigInt(at), 1)} JUMP ${data} JUMPDEST`
        const isInside = at < 4 + length
        expect(runCode(assemble(program)).halt, `${length}: ${at}`).toBe(
          isInside ? 'invalid jump destination' : undefined,
        )
      }
  })
})
