import { copyJson, copyOutcome } from './copyJson.js'
import type { Outcome } from './outcome.js'

/** By which door a request came: the node's own, or that of a wallet. */
export type Via = 'endpoint' | 'wallet'

/** One request and how it ended. */
export type Exchange = {
  readonly via: Via
  /** Null where the request named none. */
  readonly method: string | null
  readonly params: readonly unknown[]
  /** When it was asked, ms since the node was created. */
  readonly at: number
  /** When it was answered, ms since the node was created. */
  readonly settledAt: number
  readonly outcome: Outcome
}

/** An exchange as it is kept until it is read. */
export type KeptExchange = Omit<Exchange, 'outcome'> & {
  /** Or how to make it again, so that large answers are not kept alive. */
  readonly outcome: Outcome | (() => Outcome)
}

/** The newest exchanges, as many as `limit`. */
export type Exchanges = {
  add(kept: KeptExchange): void
  /** Oldest first, built anew. */
  read(): readonly Exchange[]
}

export function createExchanges(limit: number): Exchanges {
  const ring: KeptExchange[] = []
  let oldest = 0
  return {
    add(exchange) {
      if (ring.length < limit) {
        ring.push(exchange)
      } else if (limit > 0) {
        ring[oldest] = exchange
        oldest = (oldest + 1) % limit
      }
    },
    read: () =>
      [...ring.slice(oldest), ...ring.slice(0, oldest)].map(readExchange),
  }
}

export function readExchange(kept: KeptExchange): Exchange {
  const { via, method, params, at, settledAt, outcome } = kept
  return {
    via,
    method,
    params: copyJson(params, 'params', 'any') as unknown[],
    at,
    settledAt,
    outcome: typeof outcome === 'function' ? outcome() : copyOutcome(outcome),
  }
}
