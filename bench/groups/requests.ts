import { deepStrictEqual } from 'node:assert'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startAnvil } from '../contestants/anvil.js'
import { createFloor, type FloorAnswers } from '../contestants/floor.js'
import { startGanache } from '../contestants/ganache.js'
import type { Peers } from '../contestants/peers.js'
import { compete } from '../harness/compete.js'
import { atMostTimes } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { rate } from '../harness/measure.js'
import { ownLoops } from '../harness/ownLoops.js'
import type { Row, Section } from '../harness/section.js'
import type { Request } from '../loops.js'
import {
  balanceOf,
  createAccounts,
  createAddresses,
  slot,
  token,
  wordOf,
} from '../workload.js'

const blocks = ['latest', 'pending'] as const
const contestants = ['floor', 'ganache', 'anvil', 'preseal'] as const
type Requests = Record<(typeof contestants)[number], Request | undefined>

/** Balances and storage, one account after the other. */
export async function requests(bench: Bench): Promise<Section> {
  const rows: Row[] = []
  for (const count of [10, 100_000]) {
    const addresses = createAddresses(count)
    const anvil = await fundedAnvil(bench, addresses)
    const requests: Requests = {
      floor: createFloor(floorAnswers(addresses), structuredClone),
      ganache: await fundedGanache(bench.peers, addresses),
      anvil: anvil?.request,
      preseal: presealRequest(bench, addresses),
    }
    const asked = createAddresses(count)
    for (const row of ['balance', 'storage'] as const)
      for (const block of blocks)
        rows.push(await measure(requests, row, asked, block))
    anvil?.stop()
  }
  return { title: 'one request after the other', columns: contestants, rows }
}

async function measure(
  requests: Requests,
  what: 'balance' | 'storage',
  asked: readonly string[],
  block: string,
): Promise<Row> {
  const work = async (name: keyof Requests) => {
    const request = requests[name]
    if (request === undefined) return undefined
    await check(request, what, asked, block)
    const { askBalances, askStorage } = await ownLoops()
    return what === 'balance'
      ? (count: number) => askBalances(request, asked, block, count)
      : (count: number) => askStorage(request, asked, slot, block, count)
  }
  const samples = await compete({
    floor: await work('floor'),
    ganache: await work('ganache'),
    anvil: await work('anvil'),
    preseal: await work('preseal'),
  })
  return {
    name: `${what}, ${block}, ${asked.length.toLocaleString('en')} accounts`,
    cells: contestants.map((name) => rate(samples[name])),
    goal: atMostTimes(6, samples.preseal, samples.floor),
  }
}

async function check(
  request: Request,
  what: 'balance' | 'storage',
  asked: readonly string[],
  block: string,
) {
  for (const index of [0, asked.length >> 1, asked.length - 1]) {
    const answer = await request(
      what === 'balance'
        ? { method: 'eth_getBalance', params: [asked[index], block] }
        : { method: 'eth_getStorageAt', params: [asked[index], slot, block] },
    )
    const right = what === 'balance' ? balanceOf(index) : BigInt(wordOf(index))
    deepStrictEqual(BigInt(answer as string), right)
  }
}

function floorAnswers(addresses: readonly string[]): FloorAnswers {
  const balances = new Map(
    addresses.map((address, index) => [
      address,
      `0x${balanceOf(index).toString(16)}`,
    ]),
  )
  const words = new Map(
    addresses.map((address, index) => [address, wordOf(index)]),
  )
  return new Map([
    ['eth_getBalance', new Map(blocks.map((block) => [block, balances]))],
    ['eth_getStorageAt', new Map(blocks.map((block) => [block, words]))],
  ])
}

/** With a transaction in the pending block, so that it is not just latest. */
function presealRequest(
  { createMockNode }: Bench,
  addresses: readonly `0x${string}`[],
): Request {
  const node = createMockNode({
    accounts: {
      ...createAccounts(addresses),
      [token]: { balance: 10n ** 18n },
    },
  })
  node.nextBlock(2)
  node.preconfirm({ from: token, to: `0x${'99'.repeat(20)}`, value: 1n })
  node.nextBeat()
  return node.provider.request as Request
}

/** Funds account by account, which would take minutes for 100,000 of them. */
async function fundedGanache({ ganache }: Peers, addresses: readonly string[]) {
  if (ganache === undefined || addresses.length > 10) return undefined
  const { request } = startGanache(ganache)
  for (const [index, address] of addresses.entries()) {
    await request({
      method: 'evm_setAccountBalance',
      params: [address, `0x${balanceOf(index).toString(16)}`],
    })
    await request({
      method: 'evm_setAccountStorageAt',
      params: [address, slot, wordOf(index)],
    })
  }
  return request
}

async function fundedAnvil(
  { folder, peers }: Bench,
  addresses: readonly string[],
) {
  if (peers.anvil === undefined) return undefined
  const genesis = join(folder, `genesis-${addresses.length}.json`)
  const alloc = Object.fromEntries(
    addresses.map((address, index) => [
      address,
      {
        balance: `0x${balanceOf(index).toString(16)}`,
        storage: { [slot]: wordOf(index) },
      },
    ]),
  )
  writeFileSync(
    genesis,
    JSON.stringify({ gasLimit: '0x1c9c380', difficulty: '0x0', alloc }),
  )
  return startAnvil(peers.anvil, ['--init', genesis])
}
