import { expect, test } from 'vitest'
import type { ObservedFrame, Observer } from '../../../src/engine/observer.js'
import { addressOf, assemble } from './assemble.js'
import { alice, runCode, send, target } from './message.js'

const other = addressOf(0xbeef)

test('frames are told in the order of their beginning and end', () => {
  const told: unknown[] = []
  const code = assemble(`
    0x01 PUSH0 MSTORE8
    PUSH0 PUSH0 0x02 PUSH0 0x03 0xbeef 0xffff CALL
    PUSH0 PUSH0 PUSH0 PUSH0 0xbeef 0xffff DELEGATECALL
    0x60fe PUSH0 MSTORE 0x02 0x1e PUSH0 CREATE
    0xdead SELFDESTRUCT`)
  send({
    accounts: {
      [target]: { balance: 3n, code },
      [other]: { code: assemble('0x01 PUSH0 REVERT') },
    },
    observer: {
      enter: ({ type, from, to, value, input, depth }: ObservedFrame) =>
        told.push(
          `${'  '.repeat(depth)}${type} ${from} ${to} ${value} ${input()}`,
        ),
      exit: ({ output, error, gasUsed }) =>
        told.push(`${output} ${gasUsed} ${error}`),
    },
  })
  expect(told).toMatchInlineSnapshot(`
    [
      "CALL 0x00000000000000000000000000000000000a11ce 0x000000000000000000000000000000000000c0de 0 0x",
      "  CALL 0x000000000000000000000000000000000000c0de 0x000000000000000000000000000000000000beef 3 0x0100",
      "0x00 8 execution reverted",
      "  DELEGATECALL 0x000000000000000000000000000000000000c0de 0x000000000000000000000000000000000000beef 0 0x",
      "0x00 8 execution reverted",
      "  CREATE 0x000000000000000000000000000000000000c0de 0x8bbc3514477d75ec797bbe4e19d7961660bb849c 0 0x60fe",
      "0x 3 undefined",
      "  SELFDESTRUCT 0x000000000000000000000000000000000000c0de 0x000000000000000000000000000000000000dead 3 0x",
      "0x 0 undefined",
      "0x 74083 undefined",
    ]
  `)
})

test('an observer changes nothing, whatever it listens to', () => {
  const code = assemble(`
    0x05 PUSH0 PUSH0 LOG1
    PUSH0 PUSH0 PUSH0 PUSH0 PUSH0 0xbeef GAS CALL
    PUSH0 PUSH0 PUSH0 CREATE 0xdead SELFDESTRUCT`)
  const run = (observer: Observer | undefined) =>
    send({
      accounts: { [target]: { balance: 3n, code } },
      ...(observer && { observer }),
    })
  const nothing = () => undefined
  for (const observer of [
    {},
    { enter: nothing },
    { exit: nothing },
    { step: nothing },
    { log: nothing },
  ])
    expect(run(observer)).toEqual(run(undefined))
})

test('steps tell what an instruction finds and what it costs', () => {
  const steps: unknown[] = []
  runCode(assemble('0x2a 0x01 SSTORE 0x01 SLOAD 0x20 MSTORE 0x20 MLOAD'), {
    observer: {
      step: ({ pc, name, gas, depth, stack, memory, slot }) => {
        expect(depth).toBe(0)
        const found = [
          stack().map(Number),
          (memory().length - 2) / 2,
          Number(slot(`0x${'1'.padStart(64, '0')}`)),
        ]
        return (cost) => steps.push([pc, name, gas, cost, ...found])
      },
    },
  })
  // With the stack, the bytes of memory and the slot that it finds.
  expect(steps).toEqual([
    [0, 'PUSH1', 979_000n, 3n, [], 0, 0],
    [2, 'PUSH1', 978_997n, 3n, [42], 0, 0],
    [4, 'SSTORE', 978_994n, 22_100n, [42, 1], 0, 0],
    [5, 'PUSH1', 956_894n, 3n, [], 0, 42],
    [7, 'SLOAD', 956_891n, 100n, [1], 0, 42],
    [8, 'PUSH1', 956_791n, 3n, [42], 0, 42],
    [10, 'MSTORE', 956_788n, 9n, [42, 32], 0, 42],
    [11, 'PUSH1', 956_779n, 3n, [], 64, 42],
    [13, 'MLOAD', 956_776n, 3n, [32], 64, 42],
    [14, 'STOP', 956_773n, 0n, [42], 64, 42],
  ])
})

test('the cost of a call includes the gas handed over', () => {
  const costs: string[] = []
  runCode(assemble('PUSH0 PUSH0 PUSH0 PUSH0 0xbeef 0x03e8 STATICCALL'), {
    accounts: { [other]: { code: '0x5b5b' } },
    observer: {
      step:
        ({ name, depth }) =>
        (cost) =>
          costs.push(`${depth} ${name} ${cost}`),
    },
  })
  expect(costs.slice(-5)).toEqual([
    '0 STATICCALL 3600',
    '1 JUMPDEST 1',
    '1 JUMPDEST 1',
    '1 STOP 0',
    '0 STOP 0',
  ])
})

test('an instruction that cannot run is told too', () => {
  const names: string[] = []
  runCode('0x0c', {
    observer: {
      step: ({ name }) => {
        names.push(name)
        return undefined
      },
    },
  })
  expect(names).toEqual(['opcode 0xc not defined'])
})

test('logs are told when they are written, also those taken back', () => {
  const told: unknown[] = []
  const { logs } = runCode(
    assemble('0x07 PUSH0 MSTORE 0x05 0x20 PUSH0 LOG1 PUSH0 PUSH0 REVERT'),
    { observer: { log: (log) => told.push(log) } },
  )
  expect(logs).toEqual([])
  expect(told).toEqual([
    {
      address: target,
      topics: [`0x${'5'.padStart(64, '0')}`],
      data: `0x${'7'.padStart(64, '0')}`,
    },
  ])
})

test('observing changes nothing', () => {
  const code = assemble(
    '0x2a 0x01 SSTORE 0x01 SLOAD PUSH0 MSTORE 0x20 PUSH0 RETURN',
  )
  const observer = { enter: () => {}, exit: () => {}, step: () => undefined }
  expect(runCode(code, { observer })).toEqual(runCode(code))
  expect(runCode(code).changes[alice]).toEqual({ nonce: 1n })
})
