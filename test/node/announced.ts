import {
  createMockNode,
  type Hex,
  type MockNode,
  type StepNow,
} from 'preseal'
import { readTimeline } from 'preseal/timeline'
import type { Action, Story } from '../model/story.js'
import { bindSealAs } from '../model/timeline.js'
import { alice, bob } from './actors.js'
import { ask } from './reads.js'

type Log = { blockHash: Hex; logIndex: Hex; removed: boolean }
type Whole = { hash: Hex; logs: unknown[] }
type Message = { subscription: unknown; result: never }

/** What one who listens to a node in every way has learned, each in its order. */
export type Announced = {
  /** Hashes of blocks. */
  readonly heads: {
    sealed: Hex[]
    newHeads: Hex[]
    filter: Hex[]
    /** Undefined where time went back, which forgets some. */
    timeline: Hex[] | undefined
  }
  /** Hashes of transactions. */
  readonly entered: { preconfirmed: Hex[]; subscription: Hex[]; whole: Hex[] }
  readonly arrived: { subscription: Hex[]; filter: Hex[] }
  readonly logs: { subscription: Log[]; filter: Log[] }
  readonly pendingLogs: { subscription: unknown[]; whole: unknown[] }
  /** Hashes that arrived, with a minus before those that were dropped. */
  readonly pool: string[]
  /** What is there in the end. */
  readonly held: Log[]
}

/** Plays a story to one who listens in every way, and hands over what it heard. */
export async function playAnnounced(story: Story): Promise<Announced | null> {
  const node = attempt(() => createMockNode(story.options))
  if (node === undefined) return null
  const ids = new Map<unknown, string>()
  const heard = new Map<string, unknown[]>()
  const hear = (name: string, what: unknown) => {
    const list = heard.get(name) ?? []
    heard.set(name, [...list, what])
  }
  const born = node.story().events.length
  const pool: string[] = []
  node.on('sealed', ({ hash }) => hear('sealed', hash))
  node.on('preconfirmed', ({ hash }) => hear('preconfirmed', hash))
  node.on('dropped', ({ hash }) => pool.push(`-${hash}`))
  node.provider.on('message', ({ data }) => {
    const { subscription, result } = data as Message
    const name = ids.get(subscription) as string
    hear(name, result)
    if (name === 'arrivals') pool.push(result)
  })
  for (const [name, ...params] of [
    ['heads', 'newHeads'],
    ['logs', 'logs', {}],
    ['arrivals', 'newPendingTransactions'],
    ['entered', 'newFlashblockTransactions'],
    ['whole', 'newFlashblockTransactions', true],
    ['pendingLogs', 'pendingLogs'],
  ])
    ids.set(await ask(node, 'eth_subscribe', ...params), name as string)
  for (let turn = 0; turn < 40; turn++) await undefined
  const filters = {
    'heads filter': await ask(node, 'eth_newBlockFilter'),
    'logs filter': await ask(node, 'eth_newFilter', {}),
    'arrivals filter': await ask(node, 'eth_newPendingTransactionFilter'),
  }
  const poll = async () => {
    for (const [name, id] of Object.entries(filters))
      for (const change of (await ask(
        node,
        'eth_getFilterChanges',
        id,
      )) as unknown[])
        hear(name, change)
  }
  const actor = createActor(node)
  let isBack = false
  for (const [at, action] of story.actions.entries()) {
    const isRewind = action.type === 'seek' || action.type === 'revert'
    if (isRewind || at % 3 === 0) await poll()
    await actor(action, at)
    if (!isRewind) continue
    isBack = true
    // Time that goes back, or to a snapshot, announces nothing.
    const before = new Map(heard)
    await poll()
    for (const name of Object.keys(filters)) {
      const list = before.get(name)
      if (list === undefined) heard.delete(name)
      else heard.set(name, list)
    }
  }
  await poll()
  const latest = await ask(node, 'eth_getLogs', {
    fromBlock: '0x0',
    toBlock: 'latest',
  }).catch(() => [])
  const of = (name: string) => (heard.get(name) ?? []) as never[]
  const whole = of('whole') as Whole[]
  const told = {
    heads: {
      sealed: of('sealed'),
      newHeads: (of('heads') as Whole[]).map(({ hash }) => hash),
      filter: of('heads filter'),
      timeline: isBack
        ? undefined
        : node
            .story()
            .events.slice(born)
            .flatMap((one) => (one.type === 'sealed' ? [one.of.hash] : [])),
    },
    entered: {
      preconfirmed: of('preconfirmed'),
      subscription: of('entered'),
      whole: whole.map(({ hash }) => hash),
    },
    arrived: { subscription: of('arrivals'), filter: of('arrivals filter') },
    logs: { subscription: of('logs'), filter: of('logs filter') },
    pendingLogs: {
      subscription: of('pendingLogs'),
      whole: whole.flatMap(({ logs }) => logs),
    },
    pool,
    held: latest as Log[],
  }
  if (!isBack) {
    const blocks = readTimeline(node).blocks.map(({ hash }) => hash as Hex)
    told.heads.timeline = blocks.slice(
      blocks.length - (told.heads.timeline?.length ?? 0),
    )
  }
  node.dispose()
  return told
}
