import { strictEqual } from 'node:assert'
import type { MockNode } from 'preseal'
import { startAnvil } from '../contestants/anvil.js'
import { startGanache } from '../contestants/ganache.js'
import { compete, type Samples } from '../harness/compete.js'
import { atMost, atMostTimes } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { duration } from '../harness/measure.js'
import type { Row, Section } from '../harness/section.js'
import type { Request } from '../loops.js'
import { createAccounts, createAddresses } from '../workload.js'

const columns = ['ganache', 'anvil', '10 accounts', '100,000 accounts']

/** Short, since nobody keeps a hundred thousand snapshots of one node. */
const brief = { rounds: 61, slice: 1 }

/** Keeping an instant and going back to it. */
export async function snapshots(bench: Bench): Promise<Section> {
  const few = createNode(bench, 10)
  const many = createNode(bench, 100_000)
  await checkRevert(few)
  await checkRevert(many)
  const kept = await compete({ few: keep(few), many: keep(many) }, brief)
  const reverted = await compete(
    { few: revert(few), many: revert(many) },
    brief,
  )
  return {
    title: 'snapshot and revert',
    columns,
    rows: [
      await peersRow(bench),
      ...rowsOf('node.snapshot()', kept.few, kept.many),
      ...rowsOf('node.revert()', reverted.few, reverted.many),
    ],
  }
}

function rowsOf(
  name: string,
  few: Samples | undefined,
  many: Samples | undefined,
): Row[] {
  return [
    {
      name,
      cells: [null, null, duration(few), duration(many)],
      goal: atMost(0.01, many),
    },
    {
      name: `${name}, growth with the accounts`,
      cells: [],
      goal: atMostTimes(2, many, few),
    },
  ]
}

function createNode({ createMockNode }: Bench, count: number) {
  const addresses = createAddresses(count)
  const node = createMockNode({ accounts: createAccounts(addresses) })
  node.nextBlock(2)
  return { node, address: addresses[0] as `0x${string}` }
}

type Subject = { node: MockNode; address: `0x${string}` }

function keep({ node }: Subject) {
  return (count: number) => {
    let last = node.snapshot()
    for (let kept = 1; kept < count; kept++) last = node.snapshot()
    return last
  }
}

/** Back and forth between two instants, so that each revert changes much. */
function revert({ node, address }: Subject) {
  const instants = [node.snapshot()]
  node.setBalance({ address, value: 1n })
  node.preconfirm({ from: address, to: address, value: 0n })
  node.nextBlock(3)
  instants.push(node.snapshot())
  return (count: number) => {
    for (let reverted = 0; reverted < count; reverted++) {
      const snapshot = instants[reverted % 2]
      if (snapshot !== undefined) node.revert(snapshot)
    }
  }
}

async function checkRevert({ node, address }: Subject) {
  const read = () =>
    node.provider.request({
      method: 'eth_getBalance',
      params: [address, 'latest'],
    })
  const before = await read()
  const snapshot = node.snapshot()
  node.setBalance({ address, value: 7n })
  strictEqual(await read(), '0x7')
  node.revert(snapshot)
  strictEqual(await read(), before)
}

/** Their snapshots are used up by a revert, so the two are timed as one. */
async function peersRow({ peers }: Bench): Promise<Row> {
  const ganache = peers.ganache && startGanache(peers.ganache)
  const anvil = peers.anvil && (await startAnvil(peers.anvil))
  const samples = await compete({
    ganache: ganache && evm(ganache.request),
    anvil: anvil && evm(anvil.request),
  })
  anvil?.stop()
  return {
    name: 'evm_snapshot and evm_revert, 10 accounts',
    cells: [duration(samples.ganache), duration(samples.anvil), null, null],
  }
}

function evm(request: Request) {
  return async (count: number) => {
    for (let done = 0; done < count; done++) {
      const id = await request({ method: 'evm_snapshot', params: [] })
      strictEqual(await request({ method: 'evm_revert', params: [id] }), true)
    }
  }
}
