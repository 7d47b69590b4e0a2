import type {
  Address,
  BlockSelector,
  DroppedEvent,
  Hex,
  TransactionName,
} from '../../index.js'
import {
  type TornReadsRange,
  toHaveNoTornReads,
  toHaveNoUnexpectedRequests,
  toHaveNoUnusedFaults,
  toHaveReceivedRequest,
  toHaveSubscription,
} from './requests.js'
import { toHaveBalance, toHaveStorageAt } from './state.js'
import { toBeDropped, toBePreconfirmed, toBeSealed } from './transactions.js'

/**
 * All matchers, for the `expect` of vitest or jest.
 *
 * @example
 * expect.extend(matchers)
 * expect(node).toBePreconfirmed(hash)
 */
export const matchers = {
  toBePreconfirmed,
  toBeSealed,
  toBeDropped,
  toHaveBalance,
  toHaveStorageAt,
  toHaveReceivedRequest,
  toHaveSubscription,
  toHaveNoUnexpectedRequests,
  toHaveNoUnusedFaults,
  toHaveNoTornReads,
}

/** The methods that they add to `expect(node)`. */
export type NodeMatchers<result = void> = {
  /** The transaction is in the pending block now, and not sealed yet. */
  toBePreconfirmed(transaction: TransactionName): result
  /** The transaction is in a sealed block now. */
  toBeSealed(transaction: TransactionName): result
  /** The transaction was dropped, and has not returned since. */
  toBeDropped(
    transaction: TransactionName,
    options?: { readonly reason?: DroppedEvent['reason'] | undefined },
  ): result
  /** The account holds exactly this balance, by default under `'latest'`. */
  toHaveBalance(address: Address, wei: bigint, block?: BlockSelector): result
  /** The slot has that value, by default under `'latest'`. */
  toHaveStorageAt(
    address: Address,
    slot: Hex | number,
    value: Hex,
    block?: BlockSelector,
  ): result
  /** The node received this request at least once, or exactly `times` times. */
  toHaveReceivedRequest(
    method: string,
    params?: readonly unknown[] | undefined,
    options?: { readonly times?: number | undefined },
  ): result
  /**
   * A subscription is active, by a WebSocket or a provider: any, one with these
   * parameters, or exactly `times`.
   */
  toHaveSubscription(
    params?: readonly unknown[] | string | undefined,
    options?: { readonly times?: number | undefined },
  ): result
  /** The node could serve every request. */
  toHaveNoUnexpectedRequests(): result
  /** Each fault has affected a request, or `times` requests. */
  toHaveNoUnusedFaults(): result
  /** All reads of state in the range saw the same state. */
  toHaveNoTornReads(range?: TornReadsRange): result
}
