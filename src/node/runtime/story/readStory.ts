import type { Hash } from '../../../base/hex/hex.js'
import type { Sent } from '../../../chain/model/sending.js'
import { copyJson } from '../../../rpc/answers/copyJson.js'
import type { FaultId } from '../../faults/faultState.js'
import type { SocketEvent } from '../events/nodeEvents.js'
import { toNodeEvent } from '../events/toNodeEvent.js'
import { beatPosition } from '../moment/beatPosition.js'
import { isBeat, type Sealing } from '../moment/beats.js'
import { idleUntil } from '../moment/idleUntil.js'
import type { MemoryEntry, RememberedStep } from '../moment/memory.js'
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
  const walk: Walk = (visit) =>
    walkMoments({ before, moments, sealing, until }, visit)
  return {
    since,
    until,
    preconfirmationTime: cadence.preconfirmationTime,
    blockTime: cadence.blockTime,
    events: readEvents(walk, sealing),
    faults: readFaults(before, moments),
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
    instant({ time }, happened) {
      for (const entry of happened) events.push(...toStoryEvents(entry, time))
    },
    idle(from, until) {
      for (const event of idleEvents(from, sealing, until)) events.push(event)
    },
  })
  return events
}

function toStoryEvents(entry: MemoryEntry, at: number): StoryEvent[] {
  if (entry.type === 'step') return toStepEvents(entry, at)
  return [{ at, ...toNodeEvent(entry) }]
}

/** A transaction that arrived by request reads as if a script had sent it. */
function toStepEvents(
  { step, result }: RememberedStep,
  at: number,
): StoryEvent[] {
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
