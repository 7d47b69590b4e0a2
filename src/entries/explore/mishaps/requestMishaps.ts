import type { RequestFault } from '../../../index.js'
import type {
  InnerCall,
  Timeline,
  TimelineRequest,
} from '../../timeline/index.js'
import {
  faultStep,
  type Limits,
  type MishapKind,
  type Offered,
} from '../model/mishap.js'
import {
  innerRead,
  isIncluded,
  isNewFilter,
  isOfWallet,
  nthOfSeries,
  outcomeText,
  picksOf,
  readsOf,
  seriesOf,
} from './reads.js'

/** Each request that a fault can hit, once in each way that endpoints err. */
export function requestMishaps(timeline: Timeline, outage: number): Offered[] {
  const { chainId } = timeline
  const requests = timeline.answeredRequests
    .filter((request) => request.method !== null && !isOfWallet(request))
    .sort((one, other) => one.at - other.at)
  const places = placesOf(requests)
  const ways = waysToErr(timeline.preconfirmationTime, outage)
  return seriesOf(requests, (request) => readsOf(request, timeline)).flatMap(
    (series): Offered[] =>
      picksOf(series.like.map(outcomeText)).flatMap((index, pick) => {
        const request = series.like[index] as TimelineRequest
        return ways
          .filter(
            ({ fits, kind }) =>
              (kind === 'late' || !isAnsweredByFault(request)) &&
              (fits?.(request, {
                earlier: before(series.like, request),
                isFresh: isFresh(request),
              }) ??
                true),
          )
          .map(({ kind, variant, rank, words, fault, lasts }) => ({
            ...nthOfSeries(series, index, chainId),
            kind,
            variant,
            at: request.at,
            rank: rank + pick,
            words:
              typeof words === 'string' ? words : words(`${request.method}`),
            steps: [
              faultStep({
                ...fault,
                methods: [request.method as string],
                ...(lasts === undefined
                  ? { skip: places.get(request)?.(fault) ?? 0, times: 1 }
                  : { since: request.at, until: request.at + lasts }),
              }),
            ],
          }))
      }),
  )

  /** Whether the chain changed so shortly before that old state is another. */
  function isFresh({ at }: TimelineRequest): boolean {
    // What the test set up at once was never otherwise.
    const since = Math.max(0, at - oldBeats * timeline.preconfirmationTime)
    return timeline.events.some(
      (event) =>
        since < event.at &&
        event.at <= at &&
        (event.type === 'step' || isIncluded(event)),
    )
  }

  function before(series: readonly TimelineRequest[], { at }: TimelineRequest) {
    const latest = at - oldBeats * timeline.preconfirmationTime
    return series.filter((other) => other.at <= latest).at(-1)
  }
}

/** An endpoint that limits batches, and the logs of an answer, all the time. */
export function limitMishaps(timeline: Timeline): Offered[] {
  const asked = timeline.answeredRequests.filter(
    ({ method, outcome }) =>
      method === 'eth_getLogs' && outcome.type === 'result',
  )
  const last = Number(timeline.blocks.at(-1)?.number ?? 0n)
  const range = Math.max(0, ...asked.map(({ params }) => rangeOf(params, last)))
  const count = Math.max(
    0,
    ...asked.map(({ outcome }) =>
      outcome.type === 'result' ? (outcome.value as unknown[]).length : 0,
    ),
  )
  const offer = (limits: Limits, words: string): Offered => ({
    target: 'endpoint',
    place: 1,
    subject: 'the endpoint',
    chainId: timeline.chainId,
    kind: 'failed',
    variant: Object.entries(limits).flat().join('-'),
    rank: 1,
    words,
    limits,
  })
  const blocks = Math.floor(range / 2)
  const instants = timeline.answeredRequests
    .filter((request) => !isOfWallet(request))
    .map(({ at }) => at)
  return [
    // Nothing tells a batch from requests of one instant.
    ...(new Set(instants).size === instants.length
      ? []
      : [offer({ batch: 1 }, 'refuses every batch as a whole')]),
    ...(range < 2
      ? []
      : [
          offer(
            { logRange: blocks },
            `refuses to search more than ${blocks} blocks for logs`,
          ),
        ]),
    ...(count < 2
      ? []
      : [
          offer(
            { logs: Math.ceil(count / 2) },
            `refuses to answer with more than ${Math.ceil(count / 2)} logs`,
          ),
        ]),
  ]
}

/** How many blocks a request for logs spans. */
function rangeOf([filter]: TimelineRequest['params'], last: number): number {
  const { fromBlock, toBlock, blockHash } = Object(filter) as {
    readonly [name: string]: unknown
  }
  if (blockHash !== undefined) return 0
  const numberOf = (block: unknown) =>
    /^0x[0-9a-f]+$/i.test(`${block}`)
      ? Number(block)
      : block === 'earliest'
        ? 0
        : last
  return numberOf(toBlock) - numberOf(fromBlock)
}

/** How many of the same method a fault lets through before each request. */
function placesOf(requests: readonly TimelineRequest[]) {
  const counted = new Map<string, TimelineRequest[]>()
  return new Map(
    requests.map((request) => {
      const { method } = request as { method: string }
      const like = counted.get(method) ?? []
      const earlier = like.length
      counted.set(method, like)
      like.push(request)
      return [
        request,
        (fault: RequestFault) =>
          like.slice(0, earlier).filter((other) => counts(fault, other)).length,
      ]
    }),
  )
}

/** Whether an earlier fault has answered it, and no other one can. */
function isAnsweredByFault({
  outcome,
  faults,
}: Pick<TimelineRequest, 'outcome' | 'faults'>): boolean {
  return faults.length > 0 && outcome.type !== 'result'
}

/** As docs/reference/faults.md says what counts. */
function counts({ type }: RequestFault, { outcome, faults }: TimelineRequest) {
  if (isAnsweredByFault({ outcome, faults })) return type === 'delay'
  if (type === 'null') return outcome.type === 'result'
  const isMalformed = outcome.type === 'error' && outcome.error.code === -32602
  return !isMalformed || !['rpc', 'stale', 'otherBlock'].includes(type)
}

/** How a request errs. */
type WayToErr = {
  readonly kind: MishapKind
  readonly variant: string | number
  /** How early a sweep tries it; 0 is first. */
  readonly rank: number
  /** The fate of the request, after its name. */
  readonly words: string | ((method: string) => string)
  readonly fault: RequestFault
  /** ms for which similar requests fail too; by default only this one fails */
  readonly lasts?: number
  /**
   * Whether it could change anything about this one, given the last one that
   * was answered before an old answer would have been, if there is one, and
   * whether the chain has changed since.
   */
  fits?(
    request: TimelineRequest,
    before: {
      readonly earlier: TimelineRequest | undefined
      readonly isFresh: boolean
    },
  ): boolean
}

/** beats by which an old answer is old */
const oldBeats = 5

/**
 * Every way, one of each kind first. Clients ask again by themselves if a
 * gateway fails once, so that what no client repeats comes first.
 */
function waysToErr(
  preconfirmationTime: number,
  outage: number,
): readonly WayToErr[] {
  return [
    late(1_500, 0),
    {
      ...failed('unknown', 0, -32000, 'header not found'),
      fits: ({ method }) => !isWrite(method),
    },
    {
      ...failed('unavailable', 0, -32000, 'temporarily unavailable'),
      fits: ({ method }) => isWrite(method),
    },
    {
      kind: 'lost',
      variant: 504,
      rank: 0,
      words: 'is carried out, but its answer is lost (HTTP 504)',
      fault: { type: 'lostResponse', status: 504 },
      fits: ({ method }) => isWrite(method),
    },
    {
      kind: 'failed',
      variant: `503-for-${outage}`,
      rank: 1,
      words: (method) =>
        `fails with HTTP 503, as does every ${method} for ${outage} ms`,
      fault: { type: 'http', status: 503 },
      lasts: outage,
    },
    {
      kind: 'empty',
      variant: 'null',
      rank: 1,
      words: 'is answered with null',
      fault: { type: 'null' },
      fits: ({ method, outcome }) =>
        nullable.test(`${method}`) &&
        outcome.type === 'result' &&
        outcome.value !== null,
    },
    {
      kind: 'old',
      variant: oldBeats * preconfirmationTime,
      rank: 1,
      words: `is answered with state that is ${oldBeats * preconfirmationTime} ms old`,
      fault: { type: 'stale', beats: oldBeats },
      fits: (request, { earlier, isFresh }) =>
        !isWrite(request.method) &&
        (earlier === undefined
          ? isFresh && !constant.test(`${request.method}`)
          : outcomeText(earlier) !== outcomeText(request)),
    },
    late(5_000, 1),
    {
      kind: 'otherBlock',
      variant: 'latest',
      rank: 2,
      words: 'is answered by a node without pre-confirmations',
      fault: { type: 'otherBlock', to: 'latest' },
      fits: ({ params }) => params.includes('pending'),
    },
    late(500, 2),
    failedOver(503, 2),
    {
      ...failed('limit', 1, -32005, 'query returned more than 10000 results'),
      fits: ({ method }) => method === 'eth_getLogs',
    },
    limitedRate(3),
    {
      ...failed('size', 2, -32008, 'response is too big'),
      fits: ({ method, calls }) => method === 'eth_getLogs' || calls.length > 1,
    },
  ]
}

const constant = /^(eth_chainId|net_version|web3_clientVersion)$/

const nullable = /^eth_get(Transaction(By|Receipt)|BlockBy)/

function isWrite(method: string | null): boolean {
  return /^eth_send(Raw)?Transaction/.test(`${method}`)
}

function late(ms: number, rank: number): WayToErr {
  return {
    kind: 'late',
    variant: ms,
    rank,
    words: `is answered ${ms} ms late`,
    fault: { type: 'delay', ms },
  }
}

function failed(
  variant: string,
  rank: number,
  code: number,
  message: string,
): WayToErr {
  return {
    kind: 'failed',
    variant,
    rank,
    words: `fails with "${message}"`,
    fault: { type: 'rpc', code, message },
  }
}

function failedOver(status: number, rank: number): WayToErr {
  return {
    kind: 'failed',
    variant: status,
    rank,
    words: `fails with HTTP ${status}`,
    fault: { type: 'http', status },
  }
}

/** As a gateway says it that knows when it will answer again. */
function limitedRate(rank: number): WayToErr {
  return {
    kind: 'failed',
    variant: 429,
    rank,
    words: 'fails with HTTP 429 and Retry-After: 1',
    fault: { type: 'http', status: 429, headers: { 'retry-after': '1' } },
  }
}

/** A node that was restarted knows none of the filters that it made. */
export function filterMishaps({
  answeredRequests,
  chainId,
}: Timeline): Offered[] {
  const made = answeredRequests.filter(({ method }) => isNewFilter(method))
  const polls = answeredRequests.filter(
    ({ method, at }) =>
      method === 'eth_getFilterChanges' && at > (made[0]?.at ?? 0),
  )
  return picksOf(polls.map(outcomeText)).map((index, pick): Offered => {
    const at = (polls[index]?.at ?? 1) - 1
    return {
      target: 'filters',
      place: pick + 1,
      subject: 'the endpoint',
      chainId,
      kind: 'forgotten',
      at,
      rank: 1 + pick,
      words: `forgets all filters at ${at} ms`,
      forgets: { at },
    }
  })
}

/**
 * Each call within Multicall3, failing alone: a node that runs out of gas or
 * time on a big batch answers the others.
 */
export function innerCallMishaps(timeline: Timeline): Offered[] {
  const { chainId, annotations } = timeline
  const calls = timeline.answeredRequests
    .flatMap(({ at, calls, params }) =>
      calls.map((call) => ({ at, call, block: params[1] })),
    )
    .sort((one, other) => one.at - other.at)
  // A contract that is read twice in a batch is one that is read twice.
  const sameCall = seriesOf(calls, ({ call: { to, selector } }) => [
    { target: `${to} ${selector}`, words: '' },
  ])
  return sameCall.flatMap(({ like }) =>
    picksOf(like.map(({ call }) => `${call.output}`)).flatMap((skip, pick) => {
      const { at, call, block } = like[skip] as {
        at: number
        call: InnerCall
        block: unknown
      }
      if (call.isSuccess !== true) return []
      const read = innerRead(call, block, annotations)
      return {
        ...nthOfSeries({ ...read, like }, skip, chainId),
        kind: 'failed' as const,
        variant: 'alone',
        at,
        rank: 1 + pick,
        words: 'fails alone within Multicall3',
        innerCall: { to: call.to, selector: call.selector, skip },
      }
    }),
  )
}
