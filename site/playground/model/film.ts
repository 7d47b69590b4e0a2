import {
  createMockNode,
  type Hash,
  type MockNode,
  type TransactionName,
} from 'preseal'
import { formatTimeline, readTimeline } from 'preseal/timeline'
import type { Address } from 'viem'
import { createReader as createCareful } from '../readers/careful.js'
import { createReader as createNaive } from '../readers/naive.js'
import { bob } from './actors.js'
import { type Client, createClient } from './createClient.js'
import { optionsOf, poll, type Story } from './story.js'

/** What an app shows. */
export type Shown = { readonly balance: bigint; readonly coming: bigint }

/** What the node holds under a selector, past all faults. */
export type Held = {
  readonly number: number
  readonly transactions: number
  readonly balance: bigint
}

/** Something that the chain did to a payment or a block. */
export type Mark = {
  /** ms */
  readonly at: number
  readonly text: 'dropped' | 'reverted' | 'reorg'
}

export type App = 'naive' | 'careful' | 'yours'

export type Frame = {
  readonly at: number
  readonly pending: Held
  readonly latest: Held
  /** The newest transaction of the pending block; null where it has none. */
  readonly newest: TransactionName | null
  /** Of each app that plays. */
  readonly shown: { readonly [app in App]: Shown | undefined }
}

export type Film = {
  readonly apps: readonly App[]
  readonly frames: readonly Frame[]
  readonly marks: readonly Mark[]
  /** What a failing test prints of the naive app's run. */
  readonly lines: readonly string[]
}

/** How an app is made: with a client, and an address to watch. */
export type CreateReader = (
  client: Client,
  address: Address,
) => () => Promise<Shown>

/**
 * Plays a story once for each app, as if it were alone, and keeps what it shows
 * at each poll. Throws what the story or the visitor's app throws.
 */
export async function film(story: Story, yours?: CreateReader): Promise<Film> {
  const naive = await run(story, createNaive)
  const careful = await run(story, createCareful)
  const own = yours && (await run(story, yours))
  return {
    apps:
      own === undefined ? ['naive', 'careful'] : ['naive', 'careful', 'yours'],
    frames: naive.looks.map((look, index) => ({
      ...look,
      shown: {
        naive: naive.shown[index],
        careful: careful.shown[index],
        yours: own?.shown[index],
      },
    })),
    marks: naive.marks,
    lines: naive.lines,
  }
}

async function run(story: Story, createReader: CreateReader) {
  const node = createMockNode(optionsOf(story))
  const read = createReader(createClient(node), bob)
  const shown: Shown[] = []
  const looks: (ReturnType<typeof look> & { readonly at: number })[] = []
  while (node.now < story.until) {
    node.advance(poll)
    shown.push(await read())
    looks.push({ at: node.now, ...look(node) })
  }
  const { transactions, events } = readTimeline(node)
  const labels = new Map(transactions.map(({ hash, label }) => [hash, label]))
  const marks = [
    ...events.flatMap(({ type, at }): Mark[] => {
      if (type === 'reorged') return [{ at, text: 'reorg' }]
      return type === 'dropped' ? [{ at, text: 'dropped' }] : []
    }),
    ...transactions.flatMap(({ moves }) =>
      moves.flatMap((move): Mark[] =>
        move.type === 'sealed' && move.status === 'reverted'
          ? [{ at: move.at, text: 'reverted' }]
          : [],
      ),
    ),
  ]
  const lines = formatTimeline(node, { most: 400 }).split('\n')
  node.dispose()
  return {
    shown,
    looks: looks.map(({ newest, ...rest }) => ({
      ...rest,
      newest: newest === null ? null : (labels.get(newest) ?? newest),
    })),
    marks,
    lines,
  }
}

/** What is there, whatever the endpoint answers. */
function look(node: MockNode) {
  const { hashes, ...pending } = hold(node, 'pending')
  const { hashes: _, ...latest } = hold(node, 'latest')
  // A block that is latest already is not pending.
  const isOpen = pending.number > latest.number
  return { pending, latest, newest: isOpen ? (hashes.at(-1) ?? null) : null }
}

function hold(node: MockNode, selector: 'pending' | 'latest') {
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
