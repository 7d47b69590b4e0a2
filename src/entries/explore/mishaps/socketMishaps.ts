import type { Fault, SocketEvent, Step } from '../../../index.js'
import type { Timeline } from '../../timeline/index.js'
import type { MishapKind } from '../model/mishap.js'
import { aimAtMessages, aimAtSocket } from './aimsOf.js'
import type { Candidate } from './candidate.js'
import { faultStep } from './faultStep.js'
import { nthOf } from './reading/nthOf.js'
import { ordinal } from './reading/ordinal.js'
import { seriesOf } from './reading/seriesOf.js'

type Message = Extract<SocketEvent, { type: 'message' }>

/** ms for which nobody is let in again after a cut. */
const outage = 5_000

/**
 * Each socket, cut before and after its messages or refused as it opens; and
 * each message of a subscription, once missed, doubled or late.
 */
export function socketMishaps(timeline: Timeline): Candidate[] {
  const { sockets, chainId } = timeline
  const all = sockets.filter(isMessage)
  const messages = all.filter(({ subscription }) => subscription !== null)
  const names = new Map(
    [...new Set(messages.map(({ subscription }) => subscription))].map((id) => [
      id,
      aimAtMessages(id, timeline),
    ]),
  )
  const opened = sockets.filter(({ type }) => type === 'opened')
  return [
    ...opened.flatMap(({ socket, at }, index) =>
      cuts(
        timeline,
        { socket, at, index, count: opened.length },
        all.filter((message) => message.socket === socket),
      ),
    ),
    ...placesAmong(messages, names).flatMap(({ aim, place, count }, index) =>
      waysToFail.map(
        ({ kind, rank, words, fault }): Candidate => ({
          kind,
          aim,
          rank: rank + place,
          name: `${nthOf(place, count, `the ${aim.replace('messages', 'message')}`)} ${words}`,
          chainId,
          steps: [
            faultStep({
              ...fault,
              methods: ['eth_subscription'],
              skip: index,
              times: 1,
            }),
          ],
        }),
      ),
    ),
  ]
}

const waysToFail: readonly {
  readonly kind: MishapKind
  readonly rank: number
  readonly words: string
  readonly fault: Fault
}[] = [
  {
    kind: 'missed',
    rank: 0,
    words: 'is lost',
    fault: { type: 'socket', messages: 'dropped' },
  },
  {
    kind: 'doubled',
    rank: 0,
    words: 'arrives twice',
    fault: { type: 'socket', messages: 'doubled' },
  },
  {
    kind: 'late',
    rank: 1,
    words: 'arrives 1500 ms late',
    fault: { type: 'socket', messages: 'delayed', ms: 1_500 },
  },
]

type Opened = {
  readonly socket: number
  readonly at: number
  /** Its place among those that were let in. */
  readonly index: number
  readonly count: number
}

function cuts(
  { chainId, sockets, until }: Timeline,
  { socket, at: openedAt, index, count }: Opened,
  all: readonly Message[],
): Candidate[] {
  const told = all.filter(({ subscription }) => subscription !== null)
  const messages = told.length > 0 ? told : all
  const aim = aimAtSocket(index, count)
  const end =
    sockets.find((one) => one.socket === socket && one.type === 'closed')?.at ??
    until
  // A subscribing request is answered first, else nothing would be lost.
  const before = all.find(({ subscription }) => subscription === null)
  const moments = [
    { at: (before?.at ?? openedAt) + 1, words: 'before its first message' },
    ...messages.map(({ at }, place) => ({
      at: at + 1,
      words: `after its ${ordinal(place + 1)} message`,
    })),
  ].filter(({ at }) => at < end)
  const mishap = (
    kind: MishapKind,
    rank: number,
    words: string,
    steps: readonly Step[],
  ): Candidate => ({
    kind,
    aim,
    rank,
    name: `${aim} ${words}`,
    chainId,
    steps,
  })
  return [
    ...moments.flatMap(({ at, words }, place) => [
      mishap('cut', place, `is cut ${words}`, [
        { at, type: 'disconnectSockets', socket },
      ]),
      mishap(
        'cut',
        1 + place * 2,
        `is cut ${words}, and none can open for ${outage} ms`,
        [
          { at, type: 'disconnectSockets', socket },
          faultStep({
            type: 'socket',
            opening: 'refused',
            since: at,
            until: at + outage,
          }),
        ],
      ),
      mishap('disconnected', place, `falls silent ${words}`, [
        { at, type: 'disconnectSockets', socket, how: 'silently' },
      ]),
    ]),
    mishap('cut', 1, 'is refused when it opens', [
      faultStep({ type: 'socket', opening: 'refused', skip: index, times: 1 }),
    ]),
  ]
}

type Place = {
  readonly aim: string
  readonly place: number
  readonly count: number
}

/** For each message its place among those of like subscriptions. */
function placesAmong(
  messages: readonly Message[],
  names: ReadonlyMap<unknown, string>,
): Place[] {
  const series = seriesOf(messages, ({ subscription }) => [
    `${names.get(subscription)}`,
  ])
  const places = new Map(
    [...series].flatMap(([aim, like]) =>
      like.map((message, place): [Message, Place] => [
        message,
        { aim, place, count: like.length },
      ]),
    ),
  )
  return messages.map((message) => places.get(message) as Place)
}

function isMessage(event: SocketEvent): event is Message {
  return event.type === 'message'
}
