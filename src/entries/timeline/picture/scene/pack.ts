import {
  amount,
  nameOf,
  requestText,
  sawText,
  short,
  valueText,
} from '../../../../base/words/words.js'
import type { Address, Hash } from '../../../../index.js'
import { stepText } from '../../read/stepText.js'
import type {
  Move,
  Timeline,
  TimelineRequest,
  TimelineServed,
  TimelineTransaction,
} from '../../read/timeline.js'
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
  { title, account }: { title: string; account: Address | undefined },
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
  const movesOf = packMoves(timeline)
  const blocks = packBlocks(timeline, positions)
  const shown = account ?? transactions[0]?.to ?? accounts[0]
  return {
    title,
    from,
    until,
    beat: preconfirmationTime,
    beats: readBeats(timeline),
    ...blocks,
    wrong: findWrong(timeline, blocks.blocks),
    transactions: transactions.map((one) => [
      one.label ?? [nameOf(one)],
      places.get(one.from) ?? -1,
      one.to === null ? -1 : (places.get(one.to) ?? -1),
      wei.indexOf(amount(one.value)),
      movesOf(one),
    ]),
    people: people.map(short),
    amounts: wei,
    notes: packNotes(timeline),
    ...packStates(timeline),
    account: accounts.indexOf(shown?.toLowerCase() as Address),
  }
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
function packMoves({ served, blocks }: Timeline) {
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
      const told = [...head, block, isSealed ? 0 : move.index] as const
      if (move.status === 'reverted') return [...told, place, 1]
      if (place !== 0) return [...told, place]
      return isSealed ? [...head, block] : told
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

/** Steps, faults and requests, in the order of their instants. */
function packNotes({
  events,
  faults,
  answeredRequests: requests,
}: Timeline): Note[] {
  const notes: Note[] = [
    ...events.flatMap((event): Note[] =>
      event.type === 'step' && event.step.type !== 'preconfirm'
        ? [
            [
              event.at,
              event.step.type === 'fault' ? 'fault' : 'step',
              stepText(event),
            ],
          ]
        : [],
    ),
    ...faults.flatMap(({ until, fault, label }): Note[] =>
      until === null
        ? []
        : [[until, 'fault', `fault ${label ?? fault.type} lifted`]],
    ),
    ...requests.map(
      (request): Note => [
        request.settledAt,
        request.failure === null ? 'request' : 'failed',
        requestNote(request),
      ],
    ),
  ]
  return notes.sort(([one], [other]) => one - other)
}

function requestNote(request: TimelineRequest): string {
  const { outcome, failure, saw, calls } = request
  const answer =
    outcome.type === 'result'
      ? valueText(outcome.value)
      : (failure ?? '').replace(/ The error's data .*$/s, '')
  const seen = saw === null ? '' : ` (saw ${sawText(saw)})`
  const within = calls.map(({ to, selector, isSuccess }) =>
    isSuccess === false
      ? `${selector} of ${short(to)} failed`
      : `${selector} of ${short(to)}`,
  )
  const inside = within.length === 0 ? '' : `; within: ${within.join(', ')}`
  return `${requestText(request)} → ${answer}${seen}${inside}`
}

/** Changes of the balances, and of how far safe and finalized lag. */
function packStates({
  blocks,
  states,
  accounts,
}: Timeline): Pick<Packed, 'lags' | 'balances'> {
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
      account: short(account),
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
  {
    transactions,
    events,
    blocks,
    answeredRequests,
    waitingRequests,
    faults,
  }: Timeline,
  packed: Packed['blocks'],
): Packed['wrong'] {
  const found: (readonly [at: number, text: string])[] = []
  for (const request of answeredRequests)
    if (request.failure !== null)
      found.push([
        request.settledAt,
        `${requestText(request)} failed: ${request.failure.replace(/[.;] .*$/s, '')}`,
      ])
  // The cause of a failing test may be an answer that looks right.
  for (const { fault, since } of faults)
    found.push([since, `a fault of type ${fault.type} began`])
  for (const request of waitingRequests)
    found.push([request.at, `${requestText(request)} still waits`])
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
