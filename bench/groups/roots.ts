import { notStrictEqual, strictEqual } from 'node:assert'
import type { MockNode } from 'preseal'
import {
  collectGarbage,
  median,
  type Samples,
  time,
} from '../harness/compete.js'
import { atMost, atMostTimes } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { duration } from '../harness/measure.js'
import type { Row, Section } from '../harness/section.js'
import {
  createAccounts,
  createAddresses,
  createTransfers,
} from '../workload.js'

const heights = [10, 1_000, 10_000] as const
const columns = heights.map((height) => `block ${height.toLocaleString('en')}`)
const transfers = 10
const sampled = 21

/** Hashes and roots, which are made when somebody reads them. */
export async function roots(bench: Bench): Promise<Section> {
  return {
    title: 'roots and hashes',
    columns,
    rows: [
      ...(await sealing(bench)),
      await pendingRoots(bench),
      await idleHash(bench),
    ],
  }
}

/** One chain of 100,000 accounts, whose every header is read. */
async function sealing({ createMockNode }: Bench): Promise<Row[]> {
  const addresses = createAddresses(100_000)
  const node = createMockNode({ accounts: createAccounts(addresses) })
  let sealed = 0
  let stateRoot: string | undefined
  const sealNext = async () => {
    const from = sealed * transfers
    for (const transfer of createTransfers(addresses, from, transfers))
      node.preconfirm(transfer)
    node.nextBeat()
    sealed++
    const ms = await time(async () => {
      node.nextBlock()
      const block = await readBlock(node, 'latest')
      strictEqual(block.transactions.length, transfers)
      notStrictEqual(block.stateRoot, stateRoot)
      stateRoot = block.stateRoot
    })
    return ms
  }
  const reached: Samples[] = []
  for (const height of heights) {
    const samples: number[] = []
    while (sealed < height - 1) await sealNext()
    // What the blocks before left is not this one's to collect.
    collectGarbage()
    while (samples.length < sampled) samples.push(await sealNext())
    reached.push(samples)
  }
  const slowest = [...reached].sort((one, other) => median(other) - median(one))
  const name = 'seal 10 transfers and read, 100,000 accounts'
  return [
    { name, cells: reached.map(duration), goal: atMost(2, slowest[0]) },
    {
      name: `${name}, growth with the blocks`,
      cells: [],
      goal: atMostTimes(2, reached.at(-1), reached[0]),
    },
  ]
}

async function pendingRoots({ createMockNode }: Bench): Promise<Row> {
  const addresses = createAddresses(10)
  const node = createMockNode({ accounts: createAccounts(addresses) })
  const snapshot = node.snapshot()
  const samples: number[] = []
  for (let round = 0; round < sampled; round++) {
    node.revert(snapshot)
    for (const transfer of createTransfers(addresses, round, 200))
      node.preconfirm(transfer)
    node.nextBeat()
    samples.push(
      await time(async () => {
        const block = await readBlock(node, 'pending')
        strictEqual(block.transactions.length, 200)
      }),
    )
  }
  return {
    name: 'first read of a pending block with 200 transactions',
    cells: [duration(samples)],
    goal: atMost(10, samples),
  }
}

async function idleHash({ createMockNode }: Bench): Promise<Row> {
  const samples: number[] = []
  for (let round = 0; round < 5; round++) {
    const node = createMockNode()
    node.advance(86_400_000)
    samples.push(
      await time(async () => {
        const block = await readBlock(node, 'latest')
        strictEqual(Number(block.number), 43_200)
      }),
    )
  }
  return {
    name: 'hash of latest after a day of idle blocks',
    cells: [duration(samples)],
  }
}

async function readBlock(node: MockNode, block: 'latest' | 'pending') {
  const read = await node.provider.request({
    method: 'eth_getBlockByNumber',
    params: [block, false],
  })
  if (read === null) throw new Error(`There is no ${block} block.`)
  return read
}
