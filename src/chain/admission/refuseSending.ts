import { lookup } from '../../base/codec/trie.js'
import { lastNonce } from '../../base/hex/nonce.js'
import { checksum } from '../../base/validation/values.js'
import {
  cappedGas,
  floorGas,
  intrinsicGas,
  mostExecutionGas,
  mostInitcode,
} from '../../engine/gas.js'
import { delegateOf } from '../../engine/world/world.js'
import type { Chain } from '../blocks/chain.js'
import { pendingNonce } from '../blocks/pool.js'
import { findQueued, type Projected } from '../blocks/queue.js'
import { highestCost, highestGasPrice } from '../execution/fees.js'
import {
  findField,
  readBalance,
  readNonce,
  type State,
} from '../model/state.js'
import type { Refused, Sending, Transaction } from '../model/transaction.js'
import { roomIn } from './gas.js'

/** Refuses mistakes of a transaction that do not depend on the state. */
export function refuseShape(
  { config, open }: Chain,
  transaction: Transaction,
): Refused | undefined {
  const { to, gas, data, maxPriorityFeePerGas: tip = 0n } = transaction
  const room = roomIn(config)
  const price = highestGasPrice(transaction)
  const initcode = to === null ? (data.length - 2) / 2 : 0
  const { accessList = [], authorizationList = [] } = transaction
  const charged = { ...transaction, accessList, authorizationList }
  const intrinsic = intrinsicGas(charged, config)
  const floor = floorGas(charged, config)
  const mostCode = mostInitcode(config)
  if (initcode > mostCode)
    return refused(
      `max initcode size exceeded: code size ${initcode}, limit ${mostCode}`,
    )
  if (gas > room)
    return refused(
      `exceeds block gas limit: tx gas ${gas}, block gas limit ${room}`,
    )
  const capped = cappedGas(charged, config)
  if (capped > mostExecutionGas)
    return refused(
      `transaction gas limit too high (cap: ${mostExecutionGas}, tx: ${capped})`,
    )
  if (transaction.maxFeePerGas !== undefined && tip > price)
    return refused(
      `max priority fee per gas higher than max fee per gas: maxPriorityFeePerGas ${tip}, maxFeePerGas ${price}`,
    )
  if (price < open.baseFeePerGas)
    return refused(
      `max fee per gas less than block base fee: address ${checksum(transaction.from)}, maxFeePerGas: ${price}, baseFee: ${open.baseFeePerGas}`,
    )
  if (gas < intrinsic)
    return refused(
      `intrinsic gas too low: gas ${gas}, minimum needed ${intrinsic}`,
    )
  // viem has a class for the words in brackets alone.
  if (gas < floor)
    return refused(
      `insufficient gas for floor data gas cost (intrinsic gas too low): gas ${gas}, minimum needed ${floor}`,
    )
  if (transaction.type === 'eip7702' && to === null)
    return refused('EIP-7702 transaction cannot be used to create contract')
  if (transaction.authorizationList?.length === 0)
    return refused('set code tx must have at least one authorization tuple')
  return undefined
}

/** Whether it waits already. */
export function refuseKnown(
  { queue }: Chain,
  { hash }: Transaction,
): Refused | undefined {
  return findQueued(queue, hash) === undefined
    ? undefined
    : refused('already known')
}

/** Whether its nonce is gone, or cannot be. */
export function refuseNonce(
  chain: Chain,
  { from, nonce }: Transaction,
  given: { projected: Projected; replaced: Transaction | undefined },
): Refused | undefined {
  const { projected, replaced } = given
  if (nonce >= lastNonce) return refused(`nonce has max value: ${nonce}`)
  // The number that clients see is never too low, whatever a script will
  // change.
  const reached = readNonce(projected.state, from)
  const shown = pendingNonce(chain, from)
  const next = reached < shown ? reached : shown
  const isGone = nonce < readNonce(projected.base, from)
  return isGone || (nonce < next && replaced === undefined)
    ? refused(`nonce too low: next nonce ${next}, tx nonce ${nonce}`)
    : undefined
}

/** Whether a block holds it, and a script lowered its nonce. */
export function refuseIncluded(
  { open, places, queue }: Chain,
  { hash }: Transaction,
): Refused | undefined {
  const isOpen =
    lookup(open.positions, hash) !== undefined &&
    lookup(queue.drops, hash) === undefined
  return isOpen || lookup(places, hash) !== undefined
    ? refused('already known')
    : undefined
}

/** Refuses mistakes on the state that the queue will leave. */
export function refuseState(
  state: State,
  transaction: Transaction,
  { by, replaced }: { by: Sending['type']; replaced: Transaction | undefined },
): Refused | undefined {
  const { from } = transaction
  const code = findField(state, from, 'code') ?? '0x'
  if (by === 'signed' && code !== '0x' && delegateOf(code) === undefined)
    return refused(`sender not an eoa: address ${checksum(from)}`)
  // A replaced transaction frees its highest cost.
  const freed = replaced === undefined ? 0n : highestCost(replaced)
  const balance = readBalance(state, from) + freed
  const cost = highestCost(transaction)
  if (balance < cost)
    return refused(
      `insufficient funds for gas * price + value: balance ${balance}, tx cost ${cost}, overshot ${cost - balance}. Fund ${from} with "accounts" or node.setBalance.`,
    )
  return undefined
}

export function refused(message: string): Refused {
  return { type: 'refused', message }
}
