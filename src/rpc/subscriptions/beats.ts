import { differences } from '../../base/codec/trie.js'
import {
  type Address,
  type Hex,
  parseAddress,
  type Result,
  refuse,
  toQuantity,
} from '../../base/hex/hex.js'
import type { Chain } from '../../chain/blocks/chain.js'
import { millisecondsOf } from '../../chain/model/blockRun.js'
import { readAccount } from '../../chain/model/state.js'
import type { Included } from '../../chain/model/transaction.js'
import { identify } from '../format/formatBlock.js'
import { formatReceipts } from '../format/formatReceipt.js'
import { formatTransaction } from '../format/formatTransaction.js'
import { includedText } from '../format/includedText.js'
import type { View } from '../view/view.js'
import {
  type Beat,
  enteredIn,
  isSeen,
  readFlag,
  readNothing,
  type SubscriptionType,
  seenBeats,
} from './subscriptionType.js'

export const miniBlocks: SubscriptionType<undefined> = {
  type: 'miniBlocks',
  isUsual: false,
  read: readNothing,
  results: (_, update) =>
    seenBeats(update).map((beat) => {
      const { chain } = beat
      return miniBlock(
        { ...update.view, chain },
        enteredIn(update, chain),
        beat,
      )
    }),
}

/**
 * A beat as MegaETH tells it (docs.megaeth.com, eth_subscribe), without roots
 * and the sequencer's signature, whose form is not established.
 */
function miniBlock(
  view: View,
  entered: readonly Included[],
  { at: { index }, count, offset }: Beat,
) {
  const { open } = view.chain
  const { receipt, transaction } = identify(view, open)
  const { number, timestamp, origin } = open
  const opened = millisecondsOf(origin, number - 1n)
  const gasUsed = entered.reduce((sum, { effect }) => sum + effect.gasUsed, 0n)
  return {
    block_number: toQuantity(number),
    block_timestamp: toQuantity(timestamp),
    index: toQuantity(index),
    mini_block_number: toQuantity(count),
    mini_block_timestamp: toQuantity((opened + BigInt(offset)) * 1_000n),
    gas_used: toQuantity(gasUsed),
    transactions: entered.map((one) => formatTransaction(one, transaction)),
    receipts: formatReceipts(entered, receipt, view.answering.receiptFields),
  }
}

export const shreds: SubscriptionType<boolean> = {
  type: 'shreds',
  isUsual: false,
  read: readFlag,
  results: (withState, update) =>
    seenBeats(update).map(({ chain, at: { index } }) => {
      const entered = enteredIn(update, chain)
      return shred(update.from, chain, entered, { index, withState })
    }),
}

/**
 * A beat as RISE sends it (docs.risechain.com, watching events). RISE's form of
 * a changed slot is not established.
 *
 * @param index - Of the beat within its block.
 */
function shred(
  since: Chain,
  chain: Chain,
  entered: readonly Included[],
  { index, withState }: { index: number; withState: boolean },
) {
  const { number, timestamp } = chain.open
  const before = chain.open.included.length - entered.length
  const last = chain.open.included[before - 1]
  return {
    blockTimestamp: toQuantity(timestamp),
    blockNumber: toQuantity(number),
    shredIndex: index,
    startingLogIndex:
      last === undefined ? 0 : last.firstLogIndex + last.effect.logs.length,
    transactions: entered.map(shredTransaction),
    stateChanges: withState
      ? changesOfState(since, chain).map(({ storage, ...account }) => ({
          ...account,
          storageChanges: Object.entries(storage),
        }))
      : [],
  }
}

function shredTransaction(included: Included) {
  const { transaction, effect } = included
  const { receipt } = includedText(included)
  return {
    hash: transaction.hash,
    from: transaction.from,
    to: transaction.to,
    value: toQuantity(transaction.value),
    gas: toQuantity(transaction.gas),
    type: transaction.type,
    status: effect.status,
    gasUsed: receipt.gasUsed,
    cumulativeGasUsed: receipt.cumulativeGasUsed,
    logs: effect.logs.map(({ address, topics, data }) => ({
      address,
      topics: topics.slice(),
      data,
    })),
  }
}

export const stateChanges: SubscriptionType<ReadonlySet<Address>> = {
  type: 'stateChanges',
  isUsual: false,
  read,
  results: (addresses, { view: { chain }, from }) =>
    isSeen(chain)
      ? changesOfState(from, chain)
          .filter(({ address }) => addresses.has(address))
          .map(({ newCode, ...change }) => change)
      : [],
}

function read(option: unknown): Result<ReadonlySet<Address>> {
  const parsed = Array.isArray(option) ? option.map(parseAddress) : []
  const addresses = parsed.flatMap((one) => (one.ok ? [one.value] : []))
  return addresses.length > 0 && addresses.length === parsed.length
    ? { ok: true, value: new Set(addresses) }
    : refuse(option, 'an array of addresses')
}

type StateChange = {
  readonly address: Address
  readonly nonce: number
  readonly balance: Hex
  /** Values of its slots that changed. */
  readonly storage: { readonly [slot: Hex]: Hex }
  /** Null if it is the same. */
  readonly newCode: Hex | null
}

/** The accounts that a beat changed, since the chain before it. */
function changesOfState(since: Chain, { open }: Chain): StateChange[] {
  const { state } = open
  const found: StateChange[] = []
  const own = since.open.state
  differences(own.accounts, state.accounts, (address, before, after) => {
    if (after === undefined) return
    const storage: { [slot: Hex]: Hex } = {}
    differences(
      before?.storage ?? null,
      after.storage,
      (slot, _, word = '0x0') => {
        storage[slot as Hex] = toQuantity(BigInt(word))
      },
    )
    const { nonce, balance, code } = readAccount(state, address as Address)
    const known = readAccount(own, address as Address)
    found.push({
      address: address as Address,
      nonce: Number(nonce ?? 0),
      balance: toQuantity(balance ?? 0n),
      storage,
      newCode: code === known.code ? null : (code ?? '0x'),
    })
  })
  return found
}
