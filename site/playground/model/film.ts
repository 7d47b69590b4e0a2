import {
  createMockNode,
  type Hash,
  type MockNode,
  type TransactionName,
} from 'preseal'
import { formatTimeline, readTimeline } from 'preseal/timeline'
import { createReader as createCareful } from '../readers/careful.js'
import { createReader as createNaive } from '../readers/naive.js'
import { alice, bob, ether } from './actors.js'
import { createClient } from './createClient.js'
import { poll, type Story } from './story.js'

/** What an app shows. */
export type Shown = { readonly balance: bigint; readonly coming: bigint }

/** What the node serves under a selector, past all faults. */
export type Served = {
  readonly number: number
  readonly transactions: number
  readonly balance: bigint
}

export type Frame = {
  readonly at: number
  readonly pending: Served
  readonly latest: Served
  readonly newest: TransactionName | null
  readonly naive: Shown
  readonly careful: Shown
}

export type Film = {
  readonly frames: readonly Frame[]
  /** The story as a failing test prints it. */
  readonly lines: readonly string[]
}

/** How an app is made: with a client, and an address to watch. */
type CreateReader = typeof createNaive

/**
 * Plays a story once for each app, as if it were alone, and keeps what it shows
 * at each poll. Throws what the story throws.
 */
export async function film(story: Story): Promise<Film> {
  const careful = await run(story, createCareful)
  const naive = await run(story, createNaive)
  return {
    frames: naive.frames.map(({ shown, ...frame }, index) => ({
      ...frame,
      naive: shown,
      careful: careful.frames[index]?.shown ?? shown,
    })),
    lines: naive.lines,
  }
}

async function run(story: Story, createReader: CreateReader) {
  const node = createMockNode(story.options())
  const read = createReader(createClient(node), bob)
  const names = new Map<string, TransactionName>()
  const seen: (ReturnType<typeof look> & { at: number; shown: Shown })[] = []
  while (node.now < story.until) {
    node.advance(poll)
    const shown = await read()
    seen.push({ at: node.now, ...look(node), shown })
    for (const act of story.acts.filter(({ at }) => at === node.now))
      if (act.type === 'pay') names.set(await pay(node), { sent: { to: bob } })
      else node.apply(act.step)
  }
  for (const { hash, label } of readTimeline(node).transactions)
    if (label !== undefined) names.set(hash, label)
  const frames = seen.map(({ newest, ...frame }) => ({
    ...frame,
    newest: newest === null ? null : (names.get(newest) ?? newest),
  }))
  const lines = formatTimeline(node, { most: 400 }).split('\n')
  node.dispose()
  return { frames, lines }
}

function pay({ provider }: MockNode) {
  const value = `0x${ether.toString(16)}` as const
  return provider.request({
    method: 'eth_sendTransaction',
    params: [{ from: alice, to: bob, value }],
  })
}

/** What is there, whatever the endpoint answers. */
function look(node: MockNode) {
  const { hashes, ...pending } = serve(node, 'pending')
  const { hashes: _, ...latest } = serve(node, 'latest')
  // A block that is latest already is not pending.
  const isOpen = pending.number > latest.number
  return { pending, latest, newest: isOpen ? (hashes.at(-1) ?? null) : null }
}

function serve(node: MockNode, selector: 'pending' | 'latest') {
  const view = node.view()
  const block = view.request({
    method: 'eth_getBlockByNumber',
    params: [selector, false],
  })
  const balance = view.request({
    method: 'eth_getBalance',
    params: [bob, selector],
  })
  const hashes = (block?.transactions ?? []) as readonly Hash[]
  return {
    number: Number(block?.number ?? 0),
    transactions: hashes.length,
    balance: BigInt(balance),
    hashes,
  }
}
