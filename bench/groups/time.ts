import { match, strictEqual } from 'node:assert'
import { startAnvil } from '../contestants/anvil.js'
import { startGanache } from '../contestants/ganache.js'
import { compete, heapUsed, time } from '../harness/compete.js'
import { atMost } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { bytes, duration } from '../harness/measure.js'
import type { Row, Section } from '../harness/section.js'
import { loadTimeline } from '../loadTimeline.js'
import type { Request } from '../loops.js'

const columns = ['ganache', 'anvil', 'preseal']
const blockTime = 2_000
const day = 86_400_000
const decade = 3_652 * day

/** Time in which nothing happens. */
export async function idleTime(bench: Bench): Promise<Section> {
  return {
    title: 'time without transactions',
    columns,
    rows: [
      await thousandBlocks(bench),
      ...(await advance(bench, 'node.advance(a day), 43,200 blocks', day)),
      ...(await advance(bench, 'node.advance(ten years)', decade)),
      await advanceWatched(bench),
      await story(bench),
    ],
  }
}

/** So many as the peers can seal in the time of a benchmark. */
async function thousandBlocks({ createMockNode, peers }: Bench): Promise<Row> {
  const ganache = peers.ganache && startGanache(peers.ganache)
  const anvil = peers.anvil && (await startAnvil(peers.anvil))
  const samples = await compete(
    {
      ganache:
        ganache &&
        mine(ganache.request, {
          method: 'evm_mine',
          params: [{ blocks: 1_000 }],
        }),
      anvil:
        anvil &&
        mine(anvil.request, { method: 'anvil_mine', params: ['0x3e8', '0x2'] }),
      preseal: (count) => {
        const node = createMockNode()
        for (let advanced = 0; advanced < count; advanced++)
          node.advance(1_000 * blockTime)
      },
    },
    { rounds: 1 },
  )
  anvil?.stop()
  return {
    name: '1,000 blocks',
    cells: [samples.ganache, samples.anvil, samples.preseal].map(duration),
  }
}

function mine(request: Request, args: Parameters<Request>[0]) {
  return async (count: number) => {
    for (let mined = 0; mined < count; mined++) await request(args)
  }
}

async function advance(
  { createMockNode }: Bench,
  name: string,
  ms: number,
): Promise<Row[]> {
  const samples: number[] = []
  for (let round = 0; round < 11; round++) {
    const node = createMockNode()
    samples.push(await time(() => node.advance(ms)))
    const latest = await node.provider.request({ method: 'eth_blockNumber' })
    strictEqual(Number(latest), ms / blockTime)
  }
  const node = createMockNode()
  const before = heapUsed()
  node.advance(ms)
  const grown = bytes(heapUsed() - before)
  // Held until here.
  node.dispose()
  return [
    {
      name,
      cells: [null, null, duration(samples)],
      goal: ms === day ? atMost(200, samples) : undefined,
    },
    { name: 'heap that it adds', cells: [null, null, grown] },
  ]
}

async function advanceWatched({ createMockNode }: Bench): Promise<Row> {
  const samples: number[] = []
  for (let round = 0; round < 5; round++) {
    const node = createMockNode()
    let beats = 0
    node.on('beat', () => {
      beats++
    })
    samples.push(await time(() => node.advance(day)))
    strictEqual(beats, day / 200)
  }
  return {
    name: 'a day with a listener for its 432,000 beats',
    cells: [null, null, duration(samples)],
  }
}

async function story({ createMockNode, folder }: Bench): Promise<Row> {
  const { formatTimeline } = await loadTimeline(folder)
  const samples: number[] = []
  for (let round = 0; round < 11; round++) {
    const node = createMockNode()
    node.advance(decade)
    const lastBlock = new RegExp(`blocks 1 to ${decade / blockTime} sealed`)
    samples.push(
      await time(() => {
        match(formatTimeline(node), lastBlock)
      }),
    )
  }
  return {
    name: 'the text of a timeline of ten years',
    cells: [null, null, duration(samples)],
    goal: atMost(100, samples),
  }
}
