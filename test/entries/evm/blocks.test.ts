import { createMockNode } from 'preseal'
import { evm } from 'preseal/evm'
import { afterEach, describe, expect, test } from 'vitest'
import { type Hex, toWord } from '../../../src/base/hex/hex.js'
import type { Engine, StateReader } from '../../../src/engine/engine.js'
import { share } from '../../runs.js'
import { assemble } from './assemble.js'
import { createState, readerOf } from './memoryState.js'
import { alice, environment, runCode, target } from './message.js'
import { createRandom, type Random } from './random.js'
import { createScripting } from './scripting.js'

const beef = '0x000000000000000000000000000000000000beef'
const times = (count: number, text: string) => `${text} `.repeat(count)
const answer = 'PUSH0 MSTORE 0x20 PUSH0 RETURN'

// The engine sees these more than twice, and then runs them in blocks.
const programs: [name: string, code: string][] = [
  ['constants alone', `0x03 0x04 MUL 0x05 ADD NOT ${answer}`],
  // Places:          0    2   3        4   6    8   9     10    12
  ['a loop', `0x00 JUMPDEST 0x01 ADD DUP1 0x0a GT 0x02 JUMPI ${answer}`],
  ['a jump by a known place', `0x04 JUMP INVALID JUMPDEST 0x2a ${answer}`],
  [
    'a jump by what was read',
    `PUSH0 CALLDATALOAD 0x06 ADD JUMP JUMPDEST 0x2a ${answer}`,
  ],
  ['a jump that never ends', 'JUMPDEST 0x00 JUMP'],
  ['a jump to no place', '0x2a 0x07 JUMP'],
  ['where it stands', `PC PC ADD PC ADD CODESIZE ADD ${answer}`],
  [
    'values moved about',
    `${times(17, 'GAS')}SWAP16 DUP16 SWAP7 POP SUB ${answer}`,
  ],
  ['the gas that is left', `0x01 0x02 ADD GAS ADD ${answer}`],
  ['an instruction without a meaning', '0x01 INVALID ADD'],
  ['too little on the stack at last', '0x01 0x02 ADD ADD'],
  ['too much on the stack', times(1_025, 'PUSH0')],
  ['just enough room', `${times(1_024, 'PUSH0')}POP POP POP POP ${answer}`],
  ['more than a block holds', `${times(400, '0x01 ADDRESS XOR')}${answer}`],
  ['memory that costs', `0x2a 0xffff MSTORE 0xffe0 MLOAD ${answer}`],
  ['memory beyond all', '0x2a PUSH0 NOT MSTORE'],
  ['slots', `PUSH0 SLOAD 0x01 ADD PUSH0 SSTORE PUSH0 SLOAD DUP1 ADD ${answer}`],
  ['writes that are refused', `0x01 PUSH0 SSTORE 0x02 0x01 SSTORE ${answer}`],
  ['gas between writes', `GAS PUSH0 SSTORE GAS DUP1 SUB GAS ADD ${answer}`],
  [
    'a branch by what is not zero, which is read later, too',
    `PUSH0 CALLDATALOAD ISZERO DUP1 ISZERO ISZERO 0x0a JUMPI INVALID JUMPDEST ${answer}`,
  ],
  [
    'a branch by what is zero, to where it does not go',
    `PUSH0 CALLDATALOAD ISZERO ISZERO 0x08 JUMPI 0x2a JUMPDEST ${answer}`,
  ],
  ['what nobody reads', `PUSH0 CALLDATALOAD 0x01 ADD NOT POP 0x2a ${answer}`],
  [
    'memory that is read where it was written, and next to that',
    `0x2a 0x03 CALLDATALOAD DUP2 DUP2 0x20 ADD MSTORE 0x2b DUP2 MSTORE 0x2c DUP2 0x3f ADD MSTORE DUP1 MLOAD DUP2 0x20 ADD MLOAD ADD ${answer}`,
  ],
  [
    'memory that was written to by another pointer, by a byte and by copies',
    `0x2a PUSH0 MSTORE PUSH0 MLOAD 0x2b PUSH0 CALLDATALOAD MSTORE PUSH0 MLOAD 0x07 0x1f MSTORE8 PUSH0 MLOAD 0x04 PUSH0 PUSH0 CODECOPY PUSH0 MLOAD 0x20 0x02 PUSH0 MCOPY PUSH0 MLOAD ADD ADD ADD ADD ${answer}`,
  ],
  [
    'masks and signs, asked for again',
    `PUSH0 CALLDATALOAD 0x1280 ADD DUP1 0xff AND 0xff AND DUP2 PUSH0 SIGNEXTEND PUSH0 SIGNEXTEND MUL DUP2 0xff AND ADD ${answer}`,
  ],
  ['transient slots', `0x2a PUSH0 TSTORE PUSH0 TLOAD ${answer}`],
  ['three values, and powers', `0x07 0x08 0x09 ADDMOD 0x05 EXP ${answer}`],
  ['code that ends in a PUSH', '0x01 .61ff'],
]

/**
 * Runs of one engine, later ones by blocks and then by scripts, and one that is
 * watched by steps.
 */
function runs(code: `0x${string}`, gas: bigint) {
  const engine = createScripting()
  const asked = { engine, message: { gas } }
  const byBlocks = Array.from({ length: 8 }, () => runCode(code, asked))
  const observer = { step: () => undefined }
  return { byBlocks, bySteps: runCode(code, { ...asked, observer }) }
}

describe('code that came by before does what it did', () => {
  test.each(programs)('%s', (_, text) => {
    const code = assemble(text)
    const whole = runs(code, 200_000n)
    for (const execution of whole.byBlocks)
      expect(execution).toEqual(whole.bySteps)
  })

  test.each(programs)('%s, wherever its gas ends', (_, text) => {
    const code = assemble(text)
    const { gasUsed } = runs(code, 200_000n).bySteps
    const spent = Number(gasUsed) - 21_000
    const parts = Array.from({ length: 12 }, (_, part) =>
      Math.floor((spent * part) / 12),
    )
    for (const part of [...parts, spent - 1]) {
      const short = runs(code, 21_000n + BigInt(Math.max(0, part)))
      for (const execution of short.byBlocks)
        expect(execution).toEqual(short.bySteps)
    }
  })
})

test.each([
  // BALANCE of another account, and too little gas for the ADD that follows.
  ['BALANCE', '0x61beef315b00', 23_603],
  ['SLOAD', '0x60055460015f5f3e5b00', 23_113],
] as const)(
  '%s before the gas ran out was not noted once the code was a block',
  (_, code, gas) => {
    const asked = (before: number) => {
      const node = createMockNode({
        engine: evm(),
        accounts: {
          [alice]: { balance: 10n ** 18n },
          [beef]: { balance: 5n },
          [target]: { code },
        },
      })
      const { request } = node.view()
      const call = { from: alice, to: target }
      for (let turn = 0; turn < before; turn++)
        try {
          request({ method: 'eth_call', params: [call, 'latest'] })
        } catch {
          // It reads beyond what was returned.
        }
      const given = { ...call, gas: `0x${gas.toString(16)}` as const }
      const tracers = ['prestateTracer', 'callTracer'] as const
      return tracers.map((tracer) =>
        request({
          method: 'debug_traceCall',
          params: [given, 'latest', { tracer }],
        }),
      )
    }
    const [state, calls] = asked(0)
    expect(asked(4)).toEqual([state, calls])
  },
)

test('a jump went where it had gone before', () => {
  // Places: 0     1            2    3        4        12
  const code = assemble(
    `PUSH0 CALLDATALOAD JUMP JUMPDEST 0x2a ${answer} JUMPDEST GAS ${answer}`,
  )
  const engine = createScripting()
  // Two of them are JUMPDESTs; from 5 on there is data of a PUSH.
  const places = [3n, 3n, 3n, 3n, 12n, 3n, 5n, 200n, 2n ** 31n + 3n, 2n ** 255n]
  for (const place of [...places, ...places.slice().reverse()])
    for (const gas of [100_000n, 21_148n, 21_160n, 21_170n]) {
      const asked = { engine, message: { gas, data: toWord(place) } }
      const observer = { step: () => undefined }
      expect(runCode(code, asked), `to ${place} by ${gas} gas`).toEqual(
        runCode(code, { ...asked, observer }),
      )
    }
})

describe('code that runs on and on', () => {
  const own = globalThis.Function
  afterEach(() => {
    globalThis.Function = own
  })
  const code = assemble(`PUSH0 CALLDATALOAD 0x2a ADD ${answer}`)

  test('was never made a script', () => {
    let made = 0
    const construct = (_: unknown, texts: string[]) => {
      if (texts.length > 1) made++
      return own(...texts)
    }
    globalThis.Function = new Proxy<FunctionConstructor>(own, { construct })
    const engine = evm()
    for (let run = 0; run < 10_000; run++) runCode(code, { engine })
    expect(made).toBe(0)
    for (let run = 0; run < 10; run++) runCode(code, { engine })
    expect(made).toBe(1)
  })

  test('failed where code must not be made of text, and was tried again', () => {
    let tries = 0
    const construct = () => {
      tries++
      throw new EvalError('Code generation from strings disallowed')
    }
    globalThis.Function = new Proxy<FunctionConstructor>(own, { construct })
    // It has two blocks.
    const [, jumping] = programs[3] as (typeof programs)[number]
    const { byBlocks, bySteps } = runs(assemble(jumping), 200_000n)
    for (const execution of byBlocks) expect(execution).toEqual(bySteps)
    expect(tries).toBe(1)
  })
})

test('a reader of state may itself run the code that reads', () => {
  const engine: Engine = evm()
  const code = assemble(`PUSH0 CALLDATALOAD 0x02 MUL PUSH0 SLOAD ADD ${answer}`)
  const state = createState({
    [alice]: { balance: 1_000n },
    [target]: { nonce: 1n, code },
  })
  const ask = (given: bigint, slot: StateReader['slot']) =>
    engine.execute({ ...readerOf(state), slot }, environment, {
      from: alice,
      to: target,
      value: 0n,
      data: toWord(given),
      gas: 100_000n,
      nonce: 0n,
      accessList: [],
      authorizationList: [],
    }).output
  const plain = () => ask(20n, () => toWord(1n))
  expect(Array.from({ length: 4 }, plain)).toEqual(Array(4).fill(toWord(41n)))
  const nested = ask(300n, () => {
    expect(plain()).toBe(toWord(41n))
    return toWord(4n)
  })
  expect(nested).toBe(toWord(604n))
  expect(plain()).toBe(toWord(41n))
})

/** Around what fits in a number, and around all that there is. */
const edges = [
  ...[0n, 1n, 2n, 31n, 32n, 255n, 256n, 2n ** 30n, 2n ** 31n - 1n, 2n ** 31n],
  ...[2n ** 32n, 2n ** 53n, 2n ** 112n, 2n ** 160n - 1n, 2n ** 255n],
  ...[2n ** 256n - 2n ** 31n, 2n ** 256n - 2n, 2n ** 256n - 1n],
]
const hexOf = (value: bigint | number, bytes: number) =>
  value.toString(16).padStart(2 * bytes, '0')
const push = (value: bigint) => `7f${hexOf(value, 32)}`
const pushPlace = (value: number) => `61${hexOf(value, 2)}`

/** Parts that each put a value in the place of the top of the stack. */
function part(random: Random, at: number, depth: number): string {
  const pick = () => random.pick(edges)
  const operation = () => hexOf(random.pick(operations), 1)
  return random.pick([
    () => `${push(pick())}${operation()}`,
    () => `${push(pick())}90${operation()}`,
    () => `60${hexOf(random.below(200), 1)}35${operation()}`,
    () => `80${operation()}`,
    () => hexOf(random.pick([0x15, 0x19, 0x1e]), 1),
    () => `8060${hexOf(random.below(64), 1)}52`,
    () => `60${hexOf(random.below(64), 1)}51${operation()}`,
    () => memory(random) + operation(),
    () => memory(random) + operation(),
    () => `805f55`,
    () => `5f54${operation()}`,
    () => `${push(pick())}82${push(pick())}${random.pick(['08', '09'])}18`,
    () => jumpOver(random, at, depth),
    () => jumpOver(random, at, depth),
  ])()
}

/** Writes near a place that the top names, and then a read there. */
function memory(random: Random): string {
  const more = () => `60${hexOf(random.pick([1, 31, 32, 33, 64]), 1)}01`
  const pointer = (depth: number) => {
    const base = `${hexOf(0x80 + depth, 1)}603f16`
    return random.pick([base, base + more(), base + more() + more()])
  }
  const copy = random.pick(['37', '39', '5e'])
  const writes = Array.from({ length: 1 + random.below(4) }, (_, index) =>
    random.pick([
      () => `60${hexOf(index, 1)}${pointer(1)}52`,
      () => `8019${pointer(1)}52`,
      () => `80${pointer(1)}52`,
      () => `80${random.pick([pointer(1), '6010'])}53`,
      () => `60${hexOf(random.below(40), 1)}5f${pointer(2)}${copy}`,
      () => `60${hexOf(index, 1)}6030${random.pick(['52', '53'])}`,
      () => `${pointer(0)}5150`,
    ])(),
  )
  return `${writes.join('')}${pointer(0)}51`
}

const operations = [
  ...[0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x0b, 0x10, 0x11, 0x12, 0x13],
  ...[0x14, 0x16, 0x17, 0x18, 0x1a, 0x1b, 0x1c, 0x1d],
]

/** If a bit of the input, or of the top, is set. */
function jumpOver(random: Random, at: number, depth: number): string {
  const from = random.pick(['80', `60${hexOf(random.below(200), 1)}35`])
  const asked = `${from}60${hexOf(2 ** random.below(7), 1)}16`
  const begin = at + asked.length / 2 + 4
  const inner = depth === 0 ? '' : parts(random, begin, depth - 1)
  return `${asked}${pushPlace(begin + inner.length / 2)}57${inner}5b`
}

function parts(random: Random, at: number, depth: number): string {
  let code = ''
  for (let count = 1 + random.below(5); count > 0; count--)
    code += part(random, at + code.length / 2, depth)
  return code
}

/** A loop of six rounds that branches, and calls what returns to it. */
function branching(random: Random): Hex {
  const unknown = 'ffff'
  let code = '5f355f5b'
  const call = () => {
    code += `90${pushPlace(code.length / 2 + 9)}9061${unknown}565b90`
  }
  const change = () => {
    code += `90${parts(random, code.length / 2 + 1, 2)}90`
  }
  change()
  call()
  change()
  call()
  code += '600101806006116100035760205260205260405ff3'
  const called = code.length / 2
  code += `5b${parts(random, called + 1, 1)}9056`
  return `0x${code.replaceAll(`61${unknown}565b`, `${pushPlace(called)}565b`)}`
}

test('property: code that branches does by blocks what it does step by step', () => {
  let successes = 0
  const seeds = share(400, 40)
  for (let seed = 0; seed < seeds; seed++) {
    const random = createRandom(seed)
    const code = branching(random)
    const engine = seed % 2 === 0 ? evm() : createScripting()
    let used = 0n
    for (let round = 0; round < 8; round++) {
      const words = Array.from({ length: 7 }, () => random.pick(edges))
      const data: Hex = `0x${words.map((word) => hexOf(word, 32)).join('')}`
      const isShort = round > 4
      const gas = isShort ? (used * BigInt(random.below(100))) / 100n : 900_000n
      const asked = { engine, message: { data, gas: gas + 23_000n } }
      const byBlocks = runCode(code, asked)
      const observer = { step: () => undefined }
      const bySteps = runCode(code, { ...asked, observer })
      expect(byBlocks, `seed ${seed}, round ${round}`).toEqual(bySteps)
      if (bySteps.status === 'success') successes++
      used = bySteps.gasUsed
    }
  }
  expect(successes).toBeGreaterThan(4 * seeds)
})
