import { count } from '../../../base/words/words.js'
import { decidesInclusion } from '../../../chain/model/transaction.js'
import type { SocketEvent, StoryEvent, StoryFault } from '../../../index.js'
import { stepText, type Timeline } from '../read/timeline.js'
import type { Words } from './createWords.js'
import { eventText } from './eventText.js'
import type { JoinedRequest } from './joinFallbacks.js'
import { type Line, readLines } from './readLines.js'

/**
 * Events of the chain, acts of faults and requests of the user, with the blocks
 * of idle time in one line.
 */
export function eventLines(
  timeline: Timeline,
  requests: readonly JoinedRequest[],
  words: Words,
): Line[] {
  const outcomes = new Map(
    timeline.outcomes.map((one) => [`${one.at} ${one.hash}`, one]),
  )
  const lines: Line[] = [...faultBeginnings(timeline, words)]
  let idle = null as Idle | null
  const tellIdle = () => {
    if (idle !== null) lines.push(idleLine(idle))
    idle = null
  }
  for (const event of timeline.events) {
    const { at } = event
    const more = idleBlocks(event)
    if (more?.deposits !== idle?.deposits) tellIdle()
    if (more !== null) {
      idle = { ...more, first: idle?.first ?? more.first }
      continue
    }
    const outcome =
      event.type === 'preconfirmed'
        ? outcomes.get(`${at} ${event.hash}`)
        : undefined
    const isEnd =
      event.type === 'step' && event.step.type === 'disconnectSockets'
    for (const text of eventText(event, words, outcome))
      lines.push(isEnd ? { at, text, sockets: 'disconnected' } : { at, text })
  }
  tellIdle()
  const all = [
    ...lines,
    ...acts(timeline, requests, words),
    ...socketLines(timeline.sockets),
    ...faultEnds(timeline),
  ]
  const sorted = all.sort((one, other) => one.at - other.at)
  return foldSets(besideDisconnects(sorted))
}

/** Requests that only read, and that no fault touched. */
export function isRead(request: JoinedRequest): boolean {
  return request.faults.length === 0 && !isUsers(request)
}

const users =
  /^(eth_send|eth_sign|personal_|eth_requestAccounts$|wallet_(?!get))/

/** Requests of the application's user. */
function isUsers({ method }: JoinedRequest): boolean {
  return users.test(method ?? '')
}

type Idle = { at: number; first: bigint; last: bigint; deposits: number }

/** An empty block, or a leap over idle ones, which deposits may open. */
function idleBlocks(event: StoryEvent): Idle | null {
  if (event.type === 'idle') {
    const { firstBlock: first, lastBlock: last, until: at, deposits } = event
    return { at, first, last, deposits }
  }
  if (event.type !== 'sealed' || event.transactions.length > 0) return null
  const { blockNumber } = event
  return { at: event.at, first: blockNumber, last: blockNumber, deposits: 0 }
}

function idleLine({ at, first, last, deposits }: Idle): Line {
  const blocks =
    first === last ? `block ${first}` : `blocks ${first} to ${last}`
  const inside = deposits === 0 ? 'empty' : `${count(deposits, 'deposit')} each`
  return { at, text: `${blocks} sealed, ${inside}` }
}

/** Faults of the options, which no step declared. */
export function faultBeginnings(
  { faults, events, since }: Timeline,
  words: Words,
): Line[] {
  return faults
    .filter((fault) => !events.some((event) => declares(event, fault)))
    .map((fault) => ({
      at: Math.max(since, fault.since),
      text: stepText(
        {
          step: { type: 'fault', fault: fault.fault },
          hash: null,
        },
        words.hex,
      ),
    }))
}

export function declares(event: StoryEvent, declared: StoryFault): boolean {
  if (event.type !== 'step' || event.step.type !== 'fault') return false
  const { type, label } = event.step.fault
  const isSame = type === declared.fault.type && label === declared.label
  return event.at === declared.since && isSame
}

/** How each fault ended, and on how much it acted. */
export function faultEnds(timeline: Timeline): Line[] {
  const { faults, until } = timeline
  return faults.map((fault) => {
    const { times = Number.POSITIVE_INFINITY } = fault.fault
    const isUsedUp = fault.requests >= times
    const { until: last = Number.POSITIVE_INFINITY } = fault.fault
    const isOver = fault.until === null && !isUsedUp && last <= until
    const lasting = isUsedUp ? 'is used up' : isOver ? 'is over' : 'still holds'
    const end = fault.until === null ? lasting : 'lifted'
    const what = decidesInclusion(fault.fault) ? 'transaction' : 'request'
    const acted =
      fault.requests === 0
        ? `acted on no ${what}`
        : `acted on ${count(fault.requests, what)}`
    const at = isUsedUp ? lastActed(timeline, fault) : isOver ? last : until
    return {
      at: fault.until ?? at,
      text: `${faultName(fault)} ${end}, ${acted}`,
    }
  })
}

/** When a fault that is used up acted for the last time. */
function lastActed(
  { answeredRequests, events, since, until }: Timeline,
  { fault, label = fault.type, since: declared, requests }: StoryFault,
): number {
  const acted = decidesInclusion(fault)
    ? events
        .filter(
          (event) =>
            event.type === 'step' &&
            event.via === 'request' &&
            event.at >= declared &&
            isMatch(fault, event.step),
        )
        .slice(0, requests)
        .map(({ at }) => at)
    : answeredRequests
        .filter(({ faults }) => faults.includes(label))
        .map(({ settledAt }) => settledAt)
  // Of what came before this range, nobody knows here.
  return acted.length === 0
    ? Math.min(until, Math.max(since, declared))
    : Math.max(...acted)
}

/** Whether a transaction is one of those that a rule names, if it names any. */
function isMatch(
  rule: { readonly from?: unknown; readonly to?: unknown },
  sent: object,
): boolean {
  const { from, to } = sent as {
    readonly from?: unknown
    readonly to?: unknown
  }
  return (
    (rule.from === undefined || isSame(rule.from, from)) &&
    (rule.to === undefined || isSame(rule.to, to))
  )
}

function isSame(one: unknown, other: unknown): boolean {
  return `${one}`.toLowerCase() === `${other}`.toLowerCase()
}

function faultName({ fault, label }: StoryFault): string {
  return `fault "${label ?? fault.type}"`
}

/** Requests on which faults acted, and what the user asked for. */
function acts(
  { transactions }: Timeline,
  requests: readonly JoinedRequest[],
  words: Words,
) {
  const sent = new Set<unknown>(transactions.map(({ hash }) => hash))
  const isTold = ({ outcome }: JoinedRequest) =>
    outcome.type === 'result' && sent.has(outcome.value)
  const groups = new Map<string, JoinedRequest[]>()
  for (const request of requests) {
    const { faults } = request
    if (isRead(request) || (faults.length === 0 && isTold(request))) continue
    const prefix = faultsOf(faults)
    const group = groups.get(prefix) ?? []
    groups.set(prefix, [...group, request])
  }
  return [...groups].flatMap(([prefix, group]) =>
    readLines(group, words, prefix),
  )
}

/** The faults that acted on a request, before its name. */
export function faultsOf(faults: readonly string[]): string {
  if (faults.length === 0) return ''
  const names = faults.map((name) => `"${name}"`).join(' and ')
  return `${faults.length === 1 ? 'fault' : 'faults'} ${names} acted on `
}

const fewest = 3

/** Accounts are set by the dozen, and the first ones say it. */
function foldSets(lines: readonly Line[]): Line[] {
  const folded: Line[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as Line
    const kind = /^set\w+/.exec(line.text)?.[0]
    let end = at + 1
    while (kind !== undefined && isLike(lines[end], line, kind)) end++
    const many = end - at
    folded.push(...lines.slice(at, many > fewest ? at + 1 : end))
    if (many > fewest)
      folded.push({ at: line.at, text: `${many - 1} more ${kind}` })
    at = end
  }
  return folded
}

function isLike(line: Line | undefined, first: Line, kind: string): boolean {
  return line?.at === first.at && line.text.startsWith(`${kind} `)
}

/**
 * Puts what sockets were sent at an instant before what disconnected them then:
 * the chain's lines and those of sockets are in order, each among themselves.
 */
function besideDisconnects(sorted: readonly Line[]): Line[] {
  const lines: Line[] = []
  for (let from = 0; from < sorted.length; ) {
    const at = sorted[from]?.at
    let to = from
    while (to < sorted.length && sorted[to]?.at === at) to++
    lines.push(...arrange(sorted.slice(from, to)))
    from = to
  }
  return lines
}

function arrange(instant: readonly Line[]): readonly Line[] {
  const step = instant.findIndex(({ sockets }) => sockets === 'disconnected')
  const end = instant.findIndex(({ sockets }) => sockets === 'ended')
  if (step === -1 || end < step) return instant
  const isEarly = (line: Line) =>
    line.sockets === 'shown' && instant.indexOf(line) < end
  const rest = instant.slice(step)
  return [
    ...instant.slice(0, step),
    ...rest.filter(isEarly),
    ...rest.filter((line) => !isEarly(line)),
  ]
}

type Message = Extract<SocketEvent, { type: 'message' }>

type Run = {
  readonly at: number
  readonly of: Message
  many: number
  last: number
}

/**
 * Events of sockets. Messages of a subscription are one line as long as all of
 * them went out; answers appear as requests.
 */
function socketLines(events: readonly SocketEvent[]): Line[] {
  const lines: (Line | Run)[] = []
  const runs = new Map<string, Run>()
  for (const event of events) {
    const { at, socket } = event
    const name = `WebSocket ${socket}`
    if (event.type !== 'message') {
      for (const key of runs.keys())
        if (key.startsWith(`${socket} `)) runs.delete(key)
      const sockets = isByNode(event) ? 'ended' : 'shown'
      lines.push({ at, text: `${name} ${text(event)}`, sockets })
      continue
    }
    const key = `${socket} ${event.subscription}`
    if (event.became !== 'sent') {
      runs.delete(key)
      const text = `${name}: ${what(event)} ${event.became}`
      lines.push({ at, text, sockets: 'shown' })
      continue
    }
    if (event.subscription === null) continue
    const run = runs.get(key)
    if (run === undefined) {
      const begun = { at, of: event, many: 1, last: at }
      runs.set(key, begun)
      lines.push(begun)
    } else {
      run.many++
      run.last = at
    }
  }
  return lines.map((one) => ('text' in one ? one : runLine(one)))
}

function runLine({ at, of, many, last }: Run): Line {
  const sent = `WebSocket ${of.socket}: subscription ${of.subscription} sent ${count(many, 'message')}`
  const text = last === at ? sent : `${sent}, until ${last} ms`
  return { at, text, sockets: 'shown' }
}

function isByNode(event: SocketEvent): boolean {
  return (
    event.type === 'silenced' ||
    (event.type === 'closed' && event.by === 'node')
  )
}

function what({ method, subscription }: Message): string {
  if (subscription !== null) return `a message of subscription ${subscription}`
  return `the answer to ${method ?? 'a batch'}`
}

function text(event: Exclude<SocketEvent, Message>): string {
  switch (event.type) {
    case 'opened':
    case 'refused':
      return event.type
    case 'silenced':
      return 'half-dead: nothing passes any more'
    case 'closed':
      return `closed by the ${event.by}, ${event.code}${event.reason && ` ${event.reason}`}`
  }
}
