import { toQuantity } from '../../../base/hex/hex.js'
import type { Chain } from '../../../chain/blocks/chain.js'
import type { Included } from '../../../chain/model/transaction.js'
import { includedText } from '../../format/includedText.js'
import { changesOfState } from '../changesOfState.js'
import { enteredIn } from '../preconfirmedIn.js'
import { readFlag } from '../readOption.js'
import { seenBeats } from '../seenBeats.js'
import type { SubscriptionType } from './subscriptionType.js'

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
  const text = includedText(included)
  return {
    hash: transaction.hash,
    from: transaction.from,
    to: transaction.to,
    value: toQuantity(transaction.value),
    gas: toQuantity(transaction.gas),
    type: transaction.type,
    status: effect.status,
    gasUsed: text.gasUsed,
    cumulativeGasUsed: text.cumulativeGasUsed,
    logs: effect.logs.map(({ address, topics, data }) => ({
      address,
      topics: topics.slice(),
      data,
    })),
  }
}
