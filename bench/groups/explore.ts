import { strictEqual } from 'node:assert'
import { setImmediate } from 'node:timers'
import FakeTimers from '@sinonjs/fake-timers'
import type { MockNode } from 'preseal'
import { heapUsed, processorTime, time } from '../harness/compete.js'
import { atMost, atMostBytes, atMostOver } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { bytes, duration } from '../harness/measure.js'
import type { Section } from '../harness/section.js'
import { loadExplore } from '../loadExplore.js'
import { createAddresses } from '../workload.js'

const columns = ['alone', 'preseal']
const [bob] = createAddresses(1) as [`0x${string}`]
const length = 20_000
const runs = 100
const first = 25
const rounds = 7
const accounts = { [bob]: { balance: 7n } }

/** A test on networks that err once, beside the same test alone. */
export async function explorations(bench: Bench): Promise<Section> {
  const loaded = await loadExplore(bench.folder)
  const title = 'explorations'
  if (loaded === undefined) return { title, columns, rows: [] }
  const { explore } = loaded
  const sweep = async (count: number) => {
    const options = { timers: FakeTimers, runs: count, duration: length }
    const { findings, tried } = await explore(
      ({ node, watch }) => {
        const app = open(node)
        watch('balance', () => app.shown, [])
      },
      { ...options, node: { accounts } },
    )
    strictEqual(findings.length, 0)
    strictEqual(tried, count)
  }

  await sweep(runs)
  await alone(bench)
  const own: number[] = []
  const each: number[] = []
  const sweeps: number[] = []
  const firsts: number[] = []
  for (let round = 0; round < rounds; round++) {
    own.push(await time(() => alone(bench)))
    const ms = await time(() => sweep(runs))
    sweeps.push(ms)
    firsts.push(await processorTime(() => sweep(first)))
    // Two runs without a mishap come first.
    each.push(ms / (runs + 2))
  }
  const before = heapUsed()
  await sweep(runs)
  const grown = Math.max(0, heapUsed() - before)
  return {
    title,
    columns,
    rows: [
      {
        name: `a run of ${length / 1_000} s, 200 requests`,
        cells: [duration(own), duration(each)],
        goal: atMostOver(10, each, own),
      },
      {
        name: `the first ${first} mishaps, as time of the processor`,
        cells: [null, duration(firsts)],
        goal: atMost(1_000, firsts),
      },
      {
        name: `a sweep of ${runs} mishaps`,
        cells: [null, duration(sweeps)],
        goal: atMost(10_000, sweeps),
      },
      {
        name: 'heap that a sweep leaves',
        cells: [null, bytes(grown)],
        goal: atMostBytes(8 * 2 ** 20, grown),
      },
    ],
  }
}

/** Polls a balance and the latest block, and shows them. */
function open({ provider }: MockNode) {
  const app = { shown: 'nothing', stop: () => clearInterval(timer) }
  const poll = async () => {
    try {
      const params = [bob, 'pending'] as const
      const balance = await provider.request({
        method: 'eth_getBalance',
        params,
      })
      await provider.request({ method: 'eth_blockNumber' })
      app.shown = balance
    } catch {
      // The next one may do.
    }
  }
  const timer = setInterval(poll, 200)
  return app
}

// Read before it is replaced.
const inLaterTurn = setImmediate

/** The same for as long, without anything that goes wrong or looks. */
async function alone({ createMockNode }: Bench): Promise<void> {
  const clock = FakeTimers.install({
    now: 0,
    toFake: ['Date', 'setTimeout', 'setInterval', 'clearInterval'],
  })
  try {
    const node = createMockNode({ accounts })
    const app = open(node)
    while (clock.now < length) {
      clock.next()
      await new Promise((resolve) => inLaterTurn(resolve))
    }
    strictEqual(app.shown, '0x7')
    app.stop()
    node.dispose()
  } finally {
    clock.uninstall()
  }
}
