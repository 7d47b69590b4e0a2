import { strictEqual } from 'node:assert'
import type { MockNode } from 'preseal'
import {
  compete,
  heapUsed,
  median,
  time,
  type Work,
} from '../harness/compete.js'
import { atMostTimes } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { bytes } from '../harness/measure.js'
import type { Row, Section } from '../harness/section.js'
import {
  createAccounts,
  createAddresses,
  createTransfers,
} from '../workload.js'

const heights = [10, 100, 1_000, 10_000] as const
const columns = heights.map((height) => `block ${height.toLocaleString('en')}`)
const transfers = 10
/** As many as the open block has room for; then the chain goes back. */
const beatsPlayed = 9

/** Beats of 10 transfers, on chains whose every block holds 10 transfers. */
export async function beats({ createMockNode }: Bench): Promise<Section> {
  const addresses = createAddresses(10)
  const grown: { node: MockNode; ms: number; heap: number }[] = []
  for (const height of heights) {
    const accounts = createAccounts(addresses)
    const before = heapUsed()
    const node = createMockNode({ accounts })
    const ms = await time(() => grow(node, addresses, height))
    const heap = heapUsed() - before
    const latest = await node.provider.request({ method: 'eth_blockNumber' })
    strictEqual(Number(latest), height)
    grown.push({ node, ms, heap })
  }
  const works = (isRead: boolean) =>
    Object.fromEntries(
      grown.map(({ node }, index) => [
        columns[index],
        playAgain(node, addresses, isRead),
      ]),
    )
  return {
    title: 'a beat with 10 transfers',
    columns,
    rows: [
      await measure('preconfirm and tick', works(false)),
      await measure('and the pending block read', works(true)),
      {
        name: 'the chain so far, built in',
        cells: grown.map(({ ms }) => ({ value: ms, unit: 'ms' })),
      },
      {
        name: 'heap that it holds',
        cells: grown.map(({ heap }) => bytes(heap)),
      },
    ],
  }
}

/** Flat means: at most twice as long at the highest block. */
async function measure(
  name: string,
  works: Record<string, Work>,
): Promise<Row> {
  const samples = await compete(works, { slice: 40 })
  const all = columns.map((column) => samples[column] ?? [])
  return {
    name,
    cells: all.map((one) => ({ value: median(one) / beatsPlayed, unit: 'ms' })),
    goal: atMostTimes(2, all.at(-1), all[0]),
  }
}

function grow(
  node: MockNode,
  addresses: readonly `0x${string}`[],
  height: number,
) {
  for (let block = 0; block < height; block++) {
    for (const transfer of createTransfers(addresses, block, transfers))
      node.preconfirm(transfer)
    node.nextBeat()
    node.nextBlock()
  }
}

/** Plays the same beats over the same block, as often as it is told. */
function playAgain(
  node: MockNode,
  addresses: readonly `0x${string}`[],
  isRead: boolean,
): Work {
  const snapshot = node.snapshot()
  const played = Array.from({ length: beatsPlayed }, (_, beat) =>
    createTransfers(addresses, beat, transfers),
  )
  return async (count) => {
    for (let round = 0; round < count; round++) {
      node.revert(snapshot)
      for (const [beat, transfers] of played.entries()) {
        for (const transfer of transfers) node.preconfirm(transfer)
        node.nextBeat()
        if (!isRead) continue
        const pending = await node.provider.request({
          method: 'eth_getBlockByNumber',
          params: ['pending', false],
        })
        strictEqual(pending?.transactions.length, (beat + 1) * transfers.length)
      }
    }
  }
}
