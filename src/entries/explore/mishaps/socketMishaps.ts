import type { RequestFault, SocketEvent } from '../../../index.js'
import type { Timeline } from '../../timeline/index.js'
import {
  faultStep,
  type MishapKind,
  type Offered,
  type Target,
} from '../model/mishap.js'
import {
  nthOf,
  nthOfSeries,
  ordinal,
  type Read,
  seriesOf,
  subscriptionName,
} from './reads.js'

type Message = Extract<SocketEvent, { type: 'message' }>

/** ms for which nobody is let in again after a cut. */
const outage = 5_000

/**
 * Each socket, cut before and after its messages or refused as it opens; and
 * each message of a subscription, once missed, doubled or late.
 */
export function socketMishaps(timeline: Timeline): Offered[] {
  const { sockets, chainId } = timeline
  const all = sockets.filter(isMessage)
  const messages = all.filter(({ subscription }) => subscription !== null)
  const opened = sockets.filter(({ type }) => type === 'opened')
  const targets = new Map(
    seriesOf(messages, ({ subscription }) => [
      messageTarget(subscription, timeline),
    ]).flatMap((series) =>
      series.like.map((message, index): [Message, Target] => [
        message,
        nthOfSeries(series, index, chainId),
      ]),
    ),
  )
  return [
    ...opened.flatMap(({ socket, at }, index) =>
      cuts(
        timeline,
        { socket, at, index, count: opened.length },
        all.filter((message) => message.socket === socket),
      ),
    ),
    ...messages.flatMap((message, skip) => {
      const on = targets.get(message) as Target
      return waysToFail.map(
        ({ rank, fault, ...way }): Offered => ({
          ...on,
          ...way,
          at: message.at,
          rank: rank + on.place - 1,
          steps: [
            faultStep({
              ...fault,
              methods: ['eth_subscription'],
              skip,
              times: 1,
            }),
          ],
        }),
      )
    }),
  ]
}

/** Messages of subscriptions. */
export function messageTarget(id: unknown, timeline: Timeline): Read {
  const name = subscriptionName(id, timeline)
  return { target: `messages(${name})`, words: `the message of ${name}` }
}

const waysToFail: readonly {
  readonly kind: MishapKind
  readonly variant?: number
  readonly rank: number
  readonly words: string
  readonly fault: RequestFault
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
    variant: 1_500,
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
): Offered[] {
  const notified = all.filter(({ subscription }) => subscription !== null)
  const messages = notified.length > 0 ? notified : all
  const end =
    sockets.find((one) => one.socket === socket && one.type === 'closed')?.at ??
    until
  // A subscribing request is answered first, else nothing would be lost.
  const before = all.find(({ subscription }) => subscription === null)
  const moments = [
    {
      at: (before?.at ?? openedAt) + 1,
      when: 'before-1',
      words: 'before its first message',
    },
    ...messages.map(({ at }, place) => ({
      at: at + 1,
      when: `after-${place + 1}`,
      words: `after its ${ordinal(place + 1)} message`,
    })),
  ].filter(({ at }) => at < end)
  const on = {
    target: 'socket',
    place: index + 1,
    subject: nthOf(index, count, 'the WebSocket'),
    chainId,
  }
  return [
    ...moments.flatMap(({ at, when, words }, place): Offered[] => [
      {
        ...on,
        kind: 'cut',
        variant: when,
        at,
        rank: place,
        words: `is cut ${words}`,
        steps: [{ at, type: 'disconnectSockets', socket }],
      },
      {
        ...on,
        kind: 'cut',
        variant: `${when}-for-${outage}`,
        at,
        rank: 1 + place * 2,
        words: `is cut ${words}, and none can open for ${outage} ms`,
        steps: [
          { at, type: 'disconnectSockets', socket },
          faultStep({
            type: 'socket',
            opening: 'refused',
            since: at,
            until: at + outage,
          }),
        ],
      },
      {
        ...on,
        kind: 'disconnected',
        variant: when,
        at,
        rank: place,
        words: `falls silent ${words}`,
        steps: [{ at, type: 'disconnectSockets', socket, how: 'silently' }],
      },
    ]),
    {
      ...on,
      kind: 'cut',
      variant: 'refused',
      at: openedAt,
      rank: 1,
      words: 'is refused when it opens',
      steps: [
        faultStep({
          type: 'socket',
          opening: 'refused',
          skip: index,
          times: 1,
        }),
      ],
    },
  ]
}

function isMessage(event: SocketEvent): event is Message {
  return event.type === 'message'
}
