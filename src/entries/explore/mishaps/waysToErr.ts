import type { Fault } from '../../../index.js'
import type { TimelineRequest } from '../../timeline/index.js'
import type { MishapKind } from '../model/mishap.js'
import { outcomeText } from './reading/outcomeText.js'

/** How a request errs. */
export type WayToErr = {
  readonly kind: MishapKind
  /** How early a sweep tries it; 0 is first. */
  readonly rank: number
  /** The fate of the request, after its name. */
  readonly words: string | ((method: string) => string)
  readonly fault: Fault
  /** ms for which similar requests fail too; by default only this one fails */
  readonly lasts?: number
  /**
   * Whether it could change anything about this one, given the last one that
   * was answered before an old answer would have been.
   */
  fits?(request: TimelineRequest, earlier: TimelineRequest | undefined): boolean
}

/** beats by which an old answer is old */
export const oldBeats = 5

/**
 * Every way, one of each kind first. Clients ask again by themselves if a
 * gateway fails once, so that what no client repeats comes first.
 */
export function waysToErr(preconfirmationTime: number): readonly WayToErr[] {
  return [
    late(1_500, 0),
    {
      ...failed(0, 'header not found'),
      fits: ({ method }) => !isWrite(method),
    },
    {
      ...failed(0, 'temporarily unavailable'),
      fits: ({ method }) => isWrite(method),
    },
    {
      kind: 'lost',
      rank: 0,
      words: 'is carried out, but its answer is lost (HTTP 504)',
      fault: { type: 'lostResponse', status: 504 },
      fits: ({ method }) => isWrite(method),
    },
    {
      kind: 'failed',
      rank: 1,
      words: (method) =>
        `fails with HTTP 503, as does every ${method} for 10000 ms`,
      fault: { type: 'http', status: 503 },
      lasts: 10_000,
    },
    {
      kind: 'empty',
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
      rank: 1,
      words: `is answered with state that is ${oldBeats * preconfirmationTime} ms old`,
      fault: { type: 'stale', beats: oldBeats },
      fits: (request, earlier) =>
        !isWrite(request.method) &&
        earlier !== undefined &&
        outcomeText(earlier) !== outcomeText(request),
    },
    late(5_000, 1),
    {
      kind: 'otherBlock',
      rank: 2,
      words: 'is answered by a node without pre-confirmations',
      fault: { type: 'otherBlock', to: 'latest' },
      fits: ({ params }) => params.includes('pending'),
    },
    late(500, 2),
    failedOver(503, 2),
    failedOver(429, 3),
  ]
}

const nullable = /^eth_get(Transaction(By|Receipt)|BlockBy)/

function isWrite(method: string | null): boolean {
  return /^eth_send(Raw)?Transaction/.test(`${method}`)
}

function late(ms: number, rank: number): WayToErr {
  return {
    kind: 'late',
    rank,
    words: `is answered ${ms} ms late`,
    fault: { type: 'delay', ms },
  }
}

function failed(rank: number, message: string): WayToErr {
  return {
    kind: 'failed',
    rank,
    words: `fails with "${message}"`,
    fault: { type: 'rpc', code: -32000, message },
  }
}

function failedOver(status: number, rank: number): WayToErr {
  return {
    kind: 'failed',
    rank,
    words: `fails with HTTP ${status}`,
    fault: { type: 'http', status },
  }
}
