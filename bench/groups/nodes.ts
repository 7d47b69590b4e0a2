import { strictEqual } from 'node:assert'
import { createFloor } from '../contestants/floor.js'
import { startGanache } from '../contestants/ganache.js'
import { compete, heapUsed } from '../harness/compete.js'
import { atMost, atMostBytes } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { bytes, duration } from '../harness/measure.js'
import type { Row, Section } from '../harness/section.js'
import type { Request } from '../loops.js'
import { balanceOf, createAccounts, createAddresses } from '../workload.js'

const columns = ['floor', 'ganache', 'preseal']
/** How many are kept to measure their heap. */
const made = 1_000
const anybody = `0x${'99'.repeat(20)}`

/** New nodes, each with its first answer, in a process that made some. */
export async function nodes({
  createMockNode,
  peers,
}: Bench): Promise<Section> {
  const { ganache } = peers
  const samples = await compete({
    floor: repeat(() => {
      const balances = new Map([['latest', new Map([[anybody, '0x0']])]])
      const answers = new Map([['eth_getBalance', balances]])
      return firstBalance(createFloor(answers, structuredClone), anybody, '0x0')
    }),
    ganache:
      ganache &&
      repeat(async () => {
        const { request, stop } = startGanache(ganache)
        await firstBalance(request, anybody, '0x0')
        await stop()
      }),
    preseal: repeat(() => {
      const { request } = createMockNode().provider
      return firstBalance(request as Request, anybody, '0x0')
    }),
  })
  const rows: Row[] = [
    {
      name: 'a node and its first answer',
      cells: [
        duration(samples.floor),
        duration(samples.ganache),
        duration(samples.preseal),
      ],
      goal: atMost(0.5, samples.preseal),
    },
  ]
  const many = await heapOfNodes(createMockNode)
  rows.push(
    {
      name: 'the heap of 1,000 idle nodes',
      cells: [null, null, bytes(many)],
      goal: atMostBytes(300e6, many),
    },
    {
      name: 'the heap of one of them',
      cells: [null, null, bytes(many / made)],
      goal: atMostBytes(1e6, many / made),
    },
  )
  for (const count of [10, 100_000]) {
    const addresses = createAddresses(count)
    const accounts = createAccounts(addresses)
    const last = addresses[count - 1] as string
    const balance = `0x${balanceOf(count - 1).toString(16)}`
    const funded = await compete(
      {
        preseal: repeat(() => {
          const { request } = createMockNode({ accounts }).provider
          return firstBalance(request as Request, last, balance)
        }),
      },
      { rounds: count > 1_000 ? 5 : 31 },
    )
    rows.push({
      name: `with ${count.toLocaleString('en')} accounts, a slot each`,
      cells: [null, null, duration(funded.preseal)],
    })
  }
  return { title: 'creating a node', columns, rows }
}

/** What nodes hold that nothing is done with, after an answer of each. */
async function heapOfNodes(
  createMockNode: Bench['createMockNode'],
): Promise<number> {
  const before = heapUsed()
  const kept: unknown[] = []
  for (let count = 0; count < made; count++) {
    const node = createMockNode()
    await firstBalance(node.provider.request as Request, anybody, '0x0')
    kept.push(node)
  }
  const held = heapUsed() - before
  strictEqual(kept.length, made)
  return held
}

function repeat(work: () => Promise<unknown>) {
  return async (count: number) => {
    for (let made = 0; made < count; made++) await work()
  }
}

async function firstBalance(request: Request, address: string, right: string) {
  const params = [address, 'latest']
  strictEqual(await request({ method: 'eth_getBalance', params }), right)
}
