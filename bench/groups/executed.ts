import { strictEqual } from 'node:assert'
import type { MockNode, MockNodeOptions, PreconfirmParameters } from 'preseal'
import { type Hex, pad } from 'viem'
import { balanceSlot, tokenCode, toWord } from '../contestants/token.js'
import { compete, type Samples, type Work } from '../harness/compete.js'
import { atMost, atMostTimes } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { duration } from '../harness/measure.js'
import type { Row, Section } from '../harness/section.js'
import { loadEngine } from '../loadEngine.js'
import { createAccounts, createAddresses, token } from '../workload.js'

const perBlock = 10
const afterDrop = 200
const gas = 100_000n
const held = 2n ** 64n
const columns = ['scripted', 'native', 'bytecode'] as const

type Column = (typeof columns)[number]

/** A chain, and what the n-th of its holders sends to another one. */
type Contestant = {
  readonly node: MockNode
  readonly describe: (n: number, round: number) => PreconfirmParameters
}

/** Transactions that an engine runs, beside those that a script says all of. */
export async function executed({
  createMockNode,
  folder,
}: Bench): Promise<Section> {
  const engine = await loadEngine(folder)
  const holders = createAddresses(2 * (afterDrop + 2))
  const slots = holders.map(balanceSlot)
  const half = holders.length / 2
  const fromOf = (n: number) => holders[n] as Hex
  const toOf = (n: number) => holders[half + n] as Hex
  const funded = createAccounts(holders)
  const code = {
    code: tokenCode,
    storage: Object.fromEntries(slots.map((slot) => [slot, toWord(held)])),
  }
  const start = (options: MockNodeOptions) =>
    createMockNode({ accounts: funded, ...options })
  const coin = (n: number) => ({ from: fromOf(n), to: toOf(n), value: 1n })
  const payment = (n: number) => ({
    from: fromOf(n),
    to: token,
    gas,
    data: transferOf(toOf(n)),
  })
  const execute = true
  const coins: Record<Column, Contestant | undefined> = {
    scripted: { node: start({}), describe: coin },
    native: {
      node: start({}),
      describe: (n) => ({ ...coin(n), gas, execute }),
    },
    bytecode: engine && {
      node: start({ engine }),
      describe: (n) => ({ ...coin(n), gas, execute }),
    },
  }
  const balances = Object.fromEntries(holders.map((holder) => [holder, held]))
  const tokens = (): Record<Column, Contestant | undefined> => ({
    scripted: {
      node: start({ accounts: { ...funded, [token]: code } }),
      describe: (n, round) => ({
        ...payment(n),
        gasUsed: 34_000n,
        logs: [logOf(fromOf(n), toOf(n))],
        changes: {
          [token]: {
            storage: {
              [slots[n] as Hex]: toWord(held - BigInt(round)),
              [slots[half + n] as Hex]: toWord(held + BigInt(round)),
            },
          },
        },
      }),
    },
    native: {
      node: start({
        contracts: [{ type: 'erc20', address: token, symbol: 'T', balances }],
      }),
      describe: (n) => ({ ...payment(n), execute }),
    },
    bytecode: engine && {
      node: start({ accounts: { ...funded, [token]: code }, engine }),
      describe: (n) => ({ ...payment(n), execute }),
    },
  })
  const blocks = `${perBlock} payments, sealed and hashed`
  return {
    title: 'transactions that are executed',
    columns,
    rows: [
      absolute(blocks, await measure(coins, sealBlock), 1.2),
      relative(`${blocks}, in a token`, await measure(tokens(), sealBlock)),
      absolute(
        `a drop ahead of ${afterDrop} of them`,
        await measure(tokens(), dropAhead),
        12,
      ),
    ],
  }
}

type ByColumn = Record<Column, Samples | undefined>

function measure(
  contestants: Record<Column, Contestant | undefined>,
  toWork: (contestant: Contestant) => Work,
): Promise<ByColumn> {
  const { scripted, native, bytecode } = contestants
  const works = {
    scripted: scripted && toWork(scripted),
    native: native && toWork(native),
    bytecode: bytecode && toWork(bytecode),
  }
  return compete(works, { slice: 40 })
}

const relative = (name: string, samples: ByColumn): Row => ({
  name,
  cells: columns.map((column) => duration(samples[column])),
  goal: atMostTimes(2.5, samples.native, samples.scripted),
})

const absolute = (name: string, samples: ByColumn, most: number): Row => ({
  name,
  cells: columns.map((column) => duration(samples[column])),
  goal: atMost(most, samples.bytecode ?? samples.native),
})

/** A block after the other, each with as many payments. */
function sealBlock({ node, describe }: Contestant): Work {
  let round = 0
  return async (count) => {
    for (let block = 0; block < count; block++) {
      round++
      for (let n = 0; n < perBlock; n++) node.preconfirm(describe(n, round))
      node.nextBeat()
      node.nextBlock()
      const latest = await node.provider.request({
        method: 'eth_getBlockByNumber',
        params: ['latest', false],
      })
      strictEqual(latest?.transactions.length, perBlock)
      strictEqual(latest?.hash?.length, 66)
    }
  }
}

/**
 * Two payments and many more, and the drop of one of the two by turns, so that
 * the others never run on a state on which they ran the last time.
 */
function dropAhead({ node, describe }: Contestant): Work {
  const hashes = Array.from({ length: afterDrop + 2 }, (_, n) =>
    node.preconfirm(describe(n, 1)),
  )
  node.nextBeat()
  const snapshot = node.snapshot()
  let round = 0
  return async (count) => {
    for (let drop = 0; drop < count; drop++) {
      node.revert(snapshot)
      node.drop(hashes[round++ % 2] as Hex)
      node.nextBeat()
      const pending = await node.provider.request({
        method: 'eth_getBlockTransactionCountByNumber',
        params: ['pending'],
      })
      strictEqual(Number(pending), afterDrop + 1)
    }
  }
}

const topic: Hex =
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const logOf = (from: Hex, to: Hex) => ({
  address: token,
  topics: [topic, pad(from), pad(to)],
  data: toWord(1n),
})

const transferOf = (to: Hex): Hex =>
  `0xa9059cbb${pad(to).slice(2)}${toWord(1n).slice(2)}`
