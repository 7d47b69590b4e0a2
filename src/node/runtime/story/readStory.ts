import type { Act, Effect, Entry, Rule } from '../../../chain/blocks/chain.js'
import { entriesSince } from '../../../chain/blocks/log.js'
import { copyJson } from '../../../rpc/answers/copyJson.js'
import type { ActiveFault, FaultId } from '../../faults/faultState.js'
import type { SocketEvent } from '../events/nodeEvents.js'
import { isRemembered, toNodeEvent } from '../events/toNodeEvent.js'
import { beatPosition } from '../moment/beatPosition.js'
import { isBeat, type Sealing } from '../moment/beats.js'
import { idleUntil } from '../moment/idleUntil.js'
import {
  type BeatCadence,
  type History,
  historyAt,
  type Moment,
} from '../moment/moment.js'
import type { StepNow } from '../steps/steps.js'
import { idleEvents, passBeats } from './idleTime.js'
import type { Story, StoryBeat, StoryEvent, StoryFault } from './story.js'
import { type Visit, walkMoments } from './walkMoments.js'

type Queued = Extract<Effect, { type: 'queued' }>

type Walk = (visit: Visit) => void

type Range = { readonly since: number; readonly until: number }

/** Reads the story from one instant to another, both included. */
export function readStory(
  now: Moment,
  history: History,
  sealing: Sealing,
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
  const moments = momentsIn(history, { since, until })
  const before = since > 0 ? momentAt(history, sealing, since - 1) : null
  const last = moments.at(-1) ?? before
  const walk: Walk = (visit) =>
    walkMoments({ before, moments, sealing, until }, visit)
  return {
    since,
    until,
    preconfirmationTime: cadence.preconfirmationTime,
    blockTime: cadence.blockTime,
    events: readEvents(walk, sealing),
    faults: readFaults(
      before,
      entriesSince(before?.chain.log ?? null, last?.chain.log ?? null),
      last,
    ),
    sockets: sockets.filter(({ at }) => at >= since && at <= until),
    get beats() {
      return readBeats(walk, sealing)
    },
  }
}

function momentAt(history: History, sealing: Sealing, time: number): Moment {
  return idleUntil(historyAt(history, time).value, sealing, time)
}

/** Oldest first. */
function momentsIn(history: History, { since, until }: Range): Moment[] {
  const moments: Moment[] = []
  let link: History | null = historyAt(history, until)
  for (; link !== null && link.value.time >= since; link = link.parent)
    moments.push(link.value)
  return moments.reverse()
}

function readEvents(walk: Walk, sealing: Sealing): StoryEvent[] {
  const events: StoryEvent[] = []
  walk({
    instant({ time }, entries) {
      for (const entry of entries) events.push(...toStoryEvents(entry, time))
    },
    idle(from, until) {
      for (const event of idleEvents(from, sealing, until)) events.push(event)
    },
  })
  return events
}

function toStoryEvents({ by, act, effects }: Entry, at: number): StoryEvent[] {
  const queued = effects.find((effect) => effect.type === 'queued')
  const isSent = by === 'request' || by === 'wallet'
  const step = isSent ? queued && toStep(queued) : act
  return [
    ...(step ? [toStepEvent(step, at, isSent, queued)] : []),
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
): StoryEvent {
  const { at: _, ...said } = copy({ at, ...step })
  const hash = queued?.transaction.hash ?? null
  const via = isSent ? 'request' : 'script'
  return { type: 'step', via, at, step: said as StepNow, hash }
}

function readBeats(walk: Walk, sealing: Sealing): StoryBeat[] {
  const beats: StoryBeat[] = []
  const add = (moment: Moment) => {
    if (isBeat(moment)) beats.push({ at: moment.time, ...beatPosition(moment) })
  }
  walk({
    instant: add,
    idle(from, until) {
      passBeats(from, sealing, until, add)
    },
  })
  return beats
}

/** The faults that stood at some time, as they are lifted or at the end. */
function readFaults(
  before: Moment | null,
  entries: readonly Entry[],
  last: Moment | null,
): StoryFault[] {
  const found = new Map<FaultId, StoryFault>()
  const add = (rule: Rule, until: number | null) => {
    if (!isFault(rule)) return
    const { id, fault, label, since, affected: requests } = rule
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
