import { strictEqual } from 'node:assert'
import type { Hex } from 'viem'
import { startAnvil } from '../contestants/anvil.js'
import { compete, type Work } from '../harness/compete.js'
import { atMost } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { rate } from '../harness/measure.js'
import type { Section } from '../harness/section.js'
import { loadEngine } from '../loadEngine.js'
import type { Request } from '../loops.js'

const caller: Hex = '0x00000000000000000000000000000000000000cc'
const callee = '00000000000000000000000000000000000000dd'

/** Passes a megabyte on until 200,000 gas are left, and returns how often. */
const code: Hex = `0x5f620ffff0525f5b5f5f620ffff05f73${callee}61fffffa5060010162030d405a1160075760005260205ff3`
const gas = '0x1c9c380'

/** Calls whose input nobody reads, at 30,000,000 gas. */
export async function largeInputs(bench: Bench): Promise<Section> {
  const { createMockNode, folder, peers } = bench
  const engine = await loadEngine(folder)
  const own =
    engine && createMockNode({ engine, accounts: { [caller]: { code } } })
  const anvil = peers.anvil && (await startAnvil(peers.anvil, [])).request
  await anvil?.({ method: 'hardhat_setCode', params: [caller, code] })
  const samples = await compete(
    {
      preseal: own && askCount(own.provider.request as Request),
      anvil: anvil && askCount(anvil),
    },
    { rounds: 5 },
  )
  return {
    title: 'calls with 1 MB of input, for 30,000,000 gas',
    columns: ['preseal', 'anvil'],
    rows: [
      {
        name: '190,000 calls by one eth_call',
        cells: [rate(samples.preseal), rate(samples.anvil)],
        goal: atMost(1_000, samples.preseal),
      },
    ],
  }
}

function askCount(request: Request): Work {
  return async (count) => {
    for (let index = 0; index < count; index++) {
      const answer = await request({
        method: 'eth_call',
        params: [{ to: caller, gas }, 'latest'],
      })
      strictEqual(Math.round(Number(answer) / 10_000), 19)
    }
  }
}
