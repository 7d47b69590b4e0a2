import { strictEqual } from 'node:assert'
import { compete } from '../harness/compete.js'
import { atMostTimes } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { duration, type Row, type Section } from '../harness/section.js'
import { createAccounts, createAddresses } from '../workload.js'

const few = 1_000
const many = 16_000
const [alice, bob] = createAddresses(2) as [`0x${string}`, `0x${string}`]
const accounts = createAccounts([alice])

/** What many at once cost: 16 times as many, at most 24 times the time. */
export async function crowds({ createMockNode }: Bench): Promise<Section> {
  const fill = (count: number) => {
    const node = createMockNode({ accounts })
    const hashes = Array.from({ length: count }, () =>
      node.preconfirm({ from: alice, to: bob }),
    )
    return { node, hashes }
  }
  const works: [string, (count: number) => Promise<void> | void][] = [
    ['queued for one beat', (count) => void fill(count)],
    [
      'queued, then dropped from the front',
      (count) => {
        const { node, hashes } = fill(count)
        for (const hash of hashes) node.dropTransaction({ hash })
      },
    ],
    [
      'requests that hang, until the fault is lifted',
      async (count) => {
        const node = createMockNode()
        const lift = node.fault({ type: 'hang' })
        const asked = Array.from({ length: count }, () =>
          node.provider.request({ method: 'eth_chainId' }),
        )
        lift()
        strictEqual((await Promise.all(asked)).length, count)
      },
    ],
  ]
  const rows: Row[] = []
  for (const [name, work] of works) {
    const repeat = (count: number) => async (times: number) => {
      for (let done = 0; done < times; done++) await work(count)
    }
    const samples = await compete(
      { few: repeat(few), many: repeat(many) },
      { rounds: 5 },
    )
    rows.push({
      name,
      cells: [duration(samples.few), duration(samples.many)],
      goal: atMostTimes((1.5 * many) / few, samples.many, samples.few),
    })
  }
  const columns = [few, many].map((count) => count.toLocaleString('en'))
  return { title: 'many at once', columns, rows }
}
