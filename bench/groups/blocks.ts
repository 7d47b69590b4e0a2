import { deepStrictEqual, strictEqual } from 'node:assert'
import { startAnvil } from '../contestants/anvil.js'
import { spread, writtenOut } from '../contestants/copies.js'
import { createFloor } from '../contestants/floor.js'
import { startGanache } from '../contestants/ganache.js'
import {
  preconfirmTransfers,
  senders,
  sendTransfers,
  transactions,
} from '../contestants/tokenTransfers.js'
import { compete } from '../harness/compete.js'
import { atMostTimes } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { rate } from '../harness/measure.js'
import { ownLoops } from '../harness/ownLoops.js'
import type { Row, Section } from '../harness/section.js'
import type { Request } from '../loops.js'
import { createAccounts, createAddresses } from '../workload.js'

const columns = [
  'floor',
  'spread',
  'structuredClone',
  'ganache',
  'anvil',
  'preseal',
]

type Contestant = { request: Request; seal: () => unknown }

/** Blocks and receipts of 200 token transfers. */
export async function blocks(bench: Bench): Promise<Section> {
  const preseal = createPreseal(bench)
  const ganache = await createGanache(bench)
  const anvil = await createAnvil(bench)
  const rows: Row[] = []
  // Ganache has no transactions in its pending block and knows no
  // eth_getBlockReceipts; anvil's pending block has no receipts.
  const pending = { preseal: preseal.request, anvil: anvil?.request }
  rows.push(
    await measure('pending block', pending, {
      method: 'eth_getBlockByNumber',
      params: ['pending', true],
    }),
    await measure(
      'its receipts',
      { preseal: preseal.request },
      {
        method: 'eth_getBlockReceipts',
        params: ['pending'],
      },
    ),
  )
  for (const contestant of [preseal, ganache, anvil]) await contestant?.seal()
  rows.push(
    await measure(
      'latest block',
      { ...pending, ganache: ganache?.request },
      {
        method: 'eth_getBlockByNumber',
        params: ['latest', true],
      },
    ),
    await measure('its receipts', pending, {
      method: 'eth_getBlockReceipts',
      params: ['latest'],
    }),
  )
  return { title: `${transactions} full transactions`, columns, rows }
}

async function measure(
  name: string,
  peers: {
    preseal: Request
    ganache?: Request | undefined
    anvil?: Request | undefined
  },
  asked: { method: keyof typeof writtenOut; params: unknown[] },
): Promise<Row> {
  const { method, params } = asked
  const answer = JSON.parse(JSON.stringify(await peers.preseal(asked)))
  const answers = new Map([
    [
      method,
      new Map([[params[params.length - 1], new Map([[params[0], answer]])]]),
    ],
  ])
  const work = async (request: Request | undefined) => {
    if (request === undefined) return undefined
    const { askLists } = await ownLoops()
    strictEqual(await askLists(request, method, params, 1), transactions)
    return (count: number) => askLists(request, method, params, count)
  }
  const floors = {
    floor: createFloor(answers, writtenOut[method]),
    spread: createFloor(answers, spread[method]),
    structuredClone: createFloor(answers, structuredClone),
  }
  for (const floor of Object.values(floors))
    deepStrictEqual(await floor(asked), answer)
  const samples = await compete({
    floor: await work(floors.floor),
    spread: await work(floors.spread),
    structuredClone: await work(floors.structuredClone),
    ganache: await work(peers.ganache),
    anvil: await work(peers.anvil),
    preseal: await work(peers.preseal),
  })
  return {
    name,
    cells: [
      rate(samples.floor),
      rate(samples.spread),
      rate(samples.structuredClone),
      rate(samples.ganache),
      rate(samples.anvil),
      rate(samples.preseal),
    ],
    goal: atMostTimes(1.2, samples.preseal, samples.floor),
  }
}

function createPreseal({ createMockNode }: Bench): Contestant {
  const addresses = createAddresses(senders)
  const node = createMockNode({ accounts: createAccounts(addresses) })
  node.nextBlock(2)
  preconfirmTransfers(node, addresses)
  return {
    request: node.provider.request as Request,
    seal: () => node.nextBlock(),
  }
}

async function createGanache({
  peers,
}: Bench): Promise<Contestant | undefined> {
  if (peers.ganache === undefined) return undefined
  const { request } = startGanache(peers.ganache, {
    miner: { blockTime: 1_000_000 },
  })
  await sendTransfers(request, 'evm_setAccountCode')
  return { request, seal: () => request({ method: 'evm_mine', params: [] }) }
}

async function createAnvil({ peers }: Bench): Promise<Contestant | undefined> {
  if (peers.anvil === undefined) return undefined
  const { request } = await startAnvil(peers.anvil, ['--no-mining'])
  await sendTransfers(request, 'anvil_setCode')
  return { request, seal: () => request({ method: 'evm_mine', params: [] }) }
}
