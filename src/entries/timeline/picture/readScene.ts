import { amount, nameOf, type Unit } from '../../../base/words/words.js'
import type { Address, Hash } from '../../../index.js'
import type {
  Move,
  Timeline,
  TimelineServed,
  TimelineState,
  TimelineTransaction,
} from '../read/timeline.js'
import { createWords, type Words } from '../text/createWords.js'
import { faultBeginnings, faultEnds, faultsOf } from '../text/eventLines.js'
import { eventText } from '../text/eventText.js'
import { joinFallbacks } from '../text/joinFallbacks.js'
import { readLines } from '../text/readLines.js'
import { findWrong, lastRead, precedes } from './findWrong.js'
import type {
  Balances,
  MoveType,
  Scene,
  SceneBlock,
  SceneMove,
  ShownAt,
} from './scene.js'

/** The content of a timeline's picture, with a lane for one of its accounts. */
export function readScene(
  given: Timeline,
  {
    title,
    account,
    failure,
    shown = [],
  }: {
    title: string
    account: Address | undefined
    failure?: string | undefined
    shown?: readonly ShownAt[] | undefined
  },
): Scene {
  // Values that are made on read are read once.
  const timeline: Timeline = { ...given }
  const { transactions, accounts } = timeline
  const positions = new Map(
    transactions.map(({ hash }, position) => [hash, position]),
  )
  const words = createWords(timeline)
  const callOf = callsOf(timeline, words)
  const movesOf = readMoves(timeline, words)
  const blocks = readBlocks(timeline, positions)
  const { lags, balances, holdings } = readStates(timeline, words)
  const untold = onlyCalled(timeline)
  const isTelling = accounts.map(
    (one) => one === account?.toLowerCase() || !untold.has(one),
  )
  const telling = accounts.filter((_, index) => isTelling[index])
  const told = balances.filter((_, index) => isTelling[index])
  const [first] = transactions
  // What a first transaction pays in tokens says more than the ether it leaves.
  const [token] =
    account === undefined && first?.value === 0n
      ? holdings.filter(({ of }) => of === first.to).slice(-1)
      : []
  const drawn =
    account ??
    [first?.to, first?.from].find((one) =>
      telling.some((own) => own === one),
    ) ??
    telling[0]
  const reordered = blocks.blocks.flatMap(([, , , , isReordered], index) =>
    isReordered ? [index] : [],
  )
  return {
    title,
    from: timeline.since,
    until: timeline.until,
    beat: timeline.preconfirmationTime,
    beats: readBeats(timeline),
    ...blocks,
    failure: failure ?? null,
    shown: shown.map(({ at, values, html, isWrong = false }) => [
      at,
      Object.entries(values),
      html ?? null,
      isWrong,
    ]),
    wrong: findWrong(timeline, reordered, words, callOf),
    lastRead: lastRead(timeline, words),
    isFinalityRead: timeline.answeredRequests.some(({ params }) =>
      params.some((one) => one === 'safe' || one === 'finalized'),
    ),
    transactions: transactions.map((one) => ({
      name: nameOf(one),
      text: payment(one, callOf(one.hash), words),
      moves: movesOf(one),
    })),
    notes: readNotes(timeline, words),
    lags,
    balances: [...told, ...holdings.map(({ balances }) => balances)],
    account:
      token === undefined
        ? telling.indexOf(drawn?.toLowerCase() as Address)
        : told.length + holdings.indexOf(token),
  }
}

/** Contracts that were called and have no ether: their balance says nothing. */
function onlyCalled({
  accounts,
  transactions,
  states,
}: Timeline): ReadonlySet<Address> {
  const called = new Set<Address>()
  const others = new Set<Address>()
  for (const { from, to, value } of transactions) {
    others.add(from)
    if (to !== null) (value === 0n ? called : others).add(to)
  }
  return new Set(
    accounts.filter(
      (account, index) =>
        called.has(account) &&
        !others.has(account) &&
        states.every(
          ({ balances }) =>
            !balances[index]?.pending && !balances[index]?.latest,
        ),
    ),
  )
}

function payment(
  { from, to, value }: TimelineTransaction,
  call: string | undefined,
  words: Words,
): string {
  const who = words.address(from)
  if (call === undefined)
    return `${who} to ${to === null ? 'a creation' : words.address(to)}, ${amount(value)}`
  return `${who} calls ${call}${value === 0n ? '' : `, ${amount(value)}`}`
}

/** What each transaction calls, with names; undefined: it only pays. */
function callsOf({ events }: Timeline, words: Words) {
  const calls = new Map<Hash, string>()
  for (const event of events) {
    const found =
      event.type === 'preconfirmed'
        ? { hash: event.hash, ...event.transaction }
        : event.type === 'step' && event.step.type === 'preconfirm'
          ? { ...event.step, hash: event.hash }
          : undefined
    const { hash = null, to, data = '0x' } = found ?? {}
    if (hash === null || !to || data === '0x') continue
    if (!calls.has(hash)) calls.set(hash, words.call(to, data))
  }
  return (hash: Hash) => calls.get(hash)
}

/** Null if they are what the opening of each block leads one to expect. */
function readBeats({ beats, preconfirmationTime }: Timeline): number[] | null {
  let opened = 0
  const isSteady = beats.every(({ at, index }, position) => {
    if (index === 0 || position === 0) opened = at - index * preconfirmationTime
    return at === opened + index * preconfirmationTime
  })
  return isSteady ? null : beats.map(({ at }) => at)
}

type Positions = ReadonlyMap<Hash, number>

/** The blocks that were sealed, which of them the node served, and reorgs. */
function readBlocks(
  { blocks, served, events }: Timeline,
  positions: Positions,
): Pick<Scene, 'blocks' | 'pending' | 'latest' | 'reorgs' | 'leaps'> {
  const indices = (hashes: readonly Hash[]) =>
    hashes.map((one) => positions.get(one) ?? -1)
  const reorgs = events.flatMap((event) =>
    event.type === 'reorged'
      ? [[event.at, Number(event.blockNumber), event.depth] as const]
      : [],
  )
  const isReorg = new Set(reorgs.map(([at]) => at))
  let state = 0
  return {
    blocks: blocks.map(({ at, number, hash, transactions }): SceneBlock => {
      while ((served[state + 1]?.at ?? at) < at) state++
      const before = served[state]?.pending
      const isOther =
        before?.number === number &&
        !isReorg.has(at) &&
        isReordered(before.transactions, transactions)
      return [
        at,
        Number(number),
        hash === null ? '' : hash.slice(0, 10),
        indices(transactions).filter((one) => one >= 0),
        isOther,
      ]
    }),
    pending: served.map(({ at, pending }) => [
      at,
      numberOrNull(pending?.number),
      indices(pending?.transactions ?? []),
    ]),
    latest: latestOf(served, isReorg),
    reorgs,
    leaps: events.flatMap((event) =>
      event.type === 'idle'
        ? [[event.at, Number(event.firstBlock), Number(event.lastBlock)]]
        : [],
    ),
  }
}

/** The latest block whenever another one is, under its number or another. */
function latestOf(
  served: readonly TimelineServed[],
  isReorg: ReadonlySet<number>,
): Scene['latest'] {
  const latest: Scene['latest'][number][] = []
  let before: TimelineServed | undefined
  for (const one of served) {
    const number = numberOrNull(one.latest)
    const isOpen =
      number !== null && number === numberOrNull(one.pending?.number)
    const last = latest.at(-1)
    const isCut = isReorg.has(one.at) && !hasGrown(before, one)
    if (isCut || last?.[1] !== number || last[2] !== isOpen)
      latest.push([one.at, number, isOpen])
    before = one
  }
  return latest
}

/** Whether nothing but one more transaction in the pending block is new. */
function hasGrown(before: TimelineServed | undefined, now: TimelineServed) {
  const had = before?.pending
  const has = now.pending
  return (
    before?.latest === now.latest &&
    had?.number === has?.number &&
    has?.transactions.length === (had?.transactions.length ?? 0) + 1
  )
}

function numberOrNull(of: bigint | null | undefined): number | null {
  return of === null || of === undefined ? null : Number(of)
}

/** Whether those that are in both are in another order. */
function isReordered(before: readonly Hash[], after: readonly Hash[]): boolean {
  const kept = before.filter((one) => after.includes(one))
  const sealed = after.filter((one) => before.includes(one))
  return kept.some((one, index) => one !== sealed[index])
}

/** A function that reads the moves of a transaction of the timeline. */
function readMoves(
  { served, blocks, events, outcomes }: Timeline,
  words: Words,
) {
  const more = new Map<string, string>()
  const found = new Map(outcomes.map((one) => [`${one.at} ${one.hash}`, one]))
  for (const event of events) {
    if (event.type !== 'preconfirmed') continue
    const key = `${event.at} ${event.hash}`
    // As in the text, behind the words that the page has of its own.
    const [line = '', ...logs] = eventText(event, words, found.get(key))
    const why = /, (?:reverted: .*|as scripted, not executed)$/.exec(line)
    const text = [why?.[0], ...logs].join('; ').replaceAll(/;\s+/g, '; ')
    if (text !== '') more.set(key, text.replace(/^, |^; /, ''))
  }
  const places = new Map<string, number>()
  for (const { at, number, transactions } of blocks)
    for (const [place, hash] of transactions.entries())
      places.set(`${at} ${number} ${hash}`, place)
  return ({ hash, moves }: TimelineTransaction): SceneMove[] =>
    moves.map((move): SceneMove => {
      const { at } = move
      const type = typeOf(move)
      const none = { at, type, place: null, isReverted: false }
      if (move.type === 'sent') return { ...none, text: '' }
      const block = `block ${move.blockNumber}`
      if (move.type === 'dropped')
        return {
          ...none,
          text:
            type === 'omitted' ? block : `${words.dropReason(move)}, ${block}`,
        }
      const isSealed = move.type === 'sealed'
      const index = isSealed
        ? (places.get(`${at} ${move.blockNumber} ${hash}`) ?? -1)
        : indexOf(served, at, hash)
      const isReverted = move.status === 'reverted'
      const detail = isSealed ? undefined : more.get(`${at} ${hash}`)
      const isSaid = detail?.startsWith('reverted') === true
      const text = [
        isSealed ? block : `${block} beat ${move.index}`,
        ...(index < 0 ? [] : [`index ${index}`]),
        ...(detail === undefined ? [] : [detail]),
        ...(isReverted && !isSaid ? ['reverted'] : []),
      ].join(', ')
      return { at, type, text, place: index < 0 ? null : index, isReverted }
    })
}

function typeOf(move: Move): MoveType {
  return move.type === 'dropped' && move.reason === 'omitted'
    ? 'omitted'
    : move.type
}

/** Its index in the pending block of an instant; -1 if it is not in it. */
function indexOf(
  served: readonly TimelineServed[],
  at: number,
  hash: Hash,
): number {
  let low = 0
  let high = served.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((served[middle] as TimelineServed).at <= at) low = middle + 1
    else high = middle
  }
  return served[low - 1]?.pending?.transactions.indexOf(hash) ?? -1
}

type Note = Scene['notes'][number]

/** Steps, faults and requests as the text tells them, in order. */
function readNotes(timeline: Timeline, words: Words): Note[] {
  const { events, answeredRequests, waitingRequests } = timeline
  const faults = [
    ...faultBeginnings(timeline, words).map(
      ({ at, text }): Note => [at, 'fault', text],
    ),
    ...faultEnds(timeline).map(({ at, text }): Note => [at, 'end', text]),
  ]
  const isBeforeAct = precedes(timeline, ({ via }) => via === 'script')
  const notes: Note[] = [
    ...events.flatMap((event): Note[] => {
      if (event.type !== 'step' || event.step.type === 'preconfirm') return []
      const type = event.step.type === 'fault' ? 'fault' : 'step'
      return eventText(event, words, undefined).map((text) => [
        event.at,
        type,
        text,
      ])
    }),
    ...faults,
    ...joinFallbacks(answeredRequests).flatMap((request): Note[] => {
      const type = request.failure === null ? 'request' : 'failed'
      const { settledAt: at } = request
      const isBefore = isBeforeAct(request)
      return readLines([request], words, faultsOf(request.faults)).map(
        ({ text }): Note =>
          isBefore ? [at, type, text, true] : [at, type, text],
      )
    }),
    ...waitingRequests.map(
      (request): Note => [
        request.at,
        'failed',
        `${words.request(request)} still waits`,
      ],
    ),
  ]
  return notes.sort(([one], [other]) => one - other)
}

/** Changes of the balances, and of how far safe and finalized lag. */
function readStates(
  { blocks, states, accounts, tokens }: Timeline,
  words: Words,
) {
  const lags: Scene['lags'][number][] = []
  let position = 0
  for (const { at, safe, finalized } of states) {
    while ((blocks[position]?.at ?? at + 1) <= at) position++
    const latest = Number(blocks[position - 1]?.number ?? 0n)
    const behind = (number: bigint | null) =>
      number === null ? null : latest - Number(number)
    const lag = [at, behind(safe), behind(finalized)] as const
    const last = lags.at(-1)
    if (last?.[1] !== lag[1] || last[2] !== lag[2]) lags.push(lag)
  }
  const changesOf = (read: (state: TimelineState) => bigint | null) => {
    const changes: [at: number, units: string | null][] = []
    for (const state of states) {
      const now = read(state)
      const units = now === null ? null : `${now}`
      const last = changes.at(-1)
      if (last === undefined || last[1] !== units)
        changes.push([state.at, units])
    }
    return changes
  }
  const balancesOf = (
    account: Address,
    token: Unit | null,
    read: (state: TimelineState) => Held | undefined,
  ): Balances => ({
    account: words.address(account),
    token,
    pending: changesOf((state) => read(state)?.pending ?? null),
    latest: changesOf((state) => read(state)?.latest ?? null),
  })
  const balances = accounts.map((account, index) =>
    balancesOf(account, null, (state) => state.balances[index]),
  )
  const holdings = tokens.flatMap(({ address: of, holders, ...unit }, index) =>
    holders.map((holder, at) => ({
      of,
      balances: balancesOf(holder, unit, (state) => state.held[index]?.[at]),
    })),
  )
  return { lags, balances, holdings }
}

type Held = TimelineState['balances'][number]
