import { strictEqual } from 'node:assert'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { startAnvil } from '../contestants/anvil.js'
import { sendTransfers, transactions } from '../contestants/tokenTransfers.js'
import { compete, type Work } from '../harness/compete.js'
import { atMostTimes } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { duration, rate } from '../harness/measure.js'
import type { Row, Section } from '../harness/section.js'
import type { Load } from '../loadClient.js'
import { batched } from '../workload.js'

const columns = ['node:http', 'anvil', 'preseal']

/** The row that is held to the bare server, at 85 % of its rate. */
const reached = 'balance, latest'

/** Of that row: more than others take, as it is the one that is close. */
const rounds = 61

/** A server in a process of its own, and accounts that it holds. */
type Contestant = {
  url: string
  addresses: readonly string[]
  /** Which tells its CPU time when it is sent anything. */
  child?: ChildProcess
}

/** Requests to a served node, beside those to anvil, by one and the same client. */
export async function overHttp(bench: Bench): Promise<Section> {
  const client = start('../loadClient.ts')
  const server = start('../serveNode.ts', bench.folder)
  const preseal = await started(server)
  const bare = start('../serveEcho.ts')
  const echo = await started(bare)
  const anvil = await busyAnvil(bench)
  const rows: Row[] = []
  for (const block of ['latest', 'pending'])
    rows.push(
      ...(await measure(
        client,
        `balance, ${block}`,
        { echo, anvil, preseal },
        ({ addresses }) =>
          addresses.map((address) => toBody('eth_getBalance', address, block)),
      )),
    )
  rows.push(
    ...(await measure(
      client,
      `pending block of ${transactions} transactions`,
      { anvil, preseal },
      () => [toBody('eth_getBlockByNumber', 'pending', true)],
    )),
  )
  rows.push(...(await measureOthers(client, { echo, anvil, preseal })))
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
): Promise<Row[]> {
  const isReached = name === reached
  const cpu = { echo: [] as number[], preseal: [] as number[] }
  const work = (contestant: Contestant | undefined, spent: number[] = []) =>
    contestant && ask(client, contestant, bodiesOf(contestant), { spent })
  const samples = await compete(
    {
      echo: await work(echo, cpu.echo),
      anvil: await work(anvil),
      preseal: await work(preseal, cpu.preseal),
    },
    { slice: 100, ...(isReached && { rounds }) },
  )
  const row = {
    name,
    cells: [rate(samples.echo), rate(samples.anvil), rate(samples.preseal)],
    goal: isReached
      ? atMostTimes(1 / 0.85, samples.preseal, samples.echo)
      : atMostTimes(0.5, samples.preseal, samples.anvil),
  }
  if (!isReached) return [row]
  // What came before the rounds was the warm-up.
  const [bare, own] = [cpu.echo, cpu.preseal].map((all) => all.slice(-rounds))
  return [
    row,
    {
      name: 'CPU time of its server',
      cells: [duration(bare), null, duration(own)],
      goal: atMostTimes(1 / 0.85, own, bare),
    },
  ]
}

/** A batch, and a request over a socket, beside one request over HTTP. */
async function measureOthers(
  client: ChildProcess,
  {
    echo,
    anvil,
    preseal,
  }: { echo: Contestant; anvil: Contestant | undefined; preseal: Contestant },
): Promise<Row[]> {
  const singles = ({ addresses }: Contestant) =>
    addresses.map((address) => toBody('eth_getBalance', address, 'latest'))
  const batch = (asked: Contestant, path = '') => {
    const bodies = singles(asked)
    const body = Array.from(
      { length: batched },
      (_, index) => bodies[index % bodies.length],
    )
    return ask(client, asked, [`[${body}]`], { url: `${asked.url}${path}` })
  }
  const socket = (asked: Contestant) =>
    ask(client, asked, singles(asked), {
      url: asked.url.replace('http:', 'ws:'),
    })
  const one = await ask(client, preseal, singles(preseal))
  const batches = await compete(
    {
      one,
      echo: await batch(echo, '/batch'),
      anvil: anvil && (await batch(anvil)),
      preseal: await batch(preseal),
    },
    { slice: 100 },
  )
  const sockets = await compete(
    {
      one,
      anvil: anvil && (await socket(anvil)),
      preseal: await socket(preseal),
    },
    { slice: 100 },
  )
  return [
    {
      name: `a batch of ${batched} balances, beside one`,
      cells: [rate(batches.echo), rate(batches.anvil), rate(batches.preseal)],
      goal: atMostTimes(5, batches.preseal, batches.one),
    },
    {
      name: 'balance, over a WebSocket, beside HTTP',
      cells: [null, rate(sockets.anvil), rate(sockets.preseal)],
      goal: atMostTimes(1, sockets.preseal, sockets.one),
    },
  ]
}

/** Checks what a contestant answers, and returns how to ask it. */
async function ask(
  client: ChildProcess,
  { url: own, child }: Contestant,
  bodies: string[],
  { url = own, spent = [] }: { url?: string; spent?: number[] } = {},
): Promise<Work> {
  for (const body of bodies) await check(url.replace('ws:', 'http:'), body)
  return async (count) => {
    const before = child && (await cpuOf(child))
    const done = once(client, 'message')
    client.send({ url, bodies, count } satisfies Load)
    await done
    if (before !== undefined && child !== undefined)
      spent.push(((await cpuOf(child)) - before) / count)
  }
}

/** Its process sends where it listens. */
async function started(child: ChildProcess): Promise<Contestant> {
  const [contestant] = (await once(child, 'message')) as [Contestant]
  return { ...contestant, child }
}

/** ms of CPU time that the process has taken. */
async function cpuOf(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message')
  child.send('cpu')
  const [{ user, system }] = (await answer) as [NodeJS.CpuUsage]
  return (user + system) / 1_000
}

/** Accounts that are funded, or a block that is full. */
async function check(url: string, body: string) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  type Answer = { result: string | { transactions: object[] } }
  const given = (await response.json()) as Answer | Answer[]
  const answers = Array.isArray(given) ? given : [given]
  strictEqual(answers.length, body.startsWith('[') ? batched : 1)
  for (const { result } of answers)
    if (typeof result === 'string')
      strictEqual(BigInt(result) > 10n ** 18n, true)
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
