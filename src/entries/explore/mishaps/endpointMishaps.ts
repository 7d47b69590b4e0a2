import type { Fault, RequestFault } from '../../../index.js'
import {
  boundaryGap,
  finalityStall,
  frozenPending,
  loadBalancer,
  noPreconfirmations,
  type Scenario,
  silentZeros,
  twoAhead,
} from '../../presets/index.js'
import type { Timeline, TimelineRequest } from '../../timeline/index.js'
import { faultStep, type Offered } from '../model/mishap.js'
import { blockTarget, firstIdle, isOfWallet, sealedBlocks } from './reads.js'

/** ms after a seal in which nothing is pending yet */
const gap = 400

/** ms by which latest is late */
const lag = 250

/** beats by which the worse of two nodes is behind */
const behind = 3

/** idle blocks at whose seals an endpoint errs */
const mostIdle = 2

/** An endpoint that serves something else for a while: what presets tell. */
export function endpointMishaps(
  timeline: Timeline,
  stall: number,
  endpoints: readonly string[] = [],
): Offered[] {
  const { blocks, chainId, preconfirmationTime, answeredRequests } = timeline
  const asked = answeredRequests.filter((request) => !isOfWallet(request))
  const served = (
    faults: readonly Fault[],
    given: Omit<Offered, 'steps' | 'chainId'>,
  ): Offered[] =>
    faults.some((fault) => doesHit(fault, asked))
      ? [{ ...given, chainId, steps: faults.map(faultStep) }]
      : []

  const atSeals = sealedBlocks(timeline).flatMap((sealed) => {
    const { at, openedAt, name, rank } = sealed
    if (rank >= firstIdle + mostIdle) return []
    const middle = Math.floor((openedAt + at) / 2)
    const after = { since: at, until: at + gap }
    const pending = { ...blockTarget(sealed), subject: 'pending', at }
    return [
      ...served(faultsOf(noPreconfirmations({ blocks: 1 }), after), {
        ...pending,
        kind: 'otherBlock',
        variant: 'after-seal',
        rank: rank + 1,
        words: `is answered as latest for ${gap} ms after ${name} is sealed`,
      }),
      ...served(faultsOf(boundaryGap({ blocks: 2, answer: 'null' }), after), {
        ...pending,
        kind: 'empty',
        variant: 'after-seal',
        rank: rank + 2,
        words: `is answered with null for ${gap} ms after ${name} is sealed`,
      }),
      ...served(
        faultsOf(twoAhead({ blocks: 2 }), {
          since: Math.max(0, at - 1),
          until: at + lag,
        }),
        {
          ...blockTarget(sealed),
          at,
          kind: 'old',
          rank: rank + 1,
          words: `becomes latest ${lag} ms late`,
        },
      ),
      ...(middle === at
        ? []
        : served(
            faultsOf(noPreconfirmations({ blocks: 1 }), {
              since: middle,
              until: at,
            }),
            {
              ...pending,
              kind: 'otherBlock',
              variant: 'before-seal',
              rank: rank + 2,
              words: `is answered as latest for ${at - middle} ms before ${name} is sealed`,
            },
          )),
    ]
  })

  const [first] = blocks
  const time = { since: first?.at ?? 1, until: (first?.at ?? 1) + stall }
  const always = (target: string, subject = target) => ({
    target,
    subject,
    place: 1,
    rank: 0,
  })
  const disagreeing = endpoints.flatMap((endpoint) =>
    waysToDisagree(preconfirmationTime, stall).flatMap(
      ({ fault, isForWhile, ...way }) =>
        served([{ ...fault, ...(isForWhile && time), endpoint }], {
          target: `endpoint(${endpoint})`,
          place: 1,
          subject: `the endpoint "${endpoint}"`,
          at: time.since,
          ...way,
        }),
    ),
  )
  return [
    ...atSeals,
    ...disagreeing,
    ...served(faultsOf(noPreconfirmations({ blocks: 1 }), time), {
      ...always('pending'),
      kind: 'otherBlock',
      words: `is answered as latest for ${stall} ms`,
    }),
    ...served(faultsOf(frozenPending({ blocks: 1 }), time), {
      ...always('pending'),
      kind: 'old',
      words: `stands still for ${stall} ms`,
    }),
    ...served(faultsOf(finalityStall({ blocks: 1 }), time), {
      ...always('finalized', 'safe and finalized'),
      kind: 'old',
      words: `stand still for ${stall} ms`,
    }),
    ...served(faultsOf(loadBalancer({ blocks: 1, lag: behind })), {
      ...always('endpoint', 'every other request'),
      kind: 'old',
      variant: 'every-other',
      words: `goes to a node that is ${behind * preconfirmationTime} ms behind`,
    }),
    ...(asked.some(readsAtNumber)
      ? served(faultsOf(silentZeros({ blocks: 1 })), {
          ...always('endpoint', 'reads at a missing block'),
          kind: 'empty',
          variant: 'zero',
          rank: 1,
          words: 'are answered with zero',
        })
      : []),
  ]
}

/** How one of several endpoints differs from the others. */
function waysToDisagree(
  preconfirmationTime: number,
  stall: number,
): readonly (Pick<Offered, 'kind' | 'variant' | 'rank' | 'words'> & {
  readonly fault: RequestFault
  readonly isForWhile: boolean
})[] {
  const old = behind * preconfirmationTime
  return [
    {
      kind: 'old',
      variant: old,
      rank: 0,
      words: `is ${old} ms behind the others`,
      fault: { type: 'stale', beats: behind },
      isForWhile: false,
    },
    {
      kind: 'failed',
      variant: `503-for-${stall}`,
      rank: 0,
      words: `fails with HTTP 503 for ${stall} ms`,
      fault: { type: 'http', status: 503 },
      isForWhile: true,
    },
    {
      kind: 'late',
      variant: stall,
      rank: 1,
      words: `answers ${stall} ms late for ${stall} ms`,
      fault: { type: 'delay', ms: stall },
      isForWhile: true,
    },
    {
      kind: 'otherBlock',
      variant: 'latest',
      rank: 1,
      words: 'has no pre-confirmations',
      fault: { type: 'otherBlock', block: 'pending', to: 'latest' },
      isForWhile: false,
    },
  ]
}

/** Faults that a preset gives its endpoint, at another time. */
function faultsOf(
  { faults = [] }: Scenario,
  time: { readonly since?: number; readonly until?: number } = {},
): Fault[] {
  return faults.map((fault) => ({ ...fault, ...time }))
}

function doesHit(fault: Fault, asked: readonly TimelineRequest[]): boolean {
  const { everyNth = 1 } = fault
  return asked.filter((request) => hits(fault, request)).length >= everyNth
}

function hits(
  { methods, block, since = 0, until = Number.POSITIVE_INFINITY }: Fault,
  { method, params, at }: TimelineRequest,
): boolean {
  return (
    since <= at &&
    at < until &&
    (methods === undefined || methods.includes(`${method}`)) &&
    (block === undefined || params.includes(block))
  )
}

const ofState = /^eth_(call|get(Balance|Code|StorageAt|TransactionCount))$/

function readsAtNumber({ method, params }: TimelineRequest): boolean {
  return ofState.test(`${method}`) && /^0x/.test(`${params.at(-1)}`)
}
