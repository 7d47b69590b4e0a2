import { strictEqual } from 'node:assert'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { startAnvil } from '../contestants/anvil.js'
import { sendTransfers, transactions } from '../contestants/tokenTransfers.js'
import { compete } from '../harness/compete.js'
import { atMostTimes } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { type Row, rate, type Section } from '../harness/section.js'
import type { Load } from '../loadClient.js'

const columns = ['node:http', 'anvil', 'preseal']

/** The row that is held to the bare server, at 85 % of its rate. */
const reached = 'balance, latest'

/** A server in a process of its own, and accounts that it holds. */
type Contestant = { url: string; addresses: readonly string[] }

/** Requests to a served node, beside those to anvil, by one and the same client. */
export async function overHttp(bench: Bench): Promise<Section> {
  const client = start('../loadClient.ts')
  const server = start('../serveNode.ts', bench.folder)
  const [preseal] = (await once(server, 'message')) as [Contestant]
  const bare = start('../serveEcho.ts')
  const [echo] = (await once(bare, 'message')) as [Contestant]
  const anvil = await busyAnvil(bench)
  const rows: Row[] = []
  for (const block of ['latest', 'pending'])
    rows.push(
      await measure(
        client,
        `balance, ${block}`,
        { echo, anvil, preseal },
        ({ addresses }) =>
          addresses.map((address) => toBody('eth_getBalance', address, block)),
      ),
    )
  rows.push(
    await measure(
      client,
      `pending block of ${transactions} transactions`,
      { anvil, preseal },
      () => [toBody('eth_getBlockByNumber', 'pending', true)],
    ),
  )
  anvil?.stop()
  for (const child of [client, server, bare]) child.disconnect()
  return { title: 'over loopback, 8 connections', columns, rows }
}

async function measure(
  client: ChildProcess,
  name: string,
  {
    echo,
    anvil,
    preseal,
  }: {
    echo?: Contestant
    anvil: Contestant | undefined
    preseal: Contestant
  },
  bodiesOf: (contestant: Contestant) => string[],
): Promise<Row> {
  const work = async (contestant: Contestant | undefined) => {
    if (contestant === undefined) return undefined
    const { url } = contestant
    const bodies = bodiesOf(contestant)
    for (const body of bodies) await check(url, body)
    return async (count: number) => {
      const done = once(client, 'message')
      client.send({ url, bodies, count } satisfies Load)
      await done
    }
  }
  const samples = await compete(
    {
      echo: await work(echo),
      anvil: await work(anvil),
      preseal: await work(preseal),
    },
    { slice: 100 },
  )
  return {
    name,
    cells: [rate(samples.echo), rate(samples.anvil), rate(samples.preseal)],
    goal:
      name === reached
        ? atMostTimes(1 / 0.85, samples.preseal, samples.echo)
        : atMostTimes(0.5, samples.preseal, samples.anvil),
  }
}

/** An account that is funded, or a block that is full. */
async function check(url: string, body: string) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { result } = (await response.json()) as {
    result: string | { transactions: object[] }
  }
  if (typeof result === 'string') strictEqual(BigInt(result) > 10n ** 18n, true)
  else strictEqual(result.transactions.length, transactions)
}

function toBody(method: string, ...params: unknown[]): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
}

async function busyAnvil({ peers }: Bench) {
  if (peers.anvil === undefined) return undefined
  const { url, request, stop } = await startAnvil(peers.anvil, ['--no-mining'])
  await sendTransfers(request, 'anvil_setCode')
  const accounts = await request({ method: 'eth_accounts', params: [] })
  return { url, addresses: accounts as string[], stop }
}

function start(file: string, ...args: string[]): ChildProcess {
  return fork(new URL(file, import.meta.url), args)
}
