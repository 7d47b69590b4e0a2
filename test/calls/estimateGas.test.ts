import { createMockNode, type MockNode } from 'preseal'
import { type Engine, evm } from 'preseal/evm'
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

const call = { from: alice, to: target }

/** Whether a call with that gas succeeds. */
async function succeeds(
  node: ReturnType<typeof nodeWith>,
  gas: bigint,
): Promise<boolean> {
  const answer = await ask(node, 'eth_call', { ...call, gas: quantity(gas) })
  return typeof answer === 'string'
}

describe('eth_estimateGas', () => {
  // A refund comes after the gas was there to be spent.
  test('behavior: what is refunded is needed before', async () => {
    const node = nodeWith('PUSH0 PUSH0 SSTORE', {
      accounts: {
        [target]: {
          code: assemble('PUSH0 PUSH0 SSTORE'),
          storage: { [word(0)]: word(1) },
        },
      },
    })
    const gas = BigInt(String(await ask(node, 'eth_estimateGas', call)))
    expect(await succeeds(node, gas)).toBe(true)
    expect(await succeeds(node, (gas * 98n) / 100n)).toBe(false)
  })

  // With the gas used and no more, the call within would fail unheard.
  test('behavior: a call within whose failure is passed over does not fail', async () => {
    const node = nodeWith(`PUSH0 PUSH0 PUSH0 PUSH0 PUSH0 0xbeef GAS CALL POP`, {
      accounts: { [other]: { code: assemble('0x2a PUSH0 SSTORE') } },
    })
    const gas = String(await ask(node, 'eth_estimateGas', call))
    const traced = await ask(
      node,
      'debug_traceCall',
      { ...call, gas },
      'latest',
      { tracer: 'callTracer' },
    )
    expect(traced).toMatchObject({ calls: [{ to: other }] })
    expect(JSON.stringify(traced)).not.toContain('error')
  })

  // With 213,200 and less the call within is not made; with a bit more, it fails.
  test('behavior: gas is enough that was tried, though less is enough, too', async () => {
    const reads = Array.from(
      { length: 100 },
      (_, slot) => `0x${word(slot).slice(-2)} SLOAD POP`,
    )
    const node = nodeWith(
      `0x0340d0 GAS GT 0x0a JUMPI STOP
      JUMPDEST PUSH0 PUSH0 PUSH0 PUSH0 PUSH0 0xbeef GAS CALL 0x1b JUMPI
      PUSH0 PUSH0 REVERT JUMPDEST`,
      { accounts: { [other]: { code: assemble(reads.join(' ')) } } },
    )
    const gas = BigInt(String(await ask(node, 'eth_estimateGas', call)))
    expect(await succeeds(node, gas)).toBe(true)
  })

  test('behavior: funds and given gas bound it', async () => {
    const node = nodeWith('0x2a PUSH0 SSTORE', {
      accounts: { [bob]: { balance: 1_000_000n } },
    })
    const gas = String(await ask(node, 'eth_estimateGas', call))
    const from = (fields: object) =>
      ask(node, 'eth_estimateGas', { ...call, ...fields })
    expect(await from({ from: bob, gasPrice: '0x2' })).toBe(gas)
    expect(await from({ from: bob, gasPrice: '0x1f' })).toEqual({
      code: -32000,
      message: 'gas required exceeds allowance (32258)',
    })
    expect(await from({ gas: '0x9000' })).toEqual({
      code: -32000,
      message: 'gas required exceeds allowance (36864)',
    })
    expect(
      await from({ from: bob, gasPrice: '0x1', value: '0xf4240' }),
    ).toEqual({ code: -32000, message: 'insufficient funds for transfer' })
    expect(await from({ from: bob, value: '0xf4241' })).toMatchObject({
      code: -32000,
      message: expect.stringMatching(
        /^failed with 16777216 gas: insufficient funds for gas \* price \+ value: /,
      ),
    })
  })
})

/** An engine that counts how often it runs, and may keep to itself what it knows. */
function counting(tells: boolean) {
  const { execute } = evm()
  const runs = { count: 0 }
  const engine: Engine = {
    execute(...given) {
      runs.count++
      const { leastGas, ...execution } = execute(...given)
      return tells ? { ...execution, leastGas } : execution
    },
  }
  return { engine, runs }
}

test.each([
  ['once by an engine that tells the least gas', true],
  ['no more than needed by another', false],
])(
  'an estimate ran the engine eight times where gas was refunded: %s',
  async (_, tells) => {
    const programs = {
      'nothing hidden': '0x2a PUSH0 SSTORE',
      'a refund': 'PUSH0 0x01 SSTORE',
      'a reserve': '0x2a PUSH0 SSTORE PUSH0 PUSH0 SSTORE 0x2a PUSH0 SSTORE',
      'a call within': 'PUSH0 PUSH0 PUSH0 PUSH0 PUSH0 0xbeef GAS CALL POP',
    }
    const counted: Record<string, number> = {}
    for (const [name, text] of Object.entries(programs)) {
      const { engine, runs } = counting(tells)
      const node = createMockNode({
        engine,
        accounts: {
          [alice]: { balance: ether },
          [target]: {
            code: assemble(text),
            storage: { [word(1)]: word(1) },
          },
          [other]: { code: assemble('0x2a PUSH0 SSTORE') },
        },
      })
      const gas = BigInt(String(await ask(node, 'eth_estimateGas', call)))
      counted[name] = runs.count
      expect(gas, name).toBe(await plainSearch(node))
    }
    const once = { 'a call within': 1, 'a refund': 1, 'a reserve': 1 }
    const searched = { 'a call within': 3, 'a refund': 6, 'a reserve': 6 }
    expect(counted).toEqual({
      ...(tells ? once : searched),
      'nothing hidden': tells ? 1 : 2,
    })
  },
)

/** The estimate by halving alone, each attempt made. */
async function plainSearch(node: MockNode): Promise<bigint> {
  const used = BigInt((await trace(node, 50_000_000n)).gasUsed)
  const exact = await trace(node, used)
  if (exact.error === undefined && BigInt(exact.gasUsed) === used) return used
  let tooLittle = used
  let enough = 50_000_000n
  const likely = (((used * 5n) / 4n + 2_300n) * 64n) / 63n
  if (await succeeds(node, likely)) enough = likely
  else tooLittle = likely
  while ((enough - tooLittle) * 1_000n >= enough * 15n) {
    const middle = (tooLittle + enough) / 2n
    const next = middle > tooLittle * 2n ? tooLittle * 2n : middle
    if (await succeeds(node, next)) enough = next
    else tooLittle = next
  }
  return enough
}

async function trace(node: MockNode, gas: bigint) {
  const tracer = { tracer: 'callTracer' }
  const asked = { ...call, gas: quantity(gas) }
  return (await ask(node, 'debug_traceCall', asked, 'latest', tracer)) as {
    gasUsed: string
    error?: string
  }
}
