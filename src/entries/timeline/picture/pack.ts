import {
  amount,
  nameOf,
  requestText,
  sawText,
  short,
  valueText,
} from '../../../base/words/words.js'
import { stepText } from '../read/stepText.js'
import type { Move, Timeline, TimelineRequest } from '../read/timeline.js'
import type { Balances, Packed } from './scene.js'

type Note = Packed['notes'][number]

const moveTypes = ['sent', 'preconfirmed', 'dropped', 'sealed'] as const

/** What the picture of a timeline shows. */
export function pack(timeline: Timeline, title: string): Packed {
  const { since: from, until, beatTime, transactions } = timeline
  const positions = new Map(
    transactions.map(({ hash }, position) => [hash, position]),
  )
  const people = [
    ...new Set(transactions.flatMap((one) => [one.from, one.to ?? one.from])),
  ]
  const places = new Map(people.map((one, place) => [one, place]))
  return {
    title,
    from,
    until,
    beatTime,
    beats: readBeats(timeline),
    blocks: timeline.blocks.map(({ at, number, hash, transactions }) => [
      at,
      Number(number),
      hash === null ? '' : hash.slice(0, 10),
      transactions.flatMap((one) => positions.get(one) ?? []),
    ]),
    transactions: transactions.map((one) => [
      nameOf(one),
      places.get(one.from) ?? -1,
      one.to === null ? -1 : (places.get(one.to) ?? -1),
      amount(one.value),
      one.moves.map((move, index) =>
        packMove(move, one.moves[index - 1]?.at ?? 0),
      ),
    ]),
    people: people.map(short),
    notes: readNotes(timeline),
    ...packStates(timeline),
  }
}

/** Instants are counted from the one before. */
function packMove(
  move: Move,
  before: number,
): Packed['transactions'][number][4][number] {
  const head = [move.at - before, moveTypes.indexOf(move.type)] as const
  switch (move.type) {
    case 'sent':
      return head
    case 'preconfirmed':
      return [...head, Number(move.blockNumber), move.index]
    case 'dropped':
      return [...head, Number(move.blockNumber), move.reason]
    case 'sealed':
      return [...head, Number(move.blockNumber)]
  }
}

/** Null where they are what the opening of each block leads one to expect. */
function readBeats({ beats, beatTime }: Timeline): number[] | null {
  let opened = 0
  const isSteady = beats.every(({ at, index }, position) => {
    if (index === 0 || position === 0) opened = at - index * beatTime
    return at === opened + index * beatTime
  })
  return isSteady ? null : beats.map(({ at }) => at)
}

function readNotes({
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
      : (failure ?? '').replace(/; (served are|the error's data) .*$/s, '')
  const seen = saw === null ? '' : ` (saw ${sawText(saw)})`
  const within = calls.map(({ to, selector, isSuccess }) =>
    isSuccess === false
      ? `${selector} of ${short(to)} failed`
      : `${selector} of ${short(to)}`,
  )
  const inside = within.length === 0 ? '' : `; within: ${within.join(', ')}`
  return `${requestText(request)} → ${answer}${seen}${inside}`
}

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
      const change = now === null ? null : `${now - (before ?? 0n)}`
      before = now
      const after = at - told
      told = at
      return [[after, change] as const]
    })
  }
  const balances = accounts.map(
    (account, index): Balances<string> => ({
      account: short(account),
      pending: changesOf(index, 'pending'),
      latest: changesOf(index, 'latest'),
    }),
  )
  return { lags, balances }
}
