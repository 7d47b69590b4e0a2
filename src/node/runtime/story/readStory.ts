import type { Hash } from '../../../base/hex/hex.js'
import {
  type Act,
  type Chain,
  type Effect,
  type Entry,
  entriesSince,
  type Log,
  latestNumber,
  positionOf,
  type Rule,
} from '../../../chain/blocks/chain.js'
import { indexIn } from '../../../chain/blocks/openBlock.js'
import { findPlace } from '../../../chain/indexes/placeIndex.js'
import { unhashedThrough } from '../../../chain/lookup/blockHash.js'
import {
  findBlock,
  findSealedBlock,
  transactionAt,
} from '../../../chain/lookup/find.js'
import { hashesIn } from '../../../chain/model/blockRun.js'
import { copyJson } from '../../../rpc/answers/outcome.js'
import { subscriptionNames } from '../../../rpc/subscriptions/subscriptionTypes.js'
import type { ActiveFault, FaultId } from '../../faults/faultState.js'
import { parseParameters } from '../../schema/schema.js'
import { meantMethod, sentName } from '../../schema/transactionName.js'
import type { Runtime } from '../cell/runtime.js'
import {
  isRemembered,
  type SocketEvent,
  toNodeEvent,
} from '../events/nodeEvents.js'
import { findSent } from '../names/names.js'
import { isAhead } from '../play/play.js'
import {
  type BeatCadence,
  beatPosition,
  type History,
  historyAt,
  idleUntil,
  isBeat,
  type NodeState,
  nextBeat,
  nextBoundary,
  nextCadence,
} from '../state/nodeState.js'
import type { Step, StepNow } from '../steps/steps.js'
import type {
  ChainPeek,
  Story,
  StoryAccess,
  StoryBeat,
  StoryEvent,
  StoryFault,
} from './storyAccess.js'

type Queued = Extract<Effect, { type: 'queued' }>

type Walk = (visit: Visit) => void

type Range = { readonly since: number; readonly until: number }

/** Reads the story from one instant to another, both included. */
function readStory(
  now: NodeState,
  history: History,
  {
    cadence,
    sockets,
    ...range
  }: Range & {
    readonly cadence: BeatCadence
    readonly sockets: readonly SocketEvent[]
  },
): Story {
  const until = Math.min(range.until, now.time)
  const since = Math.min(range.since, until)
  const states = statesIn(history, { since, until })
  const before = since > 0 ? stateAt(history, since - 1) : null
  const last = states.at(-1) ?? before
  const walk: Walk = (visit) => walkStates({ before, states, until }, visit)
  return {
    since,
    until,
    preconfirmationTime: cadence.preconfirmationTime,
    blockTime: cadence.blockTime,
    events: readEvents(walk),
    faults: readFaults(
      before,
      entriesSince(before?.chain.log ?? null, last?.chain.log ?? null),
      last,
    ),
    sockets: sockets.filter(({ at }) => at >= since && at <= until),
    readBeats: () => readBeats(walk),
  }
}

function stateAt(history: History, time: number): NodeState {
  return idleUntil(historyAt(history, time).value, time)
}

/** Oldest first. */
function statesIn(history: History, { since, until }: Range): NodeState[] {
  const states: NodeState[] = []
  let link: History | null = historyAt(history, until)
  for (; link !== null && link.value.time >= since; link = link.parent)
    states.push(link.value)
  return states.reverse()
}

function readEvents(walk: Walk): StoryEvent[] {
  const events: StoryEvent[] = []
  walk({
    instant({ time }, entries, first) {
      for (const [index, entry] of entries.entries())
        events.push(...toStoryEvents(entry, time, first + index))
    },
    idle(from, until) {
      for (const event of idleEvents(from, until)) events.push(event)
    },
  })
  return events
}

function toStoryEvents(
  { by, act, effects }: Entry,
  at: number,
  position: number,
): StoryEvent[] {
  const queued = effects.find((effect) => effect.type === 'queued')
  const isSent = by === 'request' || by === 'wallet'
  const step = isSent ? queued && toStep(queued) : act
  return [
    ...(step ? [{ ...toStepEvent(step, at, isSent, queued), position }] : []),
    ...effects.filter(isRemembered).map((effect) => toNodeEvent(effect, at)),
  ]
}

/** A transaction that arrived by request reads as if a script had sent it. */
function toStep({ transaction }: Queued) {
  const { from, to, nonce, value, gas, data } = transaction
  return { type: 'preconfirm', from, to, nonce, value, gas, data }
}

function toStepEvent(
  step: Act,
  at: number,
  isSent: boolean,
  queued: Queued | undefined,
) {
  const { at: _, ...fields } = copy({ at, ...step })
  const hash = queued?.transaction.hash ?? null
  const via = isSent ? 'request' : 'script'
  return { type: 'step', via, at, step: fields as StepNow, hash } as const
}

function readBeats(walk: Walk): StoryBeat[] {
  const beats: StoryBeat[] = []
  const add = (state: NodeState) => {
    if (isBeat(state)) beats.push({ at: state.time, ...beatPosition(state) })
  }
  walk({
    instant: add,
    idle(from, until) {
      passBeats(from, until, add)
    },
  })
  return beats
}

/** The faults that stood at some time, as they are lifted or at the end. */
function readFaults(
  before: NodeState | null,
  entries: readonly Entry[],
  last: NodeState | null,
): StoryFault[] {
  const found = new Map<FaultId, StoryFault>()
  const add = (rule: Rule, until: number | null) => {
    if (!isFault(rule)) return
    const { id, fault, since, affected: requests } = rule
    const { label } = fault
    found.set(id, { fault: copy(fault), label, since, until, requests })
  }
  for (const fault of before?.faults.active ?? []) add(fault, null)
  for (const { at, effects } of entries)
    for (const effect of effects)
      if (effect.type === 'ruleBegan') add(effect.rule, null)
      else if (effect.type === 'ruleEnded') add(effect.rule, at)
  for (const fault of last?.faults.active ?? []) add(fault, null)
  return [...found.values()]
}

function isFault(rule: Rule): rule is ActiveFault {
  return 'fault' in rule
}

/** Nothing that a user holds can change the node. */
function copy<value>(value: value): value {
  return copyJson(value, 'story', 'any') as value
}

type Visit = {
  /** An instant, what the log has of it, and the position of the first. */
  instant(state: NodeState, entries: readonly Entry[], first: number): void
  /** The time after a state up to and with `until`, which is arithmetic. */
  idle(from: NodeState, until: number): void
}

type Stretch = {
  /** The state right before the first instant; null: before creation. */
  readonly before: NodeState | null
  /** Oldest first. */
  readonly states: readonly NodeState[]
  readonly until: number
}

/** Visits states and the idle time before, between and after them, in order. */
function walkStates(
  { before, states, until }: Stretch,
  { instant, idle }: Visit,
): void {
  let current = before
  let log: Log = before?.chain.log ?? null
  for (const state of states) {
    const entries = entriesSince(log, state.chain.log)
    const first = positionOf(log)
    const { time } = state
    if (current !== null) idle(current, time - 1)
    // The seal of a boundary comes first, also that of an idle block, which the
    // log does not have.
    if (
      current !== null &&
      sealsIn(current, time)?.last === time &&
      !isSeal(entries[0])
    )
      instant(state, [sealOf(idleUntil(current, time)), ...entries], first - 1)
    else instant(state, entries, first)
    current = state
    log = state.chain.log
  }
  if (current !== null) idle(current, until)
}

function isSeal(entry: Entry | undefined): boolean {
  return entry?.by === 'clock' && entry.effects[0]?.type === 'sealed'
}

function sealOf({ chain, time: at }: NodeState): Entry {
  const number = latestNumber(chain)
  const effects = [{ type: 'sealed', number, chain } as const]
  return { at, by: 'clock', act: null, effects }
}

/** A story has the first and the last of more idle blocks in a row. */
const mostTold = 100

/** The seals of a stretch of idle time, or the leap over all but two of them. */
function idleEvents(from: NodeState, until: number): StoryEvent[] {
  const seals = sealsIn(from, until)
  if (seals === null) return []
  const { first, last, blockTime, count } = seals
  const { chain } = idleUntil(from, last)
  const number = latestNumber(from.chain) + 1n
  const sealed = (index: number): StoryEvent =>
    toNodeEvent(
      { type: 'sealed', number: number + BigInt(index), chain },
      first + index * blockTime,
    )
  if (count <= mostTold)
    return Array.from({ length: count }, (_, at) => sealed(at))
  const leap: StoryEvent = {
    type: 'idle',
    at: first + blockTime,
    until: last - blockTime,
    firstBlock: number + 1n,
    lastBlock: number + BigInt(count - 2),
    deposits: from.chain.open.deposits.length,
  }
  return [sealed(0), leap, sealed(count - 1)]
}

/** Visits the beats of a stretch of idle time, and leaps over the same blocks. */
function passBeats(
  from: NodeState,
  until: number,
  visit: (state: NodeState) => void,
): void {
  const seals = sealsIn(from, until)
  const leap = seals !== null && seals.count > mostTold ? seals : null
  for (let now = from; ; ) {
    const at =
      now.time === leap?.first
        ? leap.last
        : Math.min(nextBeat(now), nextBoundary(now))
    if (at > until) return
    now = idleUntil(now, at)
    visit(now)
  }
}

/** When idle blocks are sealed after a state; null: none is. */
function sealsIn(from: NodeState, until: number) {
  const first = nextBoundary(from)
  if (first > until) return null
  const { blockTime } = nextCadence(from)
  const more = Math.floor((until - first) / blockTime)
  return { first, last: first + more * blockTime, blockTime, count: more + 1 }
}

export function createStoryAccess(
  runtime: Runtime,
  script: readonly Step[],
  observed: {
    ended(): number
    readSockets(): readonly SocketEvent[]
  },
): StoryAccess {
  return {
    meantMethod,
    subscriptionNames,
    scriptLabels: () =>
      script.flatMap((step) =>
        'label' in step && step.label !== undefined ? [step.label] : [],
      ),
    read({ since = 0, until: asked }) {
      const state = runtime.settle()
      const until = asked ?? state.time
      return readStory(state, runtime.history(), {
        since,
        until,
        cadence: runtime.cadence,
        sockets: observed.readSockets(),
      })
    },
    findSent(name) {
      const given = parseParameters('transaction', sentName(), name)
      const { log } = runtime.settle().chain
      return findSent(log, given, () => true, 'known')
    },
    lookAt(at) {
      const { time, chain } = runtime.settle()
      return peek(at < time ? runtime.read({ at }) : chain)
    },
    ended: observed.ended,
    boundaries: () => runtime.settle().boundaries,
    isAhead: (verb) => isAhead(runtime.settle(), script, verb),
    hasGoneBack: runtime.hasGoneBack,
    isPreconfirmed(hash) {
      const { open } = runtime.settle().chain
      return open.imported === undefined
        ? indexIn(open, hash) !== undefined
        : open.imported.transactions.some((one) => one.hash === hash)
    },
  }
}

const mostUnhashed = 1_000

function peek(chain: Chain): ChainPeek {
  const { sealed, open } = chain
  const foundSealed = (hash: Hash) => {
    const place = findPlace(chain, hash)
    const block = place && findSealedBlock(chain, place.number)
    return block && transactionAt(block, place.transactionIndex)
      ? { block, index: place.transactionIndex }
      : null
  }
  return {
    isUnhashed() {
      const offset = sealed.value.count - 1
      const { missing } = unhashedThrough(sealed, offset, mostUnhashed)
      return missing > mostUnhashed
    },
    blockAt(tag) {
      const block = findBlock(chain, { type: 'tag', tag })
      if (block === null) return null
      const { number, imported } = block
      return {
        number: imported?.number ?? number,
        transactions: hashesIn(block),
      }
    },
    outcomeOf(hash) {
      const index = indexIn(open, hash)
      const found = foundSealed(hash)
      const included =
        index === undefined
          ? found?.block.included[found.index]
          : open.included[index]
      if (included === undefined) return null
      const { status, logs, failure } = included.effect
      return { status, logs, output: failure?.output ?? '0x' }
    },
    sealedIn: (hash) => foundSealed(hash)?.block.number ?? null,
  }
}
