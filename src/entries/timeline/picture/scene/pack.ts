import { amount, nameOf } from '../../../../base/words/words.js'
import type { Address, Hash } from '../../../../index.js'
import type {
  Move,
  Timeline,
  TimelineServed,
  TimelineTransaction,
} from '../../read/timeline.js'
import { createWords, type Words } from '../../text/createWords.js'
import { faultBeginnings, faultEnds, faultsOf } from '../../text/eventLines.js'
import { eventText } from '../../text/eventText.js'
import { joinFallbacks } from '../../text/joinFallbacks.js'
import { readLines } from '../../text/readLines.js'
import type {
  Balances,
  MoveType,
  Packed,
  PackedBlock,
  PackedMove,
  PackedServed,
} from './scene.js'

/** The content of a timeline's picture, with a lane for one of its accounts. */
export function pack(
  given: Timeline,
  {
    title,
    account,
    failure,
  }: {
    title: string
    account: Address | undefined
    failure?: string | undefined
  },
): Packed {
  // Values that are made on read are read once.
  const timeline: Timeline = { ...given }
  const {
    since: from,
    until,
    preconfirmationTime,
    transactions,
    accounts,
  } = timeline
  const positions = new Map(
    transactions.map(({ hash }, position) => [hash, position]),
  )
  const people = [
    ...new Set(transactions.flatMap((one) => [one.from, one.to ?? one.from])),
  ]
  const places = new Map(people.map((one, place) => [one, place]))
  const wei = [...new Set(transactions.map(({ value }) => amount(value)))]
  const words = createWords(timeline)
  const callOf = callsOf(timeline, words)
  const movesOf = packMoves(timeline, words)
  const blocks = packBlocks(timeline, positions)
  const shown = account ?? transactions[0]?.to ?? accounts[0]
  return {
    title,
    from,
    until,
    beat: preconfirmationTime,
    beats: readBeats(timeline),
    ...blocks,
    failure: failure ?? null,
    wrong: findWrong(timeline, blocks.blocks, words),
    transactions: transactions.map((one) => {
      const packed = [
        one.label ?? ([nameOf(one)] as const),
        places.get(one.from) ?? -1,
        one.to === null ? -1 : (places.get(one.to) ?? -1),
        wei.indexOf(amount(one.value)),
        movesOf(one),
      ] as const
      const call = callOf(one.hash)
      return call === undefined ? packed : ([...packed, call] as const)
    }),
    people: people.map(words.address),
    amounts: wei,
    notes: packNotes(timeline, words),
    ...packStates(timeline, words),
    account: accounts.indexOf(shown?.toLowerCase() as Address),
  }
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

/** The blocks that were sealed, which of them the node served, and re-orgs. */
function packBlocks(
  { blocks, served, events }: Timeline,
  positions: Positions,
): Pick<Packed, 'blocks' | 'served' | 'reorgs' | 'leaps'> {
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
    blocks: blocks.map(
      ({ at, number, hash, transactions }, index): PackedBlock => {
        while ((served[state + 1]?.at ?? at) < at) state++
        const before = served[state]?.pending
        const isOther =
          before?.number === number &&
          !isReorg.has(at) &&
          isReordered(before.transactions, transactions)
        const earlier = blocks[index - 1]
        const head = [
          at - (earlier?.at ?? 0),
          hash === null ? '' : hash.slice(2, 10),
          indices(transactions).filter((one) => one >= 0),
        ] as const
        if (number === (earlier?.number ?? 0n) + 1n)
          return isOther ? [...head, 1] : head
        return [...head, isOther ? 1 : 0, Number(number)]
      },
    ),
    served: packServed(served, indices),
    reorgs,
    leaps: events.flatMap((event) =>
      event.type === 'idle'
        ? [[event.at, Number(event.firstBlock), Number(event.lastBlock)]]
        : [],
    ),
  }
}

function packServed(
  served: readonly TimelineServed[],
  indices: (hashes: readonly Hash[]) => number[],
): PackedServed[] {
  return served.map(({ at, pending, latest }, index): PackedServed => {
    const before = served[index - 1]
    const after = at - (before?.at ?? 0)
    const inside = indices(pending?.transactions ?? [])
    const full = [
      after,
      pending?.number == null ? null : Number(pending.number),
      latest === null ? null : Number(latest),
      inside,
    ] as const
    if (before?.pending?.number == null || before.latest === null) return full
    if (pending?.number == null || latest === null) return full
    const grown = Number(pending.number - before.pending.number)
    if (Number(latest - before.latest) !== grown) return full
    if (grown === 1 && inside.length === 0) return [after]
    const had = before.pending.transactions
    const isGrown =
      grown === 0 &&
      inside.length === had.length + 1 &&
      had.every((hash, place) => pending.transactions[place] === hash)
    return isGrown ? [after, inside.at(-1) as number] : full
  })
}

/** Whether those that are in both are in another order. */
function isReordered(before: readonly Hash[], after: readonly Hash[]): boolean {
  const kept = before.filter((one) => after.includes(one))
  const sealed = after.filter((one) => before.includes(one))
  return kept.some((one, index) => one !== sealed[index])
}

const moveTypes: readonly MoveType[] = [
  'sent',
  'preconfirmed',
  'dropped',
  'sealed',
  'omitted',
]

/** A function that packs the moves of a transaction of the timeline. */
function packMoves(
  { served, blocks, events, outcomes }: Timeline,
  words: Words,
) {
  const told = new Map<string, string>()
  const found = new Map(outcomes.map((one) => [`${one.at} ${one.hash}`, one]))
  for (const event of events) {
    if (event.type !== 'preconfirmed') continue
    const key = `${event.at} ${event.hash}`
    // As in the text, behind the words that the page has of its own.
    const [line = '', ...logs] = eventText(event, words, found.get(key))
    const why = /, (?:reverted: .*|as scripted, not executed)$/.exec(line)
    const more = [why?.[0], ...logs].join('; ').replaceAll(/;\s+/g, '; ')
    if (more !== '') told.set(key, more.replace(/^, |^; /, ''))
  }
  const places = new Map<string, number>()
  for (const { at, number, transactions } of blocks)
    for (const [place, hash] of transactions.entries())
      places.set(`${at} ${number} ${hash}`, place)
  return ({ hash, moves }: TimelineTransaction): PackedMove[] =>
    moves.map((move, index): PackedMove => {
      const after = move.at - (moves[index - 1]?.at ?? 0)
      const head = [after, moveTypes.indexOf(typeOf(move))] as const
      if (move.type === 'sent') return head
      const block = Number(move.blockNumber)
      if (move.type === 'dropped') return [...head, block, move.reason]
      const isSealed = move.type === 'sealed'
      const place = isSealed
        ? (places.get(`${move.at} ${block} ${hash}`) ?? -1)
        : placeOf(served, move.at, hash)
      const full = [...head, block, isSealed ? 0 : move.index] as const
      const isReverted = move.status === 'reverted' ? 1 : 0
      const more = isSealed ? undefined : told.get(`${move.at} ${hash}`)
      if (more !== undefined) return [...full, place, isReverted, more]
      if (isReverted === 1) return [...full, place, 1]
      if (place !== 0) return [...full, place]
      return isSealed ? [...head, block] : full
    })
}

function typeOf(move: Move): MoveType {
  return move.type === 'dropped' && move.reason === 'omitted'
    ? 'omitted'
    : move.type
}

/** Its index in the pending block of an instant; -1 if it is not in it. */
function placeOf(
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

type Note = Packed['notes'][number]

/** Steps, faults and requests as the text tells them, in order. */
function packNotes(timeline: Timeline, words: Words): Note[] {
  const { events, answeredRequests, waitingRequests } = timeline
  const faults = [
    ...faultBeginnings(timeline, words),
    ...faultEnds(timeline),
  ].map(({ at, text }): Note => [at, 'fault', text])
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
      return readLines([request], words, faultsOf(request.faults)).map(
        ({ text }) => [request.settledAt, type, text],
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
function packStates(
  { blocks, states, accounts }: Timeline,
  words: Words,
): Pick<Packed, 'lags' | 'balances'> {
  const lags: Packed['lags'][number][] = []
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
  const changesOf = (index: number, tag: 'pending' | 'latest') => {
    let before: bigint | null = 0n
    let told = 0
    return states.flatMap(({ at, balances }, state) => {
      const now = balances[index]?.[tag] ?? null
      if (now === before && state > 0) return []
      const change = now === null ? null : shortest(now - (before ?? 0n))
      before = now
      const after = at - told
      told = at
      return [[after, change] as const]
    })
  }
  const balances = accounts.map(
    (account, index): Balances<number | string> => ({
      account: words.address(account),
      pending: changesOf(index, 'pending'),
      latest: changesOf(index, 'latest'),
    }),
  )
  return { lags, balances }
}

/** Without quotes if a number holds it. */
function shortest(wei: bigint): number | string {
  const number = Number(wei)
  return Number.isSafeInteger(number) ? number : `${wei}`
}

/** The first thing that went wrong, which a page opens at. */
function findWrong(
  { transactions, events, blocks, answeredRequests, waitingRequests }: Timeline,
  packed: Packed['blocks'],
  words: Words,
): Packed['wrong'] {
  const found: (readonly [at: number, text: string])[] = []
  for (const request of answeredRequests) {
    const { settledAt, failure, faults, outcome } = request
    const text = words.request(request)
    if (failure !== null)
      found.push([
        settledAt,
        `${text} failed: ${words.outcome(request, outcome)}`,
      ])
    // The cause of a failing test may be an answer that looks right.
    else if (faults.length > 0)
      found.push([settledAt, `${faultsOf(faults)}${text}`])
  }
  for (const request of waitingRequests)
    found.push([request.at, `${words.request(request)} still waits`])
  for (const event of events)
    if (event.type === 'reorged') {
      const { blockNumber, depth } = event
      const last = blockNumber + BigInt(depth) - 1n
      const which =
        depth === 1 ? `block ${last}` : `blocks ${blockNumber} to ${last}`
      found.push([event.at, `a re-org replaced ${which}`])
    }
  for (const { moves, ...one } of transactions)
    for (const move of moves)
      if (move.type === 'dropped')
        found.push([
          move.at,
          typeOf(move) === 'omitted'
            ? `${nameOf(one)} was omitted from block ${move.blockNumber}`
            : `${nameOf(one)} was dropped: ${move.reason}`,
        ])
      else if ('status' in move && move.status === 'reverted')
        found.push([move.at, `${nameOf(one)} reverted`])
  for (const [index, [, , , isReordered]] of packed.entries()) {
    const block = isReordered === 1 ? blocks[index] : undefined
    if (block !== undefined)
      found.push([
        block.at,
        `block ${block.number} was sealed in another order`,
      ])
  }
  return found.sort(([one], [other]) => one - other)[0] ?? null
}
