import { evm } from 'preseal/evm'
import { describe, expect, test } from 'vitest'
import type { Hex } from '../../../src/base/hex/hex.js'
import type { Hardfork } from '../../../src/engine/engine.js'
import { createRules } from '../../../src/entries/evm/rules.js'
import { addressOf, assemble } from './assemble.js'
import { runCode } from './message.js'

const word = (value: number) => value.toString(16).padStart(64, '0')

/** Calls a precompile with these bytes, over and over. */
function calling(address: number, input: string): Hex {
  const length = input.length / 2
  const at = address.toString(16).padStart(4, '0')
  const size = length.toString(16).padStart(4, '0')
  const body = `PUSH0 PUSH0 0x${size} PUSH0 0x${at} GAS STATICCALL POP`
  const head = `0x${size} 0x001c PUSH0 CODECOPY`
  const code = assemble(`${head} JUMPDEST ${body} 0x0008 JUMP`)
  const pad = '00'.repeat(0x1c - (code.length - 2) / 2)
  return `${code}${pad}${input}`
}

/** A modulus of 8 bytes, and an exponent of 1,000 ones. */
const modexp = `${word(8)}${word(1_000)}${word(8)}${'ff'.repeat(1_016)}`
const gas = 50_000_000n

describe('calls of precompiles kept the process busy for most of a minute', () => {
  test.each([
    ['ECRECOVER', 0x01, `${word(1)}${word(27)}${word(1)}${word(1)}`],
    ['MODEXP', 0x05, modexp],
    ['BLAKE2F', 0x09, `0000ffff${'11'.repeat(208)}01`],
  ])('%s', (_, address, input) => {
    const engine = evm({ computeUnitLimit: 20_000 })
    const run = () =>
      runCode(calling(address, input), { engine, message: { gas } })
    expect(run).toThrowErrorMatchingInlineSnapshot(
      `[GasLimitError: The precompiles that the execution calls take more than 20000 compute units, each about a microsecond. Give it less to compute; or raise the limit, such as evm({ computeUnitLimit: 200000 }), or lift it with Infinity.]`,
    )
    // The same at every run.
    expect(run).toThrow('20000 compute units')
  })
})

describe('compute units', () => {
  const code = calling(0x05, modexp)
  const message = { gas: 80_000n }
  const run = (computeUnitLimit?: number) =>
    runCode(code, { engine: evm({ computeUnitLimit }), message })

  test('default: a call that gas ends first', () => {
    expect(run().halt).toBe('out of gas')
  })

  test('options: a limit says how much, Infinity that there is none', () => {
    expect(() => run(100)).toThrow('100 compute units')
    expect(run(Infinity)).toEqual(run())
  })

  test('options: at a limit of 0 runs what calls no precompile', () => {
    const engine = evm({ computeUnitLimit: 0 })
    expect(runCode(assemble('0x01 0x02 ADD'), { engine }).status).toBe(
      'success',
    )
  })

  test('behavior: each message counts for itself', () => {
    // One takes some 13,000.
    const engine = evm({ computeUnitLimit: 20_000 })
    for (let time = 0; time < 3; time++)
      expect(runCode(code, { engine, message }).halt).toBe('out of gas')
  })

  test('behavior: a call with numbers longer than Osaka takes fails, whatever the limit', () => {
    const lengths = `${word(8)}${word(8)}${'ff'.repeat(32)}`
    const { halt } = runCode(calling(0x05, lengths), {
      environment: { hardfork: 'osaka' },
      message,
    })
    expect(halt).toBe('out of gas')
  })

  test('behavior: a native contract that catches the error hides nothing', () => {
    const marker: Hex = '0xfe01'
    let caught: unknown
    expect(() =>
      runCode(assemble('PUSH0 PUSH0 PUSH0 PUSH0 PUSH0 0xbeef GAS CALL'), {
        accounts: { [addressOf(0xbeef)]: { nonce: 1n, code: marker } },
        engine: evm({ computeUnitLimit: 10 }),
        environment: {
          native: () => (frame) => {
            try {
              frame.call({ to: addressOf(1) })
            } catch (error) {
              caught = error
            }
            return { status: 'success', output: '0x', gasUsed: 0n }
          },
        },
      }),
    ).toThrow('10 compute units')
    expect(caught).toMatchObject({ name: 'GasLimitError' })
  })

  test('behavior: what a native contract is handed counts, but a megabyte is no trouble', () => {
    const run = (computeUnitLimit?: number) =>
      runCode(assemble('PUSH0 PUSH0 0x0ffff0 PUSH0 PUSH0 0xbeef GAS CALL'), {
        accounts: { [addressOf(0xbeef)]: { nonce: 1n, code: '0xfe01' } },
        engine: evm({ computeUnitLimit }),
        environment: {
          native: () => () => ({
            status: 'success',
            output: '0x',
            gasUsed: 0n,
          }),
        },
        message: { gas: 5_000_000n },
      })
    expect(run().status).toBe('success')
    expect(() => run(1_000)).toThrow('1000 compute units')
  })

  test.each([-1, Number.NaN, '5' as unknown as number])(
    'error: a limit of %s',
    (computeUnitLimit) => {
      expect(() => evm({ computeUnitLimit })).toThrow(
        'expected a number from 0 on, or Infinity for no limit',
      )
    },
  )

  test.each<Hardfork>(['prague', 'osaka'])(
    'property: under %s every precompile says a number of units for any input',
    (hardfork) => {
      const { precompiles } = createRules(hardfork, undefined)
      expect(precompiles.size).toBeGreaterThan(16)
      const inputs = ['', 'ff', 'ff'.repeat(96), 'ff'.repeat(500)]
      for (const digits of [...inputs, `${word(0)}${'ff'.repeat(64)}`, modexp])
        for (const [address, { units }] of precompiles) {
          const input = Uint8Array.from(Buffer.from(digits, 'hex'))
          expect(units(input), address).toBeGreaterThanOrEqual(0)
        }
    },
  )
})
