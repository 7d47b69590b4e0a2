import { PresealError } from '../../../base/errors/errors.js'
import {
  displayFailure,
  type Failure,
  isConnectionRefused,
  type Limits,
  retryAfter,
  type Transport,
  type TransportRequest,
  wait,
} from '../../endpoint/index.js'

/** The endpoint has forgotten the state of the block. */
function prunedStateError(
  block: bigint,
  detail: string,
): PresealError<'EndpointError'> {
  return new PresealError(
    'EndpointError',
    `The endpoint has no state of block ${block} any more: ${detail}. Record a recent block, or give an archive endpoint.`,
    { reason: 'pruned' },
  )
}

/** The way to treat a failure. */
type FailureKind =
  | 'rateLimited'
  | 'unreachable'
  | 'pruned'
  | 'noBlock'
  | 'refused'

const rates =
  /rate.?limit|too many requests|request limit|throttl|capacity|quota/i
const prunes =
  /missing trie node|prun|archive|historical state|state (?:is |at |for )?.*(?:not available|unavailable)|old data not available|state histor/i
const absences =
  /header (?:for hash )?not found|(?:unknown|no such) block|block.*not found|unknown header|block ?out ?of ?range|invalid block tag/i

function classify(failure: Failure): FailureKind {
  const detail = textOf(failure)
  switch (failure.type) {
    case 'network':
    case 'hold':
      return 'unreachable'
    case 'null':
      return 'refused'
    case 'http':
      if (failure.status === 429 || rates.test(detail)) return 'rateLimited'
      return failure.status >= 500 ? 'unreachable' : 'refused'
    case 'rpc':
      if (failure.code === -32005 || failure.code === 429 || rates.test(detail))
        return 'rateLimited'
      if (prunes.test(detail)) return 'pruned'
      return absences.test(detail) || failure.code === -32001
        ? 'noBlock'
        : 'refused'
  }
}

/** As it is shown: nothing of the URL, which may hold a key. */
function textOf(failure: Failure): string {
  if (failure.type !== 'http') return displayFailure(failure)
  const { body = '' } = failure
  return `${displayFailure(failure)} ${body.slice(0, 200)}`.trim()
}

/** Requests in one batch, for endpoints that limit its length. */
const together = 40
const mostPauses = 6
/** ms */
const firstPause = 500
const longestPause = 16_000

/** Asks the endpoints, the later ones if an earlier one has no answer. */
export type Ask = {
  /** The results in the order of the requests. @throws what names the failure. */
  readonly all: (
    requests: readonly TransportRequest[],
  ) => Promise<readonly unknown[]>
  /** One result, or why there is none. */
  readonly one: (request: TransportRequest) => Promise<Asked>
  readonly count: () => number
}

export type Asked =
  | { readonly type: 'result'; readonly value: unknown }
  | {
      readonly type: 'failure'
      readonly kind: FailureKind
      readonly failure: Failure
    }

export function createAsk(
  transports: readonly Transport[],
  limits: Limits,
  block: () => bigint,
): Ask {
  let first = 0
  let count = 0
  /** Whether anything listens: if not, the URL is wrong. */
  let isReached = false

  /** For each request its result, or the last failure of the last endpoint. */
  async function send(requests: readonly TransportRequest[]): Promise<Asked[]> {
    const answers: (Asked | undefined)[] = requests.map(() => undefined)
    for (let pauses = 0; ; pauses++) {
      const failures: Failure[] = []
      for (let turn = 0; turn < transports.length; turn++) {
        const open = requests
          .map((_, index) => index)
          .filter((index) => answers[index]?.type !== 'result')
        if (open.length === 0) return answers as Asked[]
        const at = (first + turn) % transports.length
        count += open.length
        const replies = await (transports[at] as Transport)(
          open.map((index) => requests[index] as TransportRequest),
        )
        for (const [position, index] of open.entries()) {
          const reply = replies[position] ?? { type: 'network' }
          if (reply.type === 'result' || !isConnectionRefused(reply))
            isReached = true
          if (reply.type === 'result') {
            answers[index] = reply
            continue
          }
          failures.push(reply)
          answers[index] = {
            type: 'failure',
            kind: classify(reply),
            failure: reply,
          }
        }
        if (answers.every((answer) => answer?.type === 'result')) first = at
      }
      const isWorthAnother = answers.some(
        (answer) => answer?.type === 'failure' && isPassing(answer.kind),
      )
      if (!isReached) return answers as Asked[]
      if (!isWorthAnother || pauses === mostPauses || limits.stop.isStopped)
        return answers as Asked[]
      const asked = retryAfter(failures, limits.clock.now)
      const own = Math.min(longestPause, firstPause * 2 ** pauses)
      await wait(limits, Math.max(asked, own))
    }
  }

  return {
    async all(requests) {
      const values: unknown[] = []
      for (let at = 0; at < requests.length; at += together) {
        const part = requests.slice(at, at + together)
        const answers = await send(part)
        for (const [index, answer] of answers.entries()) {
          if (answer.type === 'failure')
            throw toError(answer, part[index] as TransportRequest, block())
          values.push(answer.value)
        }
      }
      return values
    },
    async one(request) {
      const [answer] = await send([request])
      return answer as Asked
    },
    count: () => count,
  }
}

function isPassing(kind: FailureKind): boolean {
  return kind === 'rateLimited' || kind === 'unreachable'
}

export function toError(
  { kind, failure }: Extract<Asked, { type: 'failure' }>,
  { method }: TransportRequest,
  block: bigint,
): Error {
  const detail = textOf(failure)
  switch (kind) {
    case 'rateLimited':
      return new PresealError(
        'EndpointError',
        `The endpoint limits the rate of requests, even after every pause: ${detail}. The fetched values are kept: continue later, or add another endpoint.`,
        { reason: 'answer' },
      )
    case 'unreachable':
      return new PresealError(
        'EndpointError',
        `The endpoint could not be reached: it gave ${detail}. Check the URL, and that the endpoint is up.`,
        { reason: 'answer' },
      )
    case 'pruned':
    case 'noBlock':
      return prunedStateError(block, detail)
    case 'refused':
      return new PresealError(
        'EndpointError',
        `The endpoint does not answer ${method}: it gave ${detail}.`,
        { reason: 'answer' },
      )
  }
}
