import { describe, expect, test } from 'vitest'
import { word } from '../conformance/actors.js'
import { assemble } from '../entries/evm/assemble.js'
import {
  alice,
  ask,
  bob,
  ether,
  nodeWith,
  other,
  quantity,
  target,
} from './ask.js'

const call = { from: alice, to: target, gas: '0x186a0' }

describe('debug_traceCall', () => {
  const node = nodeWith(
    `PUSH0 PUSH0 LOG0
     PUSH0 PUSH0 PUSH0 PUSH0 0x03 0xbeef 0xffff CALL
     0x2a PUSH0 PUSH0 LOG1
     PUSH0 PUSH0 PUSH0 PUSH0 0xbeef 0xffff STATICCALL`,
    {
      accounts: {
        [target]: {
          balance: 3n,
          code: assemble(
            `PUSH0 PUSH0 LOG0
             PUSH0 PUSH0 PUSH0 PUSH0 0x03 0xbeef 0xffff CALL
             0x2a PUSH0 PUSH0 LOG1
             PUSH0 PUSH0 PUSH0 PUSH0 0xbeef 0xffff STATICCALL`,
          ),
        },
        [other]: {
          code: assemble(`PUSH0 PUSH0 LOG0
            0x08c379a0 0xe0 SHL PUSH0 MSTORE 0x20 0x04 MSTORE
            0x02 0x24 MSTORE 0x6e6f 0xf0 SHL 0x44 MSTORE 0x64 PUSH0 REVERT`),
        },
      },
    },
  )
  const traced = (config?: object) =>
    ask(node, 'debug_traceCall', call, 'latest', config)

  test('default: callTracer', async () => {
    expect(
      await traced({ tracer: 'callTracer', tracerConfig: { withLog: true } }),
    ).toMatchInlineSnapshot(`
      {
        "calls": [
          {
            "error": "execution reverted",
            "from": "0x000000000000000000000000000000000000c0de",
            "gas": "0x108fb",
            "gasUsed": "0x1bb",
            "input": "0x",
            "output": "0x08c379a0000000000000000000000000000000000000000000000000000000000000002000000000000000000000000000000000000000000000000000000000000000026e6f000000000000000000000000000000000000000000000000000000000000",
            "revertReason": "no",
            "to": "0x000000000000000000000000000000000000beef",
            "type": "CALL",
            "value": "0x3",
          },
          {
            "error": "write protection",
            "from": "0x000000000000000000000000000000000000c0de",
            "gas": "0xffff",
            "gasUsed": "0xffff",
            "input": "0x",
            "to": "0x000000000000000000000000000000000000beef",
            "type": "STATICCALL",
          },
        ],
        "from": "0x00000000000000000000000000000000000a11ce",
        "gas": "0x186a0",
        "gasUsed": "0x17d09",
        "input": "0x",
        "logs": [
          {
            "address": "0x000000000000000000000000000000000000c0de",
            "data": "0x",
            "index": "0x0",
            "position": "0x0",
            "topics": [],
          },
          {
            "address": "0x000000000000000000000000000000000000c0de",
            "data": "0x",
            "index": "0x1",
            "position": "0x1",
            "topics": [
              "0x000000000000000000000000000000000000000000000000000000000000002a",
            ],
          },
        ],
        "to": "0x000000000000000000000000000000000000c0de",
        "type": "CALL",
        "value": "0x0",
      }
    `)
    expect(
      await traced({
        tracer: 'callTracer',
        tracerConfig: { onlyTopCall: true },
      }),
    ).toMatchInlineSnapshot(`
      {
        "from": "0x00000000000000000000000000000000000a11ce",
        "gas": "0x186a0",
        "gasUsed": "0x17d09",
        "input": "0x",
        "to": "0x000000000000000000000000000000000000c0de",
        "type": "CALL",
        "value": "0x0",
      }
    `)
  })

  test('default: one step after the other', async () => {
    const steps = nodeWith(
      `0x2a PUSH0 SSTORE PUSH0 SLOAD PUSH0 MSTORE 0x20 PUSH0 RETURN`,
    )
    const { structLogs, ...outcome } = (await ask(
      steps,
      'debug_traceCall',
      call,
      'latest',
    )) as { structLogs: { [field: string]: unknown }[] }
    expect(outcome).toEqual({
      failed: false,
      gas: 43_220,
      returnValue: word(42),
    })
    expect(
      structLogs.map(({ depth, pc, op, gas, gasCost, stack }) =>
        [depth, pc, op, gas, gasCost, `[${stack}]`].join(' '),
      ),
    ).toEqual([
      '1 0 PUSH1 79000 3 []',
      '1 2 PUSH0 78997 2 [0x2a]',
      '1 3 SSTORE 78995 22100 [0x2a,0x0]',
      '1 4 PUSH0 56895 2 []',
      '1 5 SLOAD 56893 100 [0x0]',
      '1 6 PUSH0 56793 2 [0x2a]',
      '1 7 MSTORE 56791 6 [0x2a,0x0]',
      '1 8 PUSH1 56785 3 []',
      '1 10 PUSH0 56782 2 [0x20]',
      '1 11 RETURN 56780 0 [0x20,0x0]',
    ])
    expect(structLogs.map(({ storage }) => storage)).toEqual([
      ...Array(2).fill(undefined),
      { [word(0)]: word(42) },
      undefined,
      { [word(0)]: word(42) },
      ...Array(5).fill(undefined),
    ])
    expect(
      await ask(steps, 'debug_traceCall', call, 'latest', {
        disableStack: true,
        disableStorage: true,
        enableMemory: true,
        enableReturnData: true,
      }),
    ).toMatchObject({
      returnValue: word(42),
      structLogs: [
        { pc: 0, op: 'PUSH1', gas: 79_000, gasCost: 3, depth: 1 },
        ...Array(6).fill({}),
        { op: 'PUSH1', memory: [word(42)] },
        {},
        { op: 'RETURN' },
      ],
    })
  })

  test('behavior: a step that halts says why', async () => {
    expect(
      await ask(nodeWith('0x01 ADD'), 'debug_traceCall', call),
    ).toMatchObject({
      failed: true,
      gas: 100_000,
      returnValue: '0x',
      structLogs: [
        { op: 'PUSH1' },
        { op: 'ADD', error: 'stack underflow (1 <=> 2)' },
      ],
    })
  })

  test('behavior: of a loop there is what is shown, whatever else it did', async () => {
    const node = nodeWith('JUMPDEST PUSH0 JUMP')
    const trace = (config: object) =>
      ask(node, 'debug_traceCall', call, 'latest', config)
    const shown = await trace({ limit: 9 })
    expect((shown as { structLogs: unknown[] }).structLogs).toHaveLength(9)
    const flat = await trace({ disableStack: true })
    expect((flat as { failed: boolean }).failed).toBe(true)
    const called = await trace({ tracer: 'callTracer' })
    expect(called).toMatchObject({ error: 'out of gas' })
  })

  test('behavior: overrides are part of the configuration', async () => {
    expect(
      await traced({
        tracer: 'callTracer',
        stateOverrides: { [target]: { code: assemble('NUMBER SLOAD') } },
        blockOverrides: { number: '0x64' },
      }),
    ).toEqual({
      from: alice,
      gas: '0x186a0',
      gasUsed: '0x5a3e',
      to: target,
      input: '0x',
      value: '0x0',
      type: 'CALL',
    })
  })
})

describe('debug_traceTransaction', () => {
  const counter = 'PUSH0 SLOAD 0x01 ADD DUP1 PUSH0 SSTORE PUSH0 PUSH0 LOG1'
  const send = { from: alice, to: target, gas: 100_000n, execute: true }
  const config = { tracer: 'callTracer', tracerConfig: { withLog: true } }

  test('default: what it did where it stands', async () => {
    const node = nodeWith(counter)
    const first = node.preconfirm(send)
    const second = node.preconfirm(send)
    node.nextBeat()
    const trace = (hash: string) =>
      ask(node, 'debug_traceTransaction', hash, config)
    const pending = await trace(second)
    expect(pending).toEqual({
      from: alice,
      gas: '0x186a0',
      gasUsed: quantity(21_000 + 2_100 + 2_900 + 750 + 17),
      to: target,
      input: '0x',
      logs: [
        {
          address: target,
          topics: [word(2)],
          data: '0x',
          index: '0x1',
          position: '0x0',
        },
      ],
      value: '0x0',
      type: 'CALL',
    })
    node.nextBlock()
    expect(await trace(second)).toEqual(pending)
    expect(await trace(first)).toMatchObject({ logs: [{ index: '0x0' }] })
    expect(
      await ask(node, 'debug_traceTransaction', second, { limit: 1 }),
    ).toMatchObject({ failed: false, structLogs: [{ op: 'PUSH0' }] })
    expect(await ask(node, 'debug_traceTransaction', second)).toMatchObject({
      failed: false,
      structLogs: [
        { op: 'PUSH0' },
        { op: 'SLOAD', storage: { [word(0)]: word(1) } },
        ...Array(9).fill({}),
      ],
    })
  })

  test('behavior: what a drop leaves behind is traced as it is now', async () => {
    const node = nodeWith(counter, {
      accounts: { [bob]: { balance: ether } },
    })
    const first = node.preconfirm(send)
    const second = node.preconfirm({ ...send, from: bob })
    node.nextBeat()
    node.drop(first)
    node.nextBeat()
    expect(
      await ask(node, 'debug_traceTransaction', second, config),
    ).toMatchObject({ logs: [{ topics: [word(1)], index: '0x0' }] })
  })

  test('error: one that is scripted, and one that nobody knows', async () => {
    const node = nodeWith('STOP')
    const hash = node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    expect(await ask(node, 'debug_traceTransaction', hash)).toEqual({
      code: -32000,
      message: `${hash} has no trace: it was not executed but scripted. Pre-confirm it with { execute: true }, or send it, to have it executed.`,
    })
    expect(await ask(node, 'debug_traceTransaction', word(1))).toEqual({
      code: -32000,
      message: 'transaction not found',
    })
  })
})
