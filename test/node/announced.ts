import {
  type Hex,
  isPresealError,
  type MockNode,
  type MockNodeOptions,
} from 'preseal'
import { readTimeline } from 'preseal/timeline'
import type { Story } from '../model/story.js'
import { createActor } from './actor.js'
import { alice, bob } from './actors.js'
import { createFaultless } from './createFaultless.js'
import { ask } from './reads.js'

export type Log = { blockHash: Hex; logIndex: Hex; removed: boolean }
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
  /** What is there when it begins, and in the end. */
  readonly before: Log[]
  readonly after: Log[]
}

/** Plays a story to one who listens in every way, and hands over what it heard. */
export async function playAnnounced(story: Story): Promise<Announced | null> {
  const { importedBlocks = [], steps = [] } = story.options
  const node = createFaultless({
    ...story.options,
    importedBlocks: importedBlocks.filter((block) => !isThin(block)),
    steps: steps.filter((step) => !isThin(step)),
  })
  if (node === null) return null
  const ids = new Map<unknown, string>()
  const heard = new Map<string, unknown[]>()
  const hear = (name: string, what: unknown) => {
    const list = heard.get(name) ?? []
    heard.set(name, [...list, what])
  }
  const before = await logsOf(node, story.options)
  const born = readTimeline(node).blocks.length
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
  if (story.listens) meddle(node)
  const actor = createActor(node)
  let isBack = false
  for (const [at, action] of story.actions.entries()) {
    if (action.type === 'import' && isThin(action.parameters)) continue
    const isRewind =
      action.type === 'revert' ||
      (action.type === 'seek' && action.to <= node.now)
    if (isRewind || at % 3 === 0) await poll()
    await actor(action, at)
    if (!isRewind) continue
    isBack = true
    // Time that goes back, or to a snapshot, announces nothing.
    const kept = new Map(heard)
    await poll()
    for (const name of Object.keys(filters)) {
      const list = kept.get(name)
      if (list === undefined) heard.delete(name)
      else heard.set(name, list)
    }
  }
  await poll()
  const of = (name: string) => (heard.get(name) ?? []) as never[]
  const whole = of('whole') as Whole[]
  const told = {
    heads: {
      sealed: of('sealed'),
      newHeads: (of('heads') as Whole[]).map(({ hash }) => hash),
      filter: of('heads filter'),
      timeline: isBack
        ? undefined
        : readTimeline(node)
            .blocks.slice(born)
            .map(({ hash }) => hash as Hex),
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
    before,
    after: await logsOf(node, story.options),
  }
  node.dispose()
  return told
}

/** Whether it imports a block without receipts, whose logs nobody knows. */
function isThin(given: object): boolean {
  return 'block' in given && !('receipts' in given)
}

/** Up to the head, by its number: latest itself may be awaited. */
async function logsOf(node: MockNode, given: MockNodeOptions): Promise<Log[]> {
  const born = (given.importedBlocks ?? []).map(({ block }) =>
    Number((block as { number?: unknown }).number),
  )
  const sealed = readTimeline(node).blocks.map(({ number }) => Number(number))
  const newestFirst = [0, ...born, ...sealed].sort((a, b) => b - a)
  for (const head of newestFirst) {
    const range = { fromBlock: '0x0', toBlock: `0x${head.toString(16)}` }
    const logs = await ask(node, 'eth_getLogs', range).catch((error) => {
      if (!/extends beyond current head/.test(`${error}`)) throw error
    })
    if (logs !== undefined) return logs as Log[]
  }
  throw new Error('No range of logs ends at the head.')
}

/** Listeners that do what listeners may, so long as it comes to an end. */
function meddle(node: MockNode) {
  let left = 20
  const doing = (verb: (turn: number) => unknown) => () => {
    if (left-- <= 0) return
    try {
      verb(left)
    } catch (error) {
      if (!isPresealError(error)) throw error
    }
  }
  node.on(
    'sealed',
    doing((turn) =>
      turn % 3 === 0
        ? node.reorg({ depth: 1, omit: [] })
        : node.setBalance({ address: bob, value: 10n ** 18n }),
    ),
  )
  node.on(
    'preconfirmed',
    doing((turn) =>
      node.preconfirm({ from: bob, to: alice, value: BigInt(turn) }),
    ),
  )
  node.provider.on(
    'message',
    doing((turn) =>
      turn % 4 === 0
        ? node.seal()
        : node.preconfirm({ from: alice, to: bob, logs: [{ address: bob }] }),
    ),
  )
}
