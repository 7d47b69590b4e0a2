import fc from 'fast-check'
import { createMockNode, type MockNode } from 'preseal'
import { type Engine, evm } from 'preseal/evm'
import { describe, expect, test } from 'vitest'
import type { Address, Hex } from '../../src/base/hex/hex.js'
import { addressOf, assemble } from '../entries/evm/assemble.js'
import { share } from '../runs.js'

const contract = addressOf(0xc0de)
const miner = addressOf(0xfee)
const senders = Array.from({ length: 8 }, (_, index) => addressOf(0xa0 + index))

/** slot[a] = slot[b] + the balance of c; reverts if slot[b] is above 6. */
const code = assemble(`
  0x20 CALLDATALOAD SLOAD 0x06 DUP2 GT 0x18 JUMPI
  0x40 CALLDATALOAD BALANCE ADD PUSH0 CALLDATALOAD SSTORE STOP
  JUMPDEST JUMPDEST JUMPDEST JUMPDEST JUMPDEST JUMPDEST JUMPDEST PUSH0 PUSH0 REVERT`)

const words = (...values: (number | Address)[]): Hex =>
  `0x${values.map((value) => BigInt(value).toString(16).padStart(64, '0')).join('')}`

/** As many calls of the engine as there were. */
function counting() {
  const engine = evm()
  const counted = { runs: 0 }
  const execute: Engine['execute'] = (...given) => {
    counted.runs++
    return engine.execute(...given)
  }
  return { counted, engine: { ...engine, execute } }
}

const start = (engine: Engine) =>
  createMockNode({
    engine,
    header: { miner },
    accounts: {
      [contract]: { code, storage: { [words(1)]: words(3) } },
      ...Object.fromEntries(
        senders.map((sender) => [sender, { balance: 10n ** 18n }]),
      ),
    },
  })

type Sent = {
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
}

const toContract = (to: number, from: number, whose: Address): Sent => ({
  to: contract,
  value: 0n,
  data: words(to, from, whose),
})
const pay = (to: Address, value: bigint): Sent => ({ to, value, data: '0x' })

function preconfirm(node: MockNode, sent: Sent, index: number) {
  const from = senders[index] as Address
  const maxPriorityFeePerGas = 2n
  return node.preconfirm({
    ...{ ...sent, from, gas: 200_000n, maxPriorityFeePerGas, execute: true },
  })
}

async function sealed({ provider }: MockNode) {
  const block = await provider.request({
    method: 'eth_getBlockByNumber',
    params: ['latest', true],
  })
  const receipts = await provider.request({
    method: 'eth_getBlockReceipts',
    params: ['latest'],
  })
  return { block, receipts }
}

/** The block after a drop, and how often that had the engine run. */
async function drop(all: readonly Sent[], dropped: readonly number[]) {
  const { counted, engine } = counting()
  const node = start(engine)
  const hashes = all.map((sent, index) => preconfirm(node, sent, index))
  node.nextBeat()
  const before = counted.runs
  for (const index of dropped) node.drop(hashes[index] as Hex)
  node.nextBeat()
  const again = counted.runs - before
  node.nextBlock()
  return { ...(await sealed(node)), again }
}

describe('drop', () => {
  test('property: the block is what it would be without what was dropped', async () => {
    const slot = fc.integer({ min: 0, max: 3 })
    const anybody = fc.constantFrom(...senders, contract, miner)
    const sent = fc.oneof(
      fc.tuple(slot, slot, anybody).map((given) => toContract(...given)),
      fc.tuple(anybody, fc.bigInt(0n, 3n)).map((given) => pay(...given)),
    )
    const list = fc.array(fc.record({ sent, isDropped: fc.boolean() }), {
      minLength: 2,
      maxLength: senders.length,
    })
    await fc.assert(
      fc.asyncProperty(list, async (all) => {
        const dropped = all.flatMap(({ isDropped }, at) =>
          isDropped ? [at] : [],
        )
        const { again: _, ...after } = await drop(
          all.map(({ sent }) => sent),
          dropped,
        )
        const fresh = start(evm())
        for (const [index, { sent, isDropped }] of all.entries())
          if (!isDropped) preconfirm(fresh, sent, index)
        fresh.nextBeat()
        fresh.nextBeat()
        fresh.nextBlock()
        expect(after).toEqual(await sealed(fresh))
      }),
      { numRuns: share(200, 30) },
    )
  })

  test('behavior: what it does not concern is not run again', async () => {
    const [one, two, three] = [2, 3, 1].map((slot, index) =>
      toContract(slot, slot, senders[4 + index] as Address),
    ) as [Sent, Sent, Sent]
    expect((await drop([one, two, three], [0])).again).toBe(0)
  })

  test.each([
    [
      'a slot',
      toContract(2, 1, senders[7] as Address),
      toContract(3, 2, senders[6] as Address),
    ],
    [
      'a balance',
      pay(senders[6] as Address, 1n),
      toContract(3, 2, senders[6] as Address),
    ],
    [
      'the balance of the miner',
      pay(senders[6] as Address, 1n),
      toContract(3, 2, miner),
    ],
  ])(
    'behavior: what has read %s that it changed is run again',
    async (_, first, second) => {
      expect((await drop([first, second], [0])).again).toBe(1)
    },
  )
})
