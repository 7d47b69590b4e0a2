import {
  createMockNode,
  isPresealError,
  type MockNode,
  type MockRequest,
  type StepNow,
} from 'preseal'
import type { Fault } from '../../src/node/faults/faultTypes.js'
import { malformed } from './ask.js'
import { hashesOf } from './header.js'
import type { Answer } from './judge.js'
import { createModel, type Script } from './model.js'
import { hashOfOpen } from './read.js'
import { type Request, readsOf } from './reads.js'
import { same } from './same.js'
import type { Action, Story } from './story.js'
import { bindSealPlan } from './timeline.js'
import { listenTo, sayAll } from './told.js'
import { quantity } from './transaction.js'

/** What was seen of a story, so that a test can say what it covered. */
export type Seen = {
  actions: number
  reads: number
  kinds: Map<string, number>
}

/** Tells a story to a node and to the model; throws where they differ. */
export async function tell(
  { options, actions, listens }: Story,
  seen: Seen,
): Promise<void> {
  const model = createModel(options)
  const born = attempt(() => createMockNode(options))
  same('birth', model.world.errors[0], born.error)
  const node = born.value
  if (node === undefined) return
  const hear = listens ? listenTo(node) : undefined
  model.hear()

  const see = (kind: string) =>
    seen.kinds.set(kind, (seen.kinds.get(kind) ?? 0) + 1)
  const story: Told = {
    model,
    node,
    see,
    hashes: [] as string[],
    lifts: [],
    kept: [],
  }
  const blockHashes: string[] = []
  let stepped = 0
  for (const [at, action] of [
    { type: 'advance', ms: 0 } as const,
    ...actions,
  ].entries()) {
    const where = `action ${at - 1} (${action.type})`
    const isDone = await act(story, action, where)
    see(isDone ? action.type : `no ${action.type}`)
    if (!isDone) continue
    seen.actions += 1
    same(`${where}: now`, model.script.now, node.now)
    const { step } = model.world
    for (const { type } of model.world.config.timeline.slice(stepped, step))
      see(`step ${type}`)
    stepped = step
    const ours = await sayAll(model.hear(), model.world.config)
    if (hear !== undefined) {
      same(`${where}: events`, ours, hear())
    }
    for (const { name, reason } of ours) see([name, reason].join(' '))
    const { chain, config } = model.world
    see(`seen by ${chain.open.cadence.beatsSeenBy}`)
    see(`deposits ${chain.open.deposits.length}`)
    const held = await hashesOf(chain.blocks, config)
    const built = await hashOfOpen(chain, config)
    blockHashes.push(...held.slice(-2), ...(built === null ? [] : [built]))
    const requests = readsOf({
      latest: chain.blocks.at(-1)?.number ?? 0n,
      numbers: chain.blocks.map(({ number }) => number),
      blockHashes,
      transactionHashes: [
        ...story.hashes,
        ...chain.open.included.map(({ transaction }) => transaction.hash),
        ...(chain.blocks.at(-1)?.imported?.hashes ?? []),
        ...(chain.open.imported?.hashes ?? []),
      ],
    })
    for (const request of requests) {
      const [method, ...params] = request
      const expected = await model.ask(method, params)
      const actual = await ask(node, request)
      seen.reads += 1
      see(endOf(expected))
      same(`${where}: ${JSON.stringify(request)}`, expected, actual)
    }
  }
  node.dispose()
}

function endOf(answer: Answer): string {
  if ('code' in answer) return `code ${answer.code}`
  return answer.value === null ? 'null' : 'value'
}

const labels = ['a', 'b', 'c']

type Told = {
  model: ReturnType<typeof createModel>
  node: MockNode
  see: (kind: string) => void
  /** Of all transactions that were ever queued. */
  hashes: string[]
  lifts: { id: object; lift: () => void }[]
  kept: { script: Script; snapshot: ReturnType<MockNode['snapshot']> }[]
}

/** Does it to both; false where it was left out. */
async function act(
  story: Told,
  action: Action,
  where: string,
): Promise<boolean> {
  const { model, node, see, hashes, lifts, kept } = story
  const both = (came: { error: string | undefined }, verb: () => unknown) => {
    same(`${where}: error`, came.error, attempt(verb).error)
    if (came.error !== undefined) see(came.error)
    return true
  }
  switch (action.type) {
    case 'preconfirm': {
      // Labels of verbs are given again.
      const label = labels[hashes.length % labels.length] as string
      const transaction = { ...action.transaction, label }
      const came = model.do({ type: 'preconfirm', transaction })
      const expected = model.world.chain.queue.at(-1)?.hash
      return both(came, () => {
        const hash = node.preconfirm(transaction)
        same(`${where}: hash`, expected, hash)
        hashes.push(hash)
      })
    }
    case 'send': {
      const { config, faults } = model.world
      // What faults do to writes, and what L1 takes, is told elsewhere.
      if (faults.length > 0 || config.endpoint !== 'dedicated' || config.l1)
        return false
      const { asked } = action
      const { error } = model.do({ type: 'send', asked })
      const fields = Object.entries(asked).flatMap(([name, value]) =>
        value === undefined
          ? []
          : [[name, typeof value === 'string' ? value : quantity(value)]],
      )
      const sent = await ask(node, [
        'eth_sendTransaction',
        Object.fromEntries(fields),
      ])
      const hash = 'value' in sent ? (sent.value as string) : undefined
      const queued = error ? undefined : model.world.chain.queue.at(-1)?.hash
      same(`${where}: hash`, queued, hash)
      if (hash !== undefined) hashes.push(hash)
      else see('refused')
      return true
    }
    case 'drop': {
      const { open, queue } = model.world.chain
      const known = [
        ...open.included.map(({ transaction }) => transaction.hash),
        ...queue.map(({ hash }) => hash),
        ...hashes.slice(-1),
      ]
      const hash = known[action.pick % known.length] as `0x${string}`
      if (hash === undefined) return false
      return both(model.do({ type: 'drop', transaction: hash }), () =>
        node.drop(hash),
      )
    }
    case 'set': {
      const { setting } = action
      return both(model.do({ type: 'set', setting }), () => {
        const { type, ...given } = setting
        ;(node[type] as (given: object) => void)(given)
      })
    }
    case 'apply': {
      const { chain } = model.world
      const known = [
        ...chain.open.included.map(({ transaction }) => transaction.hash),
        ...labels,
      ]
      const named = (offset: number) =>
        known[(action.pick + offset) % known.length] as string
      const { draft } = action
      const step = {
        ...draft,
        ...(draft.type === 'planSeal' &&
          bindSealPlan(draft, named, known.length)),
        ...('omit' in draft && { omit: [named(0)] }),
      } as StepNow
      if ('how' in step) Reflect.deleteProperty(step, 'how')
      see(`apply ${step.type}`)
      return both(model.do({ type: 'apply', step }), () =>
        node.apply(step as { type: 'seal' }),
      )
    }
    case 'advance':
      return both(model.moveTo(model.script.now + action.ms), () =>
        node.advance(action.ms),
      )
    case 'nextBeat':
    case 'nextBlock': {
      const { type, times } = action
      const target = model.target(type, times)
      const { error } = model.moveTo(target.at)
      const last = target.isReached ? undefined : 'NothingAheadError'
      return both({ error: error ?? last }, () => node[type](times))
    }
    case 'seek': {
      const { to } = action
      if (to > model.script.now)
        return both(model.moveTo(to), () => node.seek(to))
      model.seekBack(to)
      return both({ error: undefined }, () => node.seek(to))
    }
    case 'snapshot':
      kept.push({ script: model.script, snapshot: node.snapshot() })
      return true
    case 'revert': {
      const { script, snapshot } = kept[action.pick % kept.length] ?? {}
      if (script === undefined || snapshot === undefined) return false
      model.restore(script)
      return both({ error: undefined }, () => node.revert(snapshot))
    }
    case 'import': {
      const { parameters } = action
      return both(model.do({ type: 'import', parameters }), () =>
        node.importBlock(parameters),
      )
    }
    case 'fault': {
      const { until, ...rest } = action.fault
      // The node refuses a fault whose time is over.
      const isOver = until !== undefined && until <= node.now
      const fault = (isOver ? rest : action.fault) as Fault
      const id = {}
      return both(model.do({ type: 'fault', id, fault }), () =>
        lifts.push({ id, lift: node.fault(fault) }),
      )
    }
    case 'lift': {
      const { id, lift } = lifts[action.pick % lifts.length] ?? {}
      if (id === undefined || lift === undefined) return false
      return both(model.do({ type: 'lift', id }), lift)
    }
  }
}

async function ask({ provider }: MockNode, [method, ...given]: Request) {
  const params = given.map((param) => (param === malformed ? 'none' : param))
  try {
    const request = { method, params } as unknown as MockRequest
    return { value: await provider.request(request) }
  } catch (error) {
    const { code, status } = error as { code: number; status?: number }
    return status === undefined ? { code } : { code, status }
  }
}

function attempt<value>(run: () => value): { value?: value; error?: string } {
  try {
    return { value: run() }
  } catch (thrown) {
    // The model knows of several errors the first.
    const error: unknown =
      thrown instanceof AggregateError ? thrown.errors[0] : thrown
    if (isPresealError(error)) return { error: error.name }
    throw thrown
  }
}
