import { expect, test } from 'vitest'
import { alice, ask, nodeWith, target } from './ask.js'

// Each writes four million words before it is refused.

test('error: a loop was told until memory ran out', async () => {
  const node = nodeWith(`${'PUSH0 '.repeat(1_000)} JUMPDEST 0x03e8 JUMP`)
  const call = { from: alice, to: target, gas: '0x186a0' }
  expect(await ask(node, 'debug_traceCall', call)).toMatchObject({
    code: -32000,
    message: expect.stringContaining('Give { limit: 100000 }'),
  })
})

const megabyte = '0x0ffff0'
const loop = `JUMPDEST PUSH0 PUSH0 ${megabyte} PUSH0 PUSH0 0xbeef GAS CALL POP 0x06 JUMP`
const node = nodeWith(`PUSH0 ${megabyte} MSTORE ${loop}`)
const call = { from: alice, to: target, gas: '0x2faf080' }

test('error: calls with a megabyte of input ended the process for want of memory', async () => {
  const config = { tracer: 'callTracer' }
  expect(await ask(node, 'debug_traceCall', call, 'latest', config)).toEqual({
    code: -32000,
    message:
      'the trace is too large. Give { tracerConfig: { onlyTopCall: true } } for the call itself alone, or less gas.',
  })
})

test('options: the call itself alone is small, whatever it calls', async () => {
  const tracerConfig = { onlyTopCall: true }
  const config = { tracer: 'callTracer', tracerConfig }
  expect(
    await ask(node, 'debug_traceCall', call, 'latest', config),
  ).toMatchObject({ type: 'CALL', error: 'out of gas' })
})

test('error: a large memory was written down until the gas was gone, and refused then', async () => {
  const config = { enableMemory: true, disableStack: true }
  expect(
    await ask(node, 'debug_traceCall', call, 'latest', config),
  ).toMatchObject({
    code: -32000,
    message: expect.stringContaining('neither enableMemory'),
  })
})

test('error: what RETURNDATASIZE tells of was written down without a bound', async () => {
  // Has identity return 64 kB, which each step after it shows.
  const code =
    'PUSH0 PUSH0 0x00ffe0 PUSH0 0x04 GAS STATICCALL POP JUMPDEST 0x0c JUMP'
  const config = { enableReturnData: true, disableStack: true }
  expect(
    await ask(nodeWith(code), 'debug_traceCall', call, 'latest', config),
  ).toMatchObject({
    code: -32000,
    message: expect.stringContaining('enableReturnData'),
  })
})

test('error: each transaction of a block fits, and all of them do not', async () => {
  const loop = `${'PUSH0 '.repeat(1_000)} JUMPDEST 0x03e8 JUMP`
  const node = nodeWith(loop)
  const send = { from: alice, to: target, gas: 60_000n, execute: true }
  const hashes = [node.preconfirm(send), node.preconfirm(send)]
  node.nextBlock()
  const config = { limit: 4_000 }
  for (const hash of hashes)
    expect(
      await ask(node, 'debug_traceTransaction', hash, config),
    ).toMatchObject({ failed: true })
  expect(
    await ask(node, 'debug_traceBlockByNumber', 'latest', config),
  ).toMatchObject({
    code: -32000,
    message: expect.stringContaining('too large'),
  })
})

test('error: accounts without end are not listed until memory runs out', async () => {
  // Asks for the balance of one account after the other.
  const node = nodeWith('PUSH0 JUMPDEST 0x01 ADD DUP1 BALANCE POP 0x01 JUMP', {
    calls: { gasLimit: 2_000_000_000n },
  })
  const call = { from: alice, to: target, gas: '0x77359400' }
  expect(
    await ask(node, 'debug_traceCall', call, 'latest', {
      tracer: 'prestateTracer',
    }),
  ).toEqual({
    code: -32000,
    message:
      'the trace is too large. Give { tracerConfig: { disableStorage: true } } for accounts without their slots, or less gas.',
  })
})
