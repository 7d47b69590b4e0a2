import type { Fault } from '../../../index.js'
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
import type { MishapKind } from '../model/mishap.js'
import type { Candidate } from './candidate.js'
import { faultStep } from './faultStep.js'
import { isOfWallet } from './reading/isOfWallet.js'
import { firstIdle, sealedBlocks } from './reading/sealedBlocks.js'

/** ms after a seal in which nothing is pending yet */
const gap = 400

/** ms by which latest is late */
const lag = 250

/** ms for which something stands still, or is not served */
const stall = 10_000

/** beats by which the worse of two nodes is behind */
const behind = 3

/** idle blocks at whose seals an endpoint errs */
const mostIdle = 2

/** An endpoint that serves something else for a while: what presets tell. */
export function servedMishaps(timeline: Timeline): Candidate[] {
  const { blocks, chainId, preconfirmationTime, answeredRequests } = timeline
  const asked = answeredRequests.filter((request) => !isOfWallet(request))
  const mishap = (
    kind: MishapKind,
    rank: number,
    aim: string,
    name: string,
    faults: readonly Fault[],
  ): Candidate[] =>
    faults.some((fault) => doesHit(fault, asked))
      ? [
          {
            kind,
            aim,
            rank,
            name,
            chainId,
            steps: faults.map(faultStep),
          },
        ]
      : []

  const atSeals = sealedBlocks(timeline).flatMap((sealed) => {
    const { at, openedAt, name: block, rank: base } = sealed
    if (base >= firstIdle + mostIdle) return []
    const middle = Math.floor((openedAt + at) / 2)
    const after = { since: at, until: at + gap }
    const here = (
      kind: MishapKind,
      rank: number,
      name: string,
      faults: readonly Fault[],
    ) => mishap(kind, base + rank, block, name, faults)
    return [
      ...here(
        'otherBlock',
        1,
        `pending is answered as latest for ${gap} ms after ${block} is sealed`,
        faultsOf(noPreconfirmations({ blocks: 1 }), after),
      ),
      ...here(
        'empty',
        2,
        `pending is answered with null for ${gap} ms after ${block} is sealed`,
        faultsOf(boundaryGap({ blocks: 2, answer: 'null' }), after),
      ),
      ...here(
        'old',
        1,
        `${block} becomes latest ${lag} ms late`,
        faultsOf(twoAhead({ blocks: 2 }), { since: at - 1, until: at + lag }),
      ),
      ...here(
        'otherBlock',
        2,
        `pending is answered as latest for ${at - middle} ms before ${block} is sealed`,
        faultsOf(noPreconfirmations({ blocks: 1 }), {
          since: middle,
          until: at,
        }),
      ),
    ]
  })

  const [first] = blocks
  const time = { since: first?.at ?? 1, until: (first?.at ?? 1) + stall }
  return [
    ...atSeals,
    ...mishap(
      'otherBlock',
      0,
      'pending',
      `pending is answered as latest for ${stall} ms`,
      faultsOf(noPreconfirmations({ blocks: 1 }), time),
    ),
    ...mishap(
      'old',
      0,
      'pending',
      `pending stands still for ${stall} ms`,
      faultsOf(frozenPending({ blocks: 1 }), time),
    ),
    ...mishap(
      'old',
      0,
      'finalized',
      `safe and finalized stand still for ${stall} ms`,
      faultsOf(finalityStall({ blocks: 1 }), time),
    ),
    ...mishap(
      'old',
      0,
      'pending',
      `every other request goes to a node that is ${behind * preconfirmationTime} ms behind`,
      faultsOf(loadBalancer({ blocks: 1, lag: behind })),
    ),
    ...(asked.some(readsAtNumber)
      ? mishap(
          'empty',
          1,
          'blocks by number',
          'reads at a missing block are answered with zero',
          faultsOf(silentZeros({ blocks: 1 })),
        )
      : []),
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
