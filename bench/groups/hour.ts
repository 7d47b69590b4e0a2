import { strictEqual } from 'node:assert'
import type { MockNode } from 'preseal'
import { heapUsed, type Samples, time } from '../harness/compete.js'
import { atMost, atMostBytes } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { bytes, duration } from '../harness/measure.js'
import type { Section } from '../harness/section.js'
import {
  createAccounts,
  createAddresses,
  createTransfers,
} from '../workload.js'

const blocks = 1_800
const beats = 10
const transfers = 10
const hour = 3_600_000
const seeks = 101

/**
 * An hour of a busy chain: 10 transfers a beat, the pending block's hash and
 * receipts read at every beat, then back to instants all over it.
 */
export async function hourOfChain({ createMockNode }: Bench): Promise<Section> {
  const addresses = createAddresses(10)
  const before = heapUsed()
  const { rss } = process.memoryUsage()
  const node = createMockNode({ accounts: createAccounts(addresses) })
  const ms = await time(() => play(node, addresses))
  const grown = process.resourceUsage().maxRSS * 1024 - rss
  const heap = heapUsed() - before
  strictEqual(node.now, hour)
  const back = await seekBack(node)
  return {
    title: 'an hour of chain, 180,000 transfers',
    columns: ['1,800 blocks'],
    rows: [
      {
        name: 'played and read at every beat',
        cells: [duration([ms])],
        // 100 times real time
        goal: atMost(hour / 100, [ms]),
      },
      {
        name: 'memory at its peak, over that of the empty process',
        cells: [bytes(grown)],
        goal: atMostBytes(512 * 2 ** 20, grown),
      },
      {
        name: 'heap that it holds in the end',
        cells: [bytes(heap)],
      },
      {
        name: 'node.seek() back',
        cells: [duration(back)],
        goal: atMost(1, back),
      },
    ],
  }
}

async function play(
  { provider, preconfirm, nextBeat: tick }: MockNode,
  addresses: `0x${string}`[],
) {
  const { request } = provider
  for (let beat = 0; beat < blocks * beats; beat++) {
    for (const transfer of createTransfers(
      addresses,
      beat * transfers,
      transfers,
    ))
      preconfirm(transfer)
    tick()
    const block = await request({
      method: 'eth_getBlockByNumber',
      params: ['pending', false],
    })
    const receipts = await request({
      method: 'eth_getBlockReceipts',
      params: ['pending'],
    })
    const [first] = receipts ?? []
    strictEqual(first?.blockHash, block?.hash)
    strictEqual(receipts?.length, block?.transactions.length)
  }
}

/** From the end to instants all over the hour, each from the same end. */
async function seekBack(node: MockNode): Promise<Samples> {
  const end = node.snapshot()
  const samples: number[] = []
  for (let sample = 1; sample <= seeks; sample++) {
    const instant = Math.floor((hour * sample) / (seeks + 1))
    samples.push(await time(() => node.seek(instant)))
    strictEqual(node.now, instant)
    node.revert(end)
  }
  return samples
}
