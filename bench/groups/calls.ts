import { strictEqual } from 'node:assert'
import type { MockNodeOptions } from 'preseal'
import {
  createPublicClient,
  custom,
  erc20Abi,
  type Hex,
  type PublicClient,
} from 'viem'
import {
  balanceOfCall,
  balanceSlot,
  tokenCode,
  toWord,
} from '../contestants/token.js'
import { compete, type Work } from '../harness/compete.js'
import { atMost, atMostTimes } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { rate } from '../harness/measure.js'
import type { Section } from '../harness/section.js'
import { loadEngine } from '../loadEngine.js'
import type { Request } from '../loops.js'
import { createAddresses } from '../workload.js'

const token: Hex = '0x00000000000000000000000000000000000000aa'
const balanceOf = (index: number) => BigInt(index + 1)

/**
 * Balances of a token, one holder after the other: directly of more than a node
 * knows the answers of, and by viem of as many as it knows.
 */
export async function calls({
  createMockNode,
  folder,
}: Bench): Promise<Section> {
  const holders = createAddresses(2_000)
  const again = holders.slice(0, 1_000)
  const engine = await loadEngine(folder)
  const start = (options: MockNodeOptions) =>
    createMockNode(options).provider.request as Request
  const native = start({
    contracts: [
      {
        type: 'erc20',
        address: token,
        symbol: 'USDC',
        balances: Object.fromEntries(
          holders.map((holder, index) => [holder, balanceOf(index)]),
        ),
      },
    ],
  })
  const storage = Object.fromEntries(
    holders.map((holder, index) => [
      balanceSlot(holder),
      toWord(balanceOf(index)),
    ]),
  )
  const bytecode =
    engine &&
    start({ engine, accounts: { [token]: { code: tokenCode, storage } } })
  const constant = async () => toWord(1n)
  const raw = await compete({
    native: askRaw(native, holders),
    bytecode: bytecode && askRaw(bytecode, holders),
  })
  const throughViem = await compete({
    constant: readThrough(constant, again, () => 1n),
    native: readThrough(native, again, balanceOf),
    bytecode: bytecode && readThrough(bytecode, again, balanceOf),
  })
  return {
    title: 'eth_call',
    columns: ['constant', 'native', 'bytecode'],
    rows: [
      {
        name: 'a balance by the provider, native',
        cells: [null, rate(raw.native), rate(raw.bytecode)],
        goal: atMost(0.01, raw.native),
      },
      {
        name: 'a balance by the provider, bytecode',
        cells: [null, null, rate(raw.bytecode)],
        goal: atMost(0.04, raw.bytecode),
      },
      {
        name: 'a balance by readContract of viem',
        cells: [
          rate(throughViem.constant),
          rate(throughViem.native),
          rate(throughViem.bytecode),
        ],
        goal: atMostTimes(1.2, throughViem.native, throughViem.constant),
      },
    ],
  }
}

function askRaw(request: Request, holders: readonly Hex[]): Work {
  const questions = holders.map(balanceOfCall)
  return async (count) => {
    for (let index = 0; index < count; index++) {
      const at = index % holders.length
      const data = questions[at]
      const answer = await request({
        method: 'eth_call',
        params: [{ to: token, data }, 'latest'],
      })
      if (at === 7) strictEqual(answer, toWord(balanceOf(at)))
    }
  }
}

function readThrough(
  request: Request,
  holders: readonly Hex[],
  expected: (index: number) => bigint,
): Work {
  const client: PublicClient = createPublicClient({
    transport: custom({ request }),
  })
  return async (count) => {
    for (let index = 0; index < count; index++) {
      const at = index % holders.length
      const balance = await client.readContract({
        address: token,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [holders[at] as Hex],
      })
      if (at === 7) strictEqual(balance, expected(at))
    }
  }
}
