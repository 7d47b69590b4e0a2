import { readFileSync } from 'node:fs'
import { createMockNode, type MockNode } from 'preseal'
import { type Engine, evm } from 'preseal/evm'
import { parseFork } from 'preseal/fork'
import { parseTransaction, recoverTransactionAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { floorGas, intrinsicGas } from '../../../src/engine/gas.js'
import { ask } from '../../node/reads.js'
import { share } from '../../runs.js'
import { assemble } from './assemble.js'
import { readerOf } from './memoryState.js'
import { target } from './message.js'
import { createCase } from './randomCase.js'

const engine = evm()
/** Without it an estimate is searched for. */
const searched: Engine = {
  execute(...asked) {
    const { leastGas: _, ...execution } = engine.execute(...asked)
    return execution
  },
}

describe('leastGas', () => {
  test('behavior: with that much a message goes the same way, and not with less', async () => {
    let known = 0
    for (let seed = 0; seed < share(2_000, 40); seed++) {
      const given = await createCase(seed, 'prague')
      const { environment, transaction } = given
      const run = (gas: bigint) => {
        const state = readerOf(given.createState())
        const message = { ...transaction, gas }
        return engine.execute(state, environment, message)
      }
      const { leastGas, ...whole } = run(5_000_000n)
      if (leastGas === undefined) continue
      known++
      const least = intrinsicGas(transaction, environment)
      const floor = floorGas(transaction, environment)
      expect([seed, leastGas >= least]).toEqual([seed, true])
      if (leastGas < floor) continue
      const { leastGas: again, ...enough } = run(leastGas)
      expect([seed, enough, again]).toEqual([seed, whole, leastGas])
      if (leastGas === least || leastGas === floor) continue
      const { leastGas: _, ...tooLittle } = run(leastGas - 1n)
      expect([seed, tooLittle]).not.toEqual([seed, whole])
    }
    expect(known).toBeGreaterThan(share(2_000, 40) / 10)
  })

  test('behavior: an estimate for code that looks at its gas is the one that a search finds', async () => {
    // Reverts unless it finds 100,000.
    const code = assemble(`0x0186a0 GAS GT 0x0c JUMPI PUSH0 PUSH0 REVERT
      JUMPDEST`)
    const estimates = [engine, searched].map((engine) => {
      const node = createMockNode({ engine, accounts: { [target]: { code } } })
      return estimate(node, { to: target })
    })
    const [known, found] = await Promise.all(estimates)
    expect(known).toBe(found)
    expect(Number(known)).toBeGreaterThan(121_000)
  })

  test('behavior: estimates of swaps are those that a search finds', async () => {
    const read = (name: string) =>
      readFileSync(new URL(`../fork/uniswap/${name}`, import.meta.url), 'utf8')
    const { raw } = JSON.parse(read('receipts.json')) as {
      raw: `0x02${string}`[]
    }
    const fork = parseFork(read('fork.json'))
    let runs = 0
    const counted: Engine = {
      execute(...asked) {
        runs++
        return engine.execute(...asked)
      },
    }
    const nodes = [counted, searched].map((engine) =>
      createMockNode({ fork, engine }),
    )
    const estimates: unknown[] = []
    for (const signed of raw) {
      const from = await recoverTransactionAddress({
        serializedTransaction: signed,
      })
      const { to, data } = parseTransaction(signed)
      const call = { from, to, data }
      runs = 0
      const [known, found] = await Promise.all(
        nodes.map((node) => estimate(node, call)),
      )
      expect(known).toEqual(found)
      estimates.push([known, runs])
      for (const node of nodes) {
        await ask(node, 'eth_sendRawTransaction', signed)
        node.nextBlock()
      }
    }
    expect(estimates).toMatchInlineSnapshot(`
      [
        [
          "0xb661",
          1,
        ],
        [
          "0x2632f",
          1,
        ],
        [
          "execution reverted: UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT",
          1,
        ],
        [
          "0xb66d",
          1,
        ],
        [
          "0x21299",
          1,
        ],
        [
          "0x868b",
          1,
        ],
        [
          "execution reverted",
          1,
        ],
        [
          "0x1f09f",
          1,
        ],
        [
          "0x9b4c3",
          1,
        ],
        [
          "0x5208",
          1,
        ],
      ]
    `)
  })
})

async function estimate(node: MockNode, call: object): Promise<string> {
  const params = [call, 'latest'] as never
  const asked = node.provider.request({ method: 'eth_estimateGas', params })
  return asked.catch((error: Error) => error.message)
}
