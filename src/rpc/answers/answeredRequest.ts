import type { StateSelector } from '../../base/hex/hex.js'
import type { Chain } from '../../chain/blocks/chain.js'
import { findBlock, findStateBlock } from '../../chain/lookup/find.js'
import type { State } from '../../chain/model/state.js'
import { copyJson, copyOutcome, type Outcome } from './outcome.js'

/** The sender of a request: the application directly, or its wallet. */
export type Via = 'endpoint' | 'wallet'

/** An answered request and its outcome. */
export type AnsweredRequest = {
  readonly via: Via
  /** The name of the option `endpoints` that was asked; undefined if none was. */
  readonly endpoint: string | undefined
  /** Null if the request had no method. */
  readonly method: string | null
  readonly params: readonly unknown[]
  /** When it arrived, in ms since the node was created. */
  readonly at: number
  /** When it was answered, in ms since the node was created. */
  readonly settledAt: number
  readonly outcome: Outcome
  /**
   * The block that the answer was read from; null if the request names no
   * block, or one that does not exist.
   */
  readonly saw: Saw | null
  /**
   * How many entries the log of the node had when it was answered: of an act and
   * a request of the same ms, this says which came first.
   */
  readonly position: number
  /**
   * The faults that affected it, each by its label, or by its type if it has
   * none.
   */
  readonly faults: readonly string[]
}

/** The block that a request read, as it was at that time. */
export type Saw = {
  readonly blockNumber: bigint
  readonly isPending: boolean
  /** Number of transactions it had. */
  readonly transactions: number
  /** An object that is identical for identical states only. */
  readonly state: object
}

/** The read, from which the block is found when somebody asks. */
export type Reading = {
  readonly chain: Chain
  readonly selector: StateSelector
  /** Whether it is the state after that block that was read. */
  readonly isOfState: boolean
}

/**
 * An answered request as it is kept until it is read. Every request makes one,
 * so what it consists of is kept as it is.
 */
export type KeptRequest = Pick<
  AnsweredRequest,
  'via' | 'endpoint' | 'at' | 'settledAt' | 'position'
> & {
  readonly request: Pick<AnsweredRequest, 'method' | 'params'>
  /** The rules that acted on it. */
  readonly rules: readonly symbol[]
  readonly reading: Reading | undefined
  /** Or how to make it again, so that large answers are not kept alive. */
  readonly outcome: Outcome | (() => Outcome)
}

export function readAnswered(kept: KeptRequest): AnsweredRequest {
  const { via, endpoint, request, at, settledAt, outcome, reading } = kept
  return {
    via,
    endpoint,
    method: request.method,
    params: request.params.map((value) => copyJson(value, 'params', 'any')),
    at,
    settledAt,
    outcome: typeof outcome === 'function' ? outcome() : copyOutcome(outcome),
    saw: reading === undefined ? null : readSaw(reading),
    position: kept.position,
    faults: kept.rules.map(({ description }) => `${description}`),
  }
}

function readSaw(reading: Reading): Saw | null {
  const block = blockOf(reading)
  if (block === null) return null
  const { imported, included } = block
  return {
    blockNumber: imported?.number ?? block.number,
    isPending: block.status === 'open',
    transactions: (imported?.transactions ?? included).length,
    state: tokenOf(block.state),
  }
}

/** Latest may be a block that is not held. */
function blockOf({ chain, selector, isOfState }: Reading) {
  try {
    return isOfState
      ? findStateBlock(chain, selector)
      : findBlock(chain, selector)
  } catch {
    return null
  }
}

const tokens = new WeakMap<State, object>()

/** States are not handed out. */
function tokenOf(state: State): object {
  const known = tokens.get(state)
  if (known !== undefined) return known
  const token = Object.freeze({})
  tokens.set(state, token)
  return token
}
