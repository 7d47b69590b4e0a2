import type { Hash } from '../../../base/hex/hex.js'
import { latestNumber } from '../../../chain/blocks/chain.js'
import type { Sent } from '../../../chain/model/sending.js'
import { copyJson } from '../../../rpc/answers/copyJson.js'
import type { FaultId } from '../../faults/faultState.js'
import type { SocketEvent } from '../events/nodeEvents.js'
import { toNodeEvent } from '../events/toNodeEvent.js'
import { beatPosition } from '../moment/chainEvent.js'
import { idleUntil } from '../moment/idleUntil.js'
import { type History, historyAt, type Moment } from '../moment/moment.js'
import {
  isBeat,
  nextBeat,
  nextBoundary,
  type Timing,
} from '../moment/rhythm.js'
import { listTold, type ToldEntry, type ToldStep } from '../moment/told.js'
import type { StepNow } from '../steps/steps.js'
import type { Story, StoryBeat, StoryEvent, StoryFault } from './story.js'

type Range = { readonly since: number; readonly until: number }

/** Reads the story from one instant to another, both included. */
export function readStory(
  now: Moment,
  history: History,
  timing: Timing,
  range: Range & { readonly sockets: readonly SocketEvent[] },
): Story {
  const until = Math.min(range.until, now.time)
  const since = Math.min(range.since, until)
  const moments = momentsIn(history, { since, until })
  const before = since > 0 ? momentAt(history, timing, since - 1) : null
  const walk = (visit: Visit) =>
    walkThrough(before, moments, timing, until, visit)
  return {
    since,
    until,
    events: readEvents(walk),
    faults: readFaults(before, moments),
    sockets: range.sockets.filter(({ at }) => at >= since && at <= until),
    get beats() {
      return readBeats(walk)
    },
  }
}

function momentAt(history: History, timing: Timing, time: number): Moment {
  return idleUntil(historyAt(history, time).value, timing, time)
}

/** Oldest first. */
function momentsIn(history: History, { since, until }: Range): Moment[] {
  const moments: Moment[] = []
  let link: History | null = historyAt(history, until)
  for (; link !== null && link.value.time >= since; link = link.parent)
    moments.push(link.value)
  return moments.reverse()
}

/** An instant, and what is remembered of it. */
type Visit = (moment: Moment, happened: readonly ToldEntry[]) => void
type Walk = (visit: Visit) => void

/** Visits the beats and seals of idle time as well, which are arithmetic. */
function walkThrough(
  before: Moment | null,
  moments: readonly Moment[],
  timing: Timing,
  until: number,
  visit: Visit,
) {
  let current = before
  const idle = (from: Moment, end: number): Moment => {
    let now = from
    for (;;) {
      const boundary = nextBoundary(now, timing)
      const at = Math.min(nextBeat(now, timing), boundary)
      if (at > end) return now
      now = idleUntil(now, timing, at)
      visit(now, at === boundary ? [sealOf(now)] : [])
    }
  }
  for (const moment of moments) {
    const happened = listTold(moment.told)
    if (current !== null) current = idle(current, moment.time - 1)
    const isBoundary =
      current !== null && nextBoundary(current, timing) === moment.time
    // The seal of a boundary comes first; one of an idle block is remembered
    // by nobody, whatever verbs sealed at that instant.
    const isTold = happened[0]?.type === 'sealed'
    if (current !== null && isBoundary && !isTold)
      visit(moment, [
        sealOf(idleUntil(current, timing, moment.time)),
        ...happened,
      ])
    else visit(moment, happened)
    current = moment
  }
  if (current !== null) idle(current, until)
}

function sealOf({ chain }: Moment): ToldEntry {
  return { type: 'sealed', number: latestNumber(chain), chain }
}

function readEvents(walk: Walk): StoryEvent[] {
  const events: StoryEvent[] = []
  walk(({ time }, happened) => {
    for (const entry of happened) events.push(...toStoryEvents(entry, time))
  })
  return events
}

function toStoryEvents(entry: ToldEntry, at: number): StoryEvent[] {
  if (entry.type === 'step') return toStepEvents(entry, at)
  const type = entry.type === 'transaction' ? entry.event.type : entry.type
  return [{ type, at, of: toNodeEvent(entry) } as StoryEvent]
}

/** A transaction that arrived by request reads as if a script had sent it. */
function toStepEvents({ step, result }: ToldStep, at: number): StoryEvent[] {
  if (step.type !== 'send') {
    const { at: _, ...told } = copy({ at, ...step })
    const hash = step.type === 'preconfirm' ? (result as Hash) : null
    return [{ type: 'step', via: 'script', at, step: told as StepNow, hash }]
  }
  const sent = result as Sent
  if (sent.type !== 'sent') return []
  const { hash, from, to, nonce, value, gas, data } = sent.transaction
  const told = {
    type: 'preconfirm',
    from,
    to,
    nonce,
    value,
    gas,
    data,
  } as const
  return [{ type: 'step', via: 'request', at, step: told, hash }]
}

function readBeats(walk: Walk): StoryBeat[] {
  const beats: StoryBeat[] = []
  walk((moment) => {
    if (isBeat(moment)) beats.push({ at: moment.time, ...beatPosition(moment) })
  })
  return beats
}

function readFaults(
  before: Moment | null,
  moments: readonly Moment[],
): StoryFault[] {
  const found = new Map<FaultId, StoryFault>()
  for (const { time, faults } of before === null
    ? moments
    : [before, ...moments]) {
    const standing = new Set<FaultId>()
    for (const { id, fault, label, since, affected } of faults.active) {
      standing.add(id)
      found.set(id, {
        fault: copy(fault),
        label,
        since,
        until: null,
        requests: affected,
      })
    }
    for (const [id, one] of found)
      if (one.until === null && !standing.has(id))
        found.set(id, { ...one, until: time })
  }
  return [...found.values()]
}

/** Nothing that a user holds can change the node. */
function copy<value>(value: value): value {
  return copyJson(value, 'story', 'any') as value
}
