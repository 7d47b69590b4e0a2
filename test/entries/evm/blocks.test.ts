import { evm } from 'preseal/evm'
import { describe, expect, test } from 'vitest'
import { toWord } from '../../../src/base/hex/hex.js'
import type { Engine, StateReader } from '../../../src/engine/engine.js'
import { assemble } from './assemble.js'
import { createState, readerOf } from './memoryState.js'
import { alice, environment, runCode, target } from './message.js'

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
  ['transient slots', `0x2a PUSH0 TSTORE PUSH0 TLOAD ${answer}`],
  ['three values, and powers', `0x07 0x08 0x09 ADDMOD 0x05 EXP ${answer}`],
  ['code that ends in a PUSH', '0x01 .61ff'],
]

/** Runs of one engine, the last by blocks, and one that is watched by steps. */
function runs(code: `0x${string}`, gas: bigint) {
  const engine = evm()
  const asked = { engine, message: { gas } }
  const byBlocks = Array.from({ length: 5 }, () => runCode(code, asked))
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
