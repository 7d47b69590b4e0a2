import { strictEqual } from 'node:assert'
import { setImmediate } from 'node:timers'
import FakeTimers from '@sinonjs/fake-timers'
import type { MockNode } from 'preseal'
import type { Wallet } from 'preseal/wallet'
import { createPublicClient, createWalletClient, custom } from 'viem'
import { heapUsed, processorTime, time } from '../harness/compete.js'
import { atMost, atMostBytes, atMostOver } from '../harness/goal.js'
import type { Bench } from '../harness/group.js'
import { bytes, duration } from '../harness/measure.js'
import type { Row, Section } from '../harness/section.js'
import { loadExplore } from '../loadExplore.js'
import { openDom } from '../openDom.js'
import { createAddresses } from '../workload.js'

const columns = ['alone', 'preseal']
const [bob] = createAddresses(1) as [`0x${string}`]
const runs = 100
const first = 25
const rounds = 7
/** As often as that is enough to be as warm as a sweep. */
const alones = 20
const accounts = { [bob]: { balance: 7n } }

/** What a user sees of an application, and how it is closed. */
type App = { readonly look: () => unknown; readonly close: () => void }

type Subject = {
  readonly name: string
  /** ms of the chain's time that a run takes. */
  readonly length: number
  readonly open: (node: MockNode, wallet: () => Wallet) => App
  /** What it shows at last, if nothing goes wrong. */
  readonly last: unknown
  /** ms that a run may take more than the application alone. */
  readonly most: number
}

/** Tests on networks that err once, beside the same tests alone. */
export async function explorations(bench: Bench): Promise<Section> {
  const loaded = await loadExplore(bench.folder)
  const title = 'explorations'
  if (loaded === undefined) return { title, columns, rows: [] }
  const { explore, createWallet } = loaded
  const rows: Row[] = []
  const script: Subject = {
    name: 'a run of 20 s, 200 requests',
    length: 20_000,
    open: openScript,
    last: '0x7',
    most: 2,
  }
  const sweepScript = (count: number) => sweep(script, count)
  const { row, sweeps } = await measure(script)
  rows.push(row)
  const firsts: number[] = []
  for (let round = 0; round < rounds; round++)
    firsts.push(await processorTime(() => sweepScript(first)))
  const before = heapUsed()
  await sweepScript(runs)
  const grown = Math.max(0, heapUsed() - before)
  rows.push(
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
  )
  const payment: Subject = {
    name: 'a run of 8 s, a payment by viem',
    length: 8_000,
    open: openPayment,
    last: 'success 12',
    most: 2,
  }
  rows.push((await measure(payment)).row)
  // Last, since from here on there is a page.
  const dom = await openDom()
  const page = (node: MockNode, wallet: () => Wallet) =>
    dom.open(openPayment(node, wallet))
  const inReact = { ...payment, open: page, most: 6 }
  rows.push(
    (await measure({ ...inReact, name: 'the same in React, in jsdom' })).row,
  )
  dom.close()
  return { title, columns, rows }

  async function measure(subject: Subject) {
    await sweep(subject, runs)
    await alone(subject)
    const own: number[] = []
    const each: number[] = []
    const sweeps: number[] = []
    for (let round = 0; round < rounds; round++) {
      own.push((await time(() => aloneAgain(subject))) / alones)
      let tried = 0
      const ms = await time(async () => {
        tried = await sweep(subject, runs)
      })
      sweeps.push(ms)
      // Two runs without a mishap come first.
      each.push(ms / (tried + 2))
    }
    const row = {
      name: subject.name,
      cells: [duration(own), duration(each)],
      goal: atMostOver(subject.most, each, own),
    }
    return { row, sweeps }
  }

  async function sweep({ open, length }: Subject, count: number) {
    const { findings, tried } = await explore(
      (explored) => {
        const app = open(explored.node, () => explored.wallet)
        explored.watch('it', app.look, [])
        explored.onEnd(app.close)
      },
      { timers: FakeTimers, runs: count, duration: length, node: { accounts } },
    )
    strictEqual(findings.length, 0)
    return tried
  }

  async function aloneAgain(subject: Subject) {
    for (let run = 0; run < alones; run++) await alone(subject)
  }

  /** The same for as long, without anything that goes wrong or looks. */
  async function alone({ open, length, last }: Subject): Promise<void> {
    const clock = FakeTimers.install({
      now: 0,
      toFake: [
        'Date',
        'setTimeout',
        'clearTimeout',
        'setInterval',
        'clearInterval',
      ],
    })
    try {
      const node = bench.createMockNode({ accounts })
      const app = open(node, () => {
        const wallet = createWallet([node])
        node.setBalance({ address: wallet.account, value: 10n ** 19n })
        return wallet
      })
      clock.setTimeout(() => {}, length)
      while (clock.now < length) {
        clock.next()
        await new Promise((resolve) => inLaterTurn(resolve))
      }
      strictEqual(app.look(), last)
      app.close()
      node.dispose()
    } finally {
      clock.uninstall()
    }
  }
}

// Read before it is replaced.
const inLaterTurn = setImmediate

/** Polls a balance and the latest block, and shows the balance. */
function openScript({ provider }: MockNode): App {
  let shown = 'nothing'
  const poll = async () => {
    try {
      const params = [bob, 'pending'] as const
      const balance = await provider.request({
        method: 'eth_getBalance',
        params,
      })
      await provider.request({ method: 'eth_blockNumber' })
      shown = balance
    } catch {
      // The next one may do.
    }
  }
  const timer = setInterval(poll, 200)
  return { look: () => shown, close: () => clearInterval(timer) }
}

/** Polls a balance, and pays and waits for the receipt. */
function openPayment({ provider }: MockNode, openWallet: () => Wallet): App {
  const wallet = openWallet()
  wallet.connect()
  const transport = custom(provider)
  const reader = createPublicClient({ transport, pollingInterval: 500 })
  const payer = createWalletClient({
    account: wallet.account,
    transport: custom(wallet.provider),
  })
  let status = 'paying'
  let balance: bigint | undefined
  const pay = async () => {
    try {
      const payment = { to: bob, value: 5n, chain: null }
      const hash = await payer.sendTransaction(payment)
      const receipt = await reader.waitForTransactionReceipt({ hash })
      status = receipt.status
    } catch {
      status = 'failed'
    }
  }
  const poll = async () => {
    balance = await reader.getBalance({ address: bob }).catch(() => balance)
  }
  void pay()
  const timer = setInterval(poll, 500)
  return {
    look: () => `${status} ${balance}`,
    close: () => clearInterval(timer),
  }
}
