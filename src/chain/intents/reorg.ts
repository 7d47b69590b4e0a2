import { keccak_256 } from '@noble/hashes/sha3.js'
import { PresealError } from '../../errors.js'
import { type Hash, toBytes, toHex } from '../../hex/hex.js'
import { type Chain, latestNumber } from '../chain.js'
import { findBlock } from '../find.js'
import { nextOpenBlock } from '../nextOpenBlock.js'
import { emptyQueue, include, listEntries, type Queue } from '../openBlock.js'
import type { Run } from '../run.js'
import type { Transaction } from '../transaction.js'
import type { Happening } from './beat.js'
import { keepBelow } from './keepBelow.js'
import { requeue } from './requeue.js'
import { seal } from './seal.js'
import { setAccounts } from './setAccounts.js'

/**
 * Replaces the newest sealed blocks by as many others, which hold the same
 * transactions but those named by label or hash; without names, none of them.
 * What is pending goes back to the queue.
 */
export function reorg(
  chain: Chain,
  depth: number,
  omit: readonly string[] | undefined,
): { chain: Chain; happened: Happening[] } {
  const latest = latestNumber(chain)
  const first = latest - BigInt(depth) + 1n
  const { sealed, places, imports } = keepBelow(chain, first)
  if (first < 1n || sealed === null) throw new ReorgTooDeepError(depth, latest)
  const isOmitted = ({ hash, label = '' }: Transaction) =>
    omit === undefined || omit.includes(hash) || omit.includes(label)

  const happened: Happening[] = []
  const mixHash = otherBranch(chain.sealed.value)
  let next: Chain = {
    ...chain,
    sealed,
    places,
    imports,
    open: { ...nextOpenBlock(chain.config, sealed.value), mixHash },
    queue: emptyQueue,
  }
  for (let number = first; number <= latest; number++) {
    const { kept, omitted } = split(transactionsOf(chain, number), isOmitted)
    const { open, refused, waiting } = include(
      next.open,
      kept.map((transaction) => ({ type: 'transaction', transaction })),
    )
    const reasons = [
      ...omitted.map((transaction) => ({
        transaction,
        reason: 'omitted' as const,
      })),
      ...refused,
    ]
    happened.push(
      ...reasons.map((reason) => ({ type: 'dropped' as const, ...reason })),
    )
    next = seal({
      ...next,
      open,
      queue: enqueue(next.queue, waiting),
    })
  }
  const pending = requeue(chain)
  happened.push(...pending.happened)
  next = { ...next, queue: enqueue(next.queue, pending.queue.transactions) }
  for (const entry of listEntries(chain.open))
    if (entry.type === 'set') next = setAccounts(next, entry.changes)
  return { chain: next, happened }
}

/** Blocks of another branch differ even where they hold the same. */
function otherBranch({ mixHash }: Run): Hash {
  return toHex(keccak_256(toBytes(mixHash)))
}

function transactionsOf(chain: Chain, number: bigint): Transaction[] {
  const block = findBlock(chain, { type: 'number', number })
  if (block?.imported !== undefined) throw new ImportedReorgError(number)
  const included = block?.included ?? []
  const own = chain.config.l1Attributes === null ? included : included.slice(1)
  return own.map(({ transaction }) => transaction)
}

function split(
  transactions: readonly Transaction[],
  isOmitted: (transaction: Transaction) => boolean,
) {
  return {
    kept: transactions.filter((one) => !isOmitted(one)),
    omitted: transactions.filter(isOmitted),
  }
}

function enqueue(queue: Queue, added: readonly Transaction[]): Queue {
  return added.length === 0
    ? queue
    : {
        drops: [],
        transactions: [...queue.transactions, ...added],
        projected: undefined,
      }
}

class ImportedReorgError extends PresealError {
  override readonly name = 'ImportedReorgError'

  constructor(number: bigint) {
    super(
      `Block ${number} was imported, and what it did is not known, so that no re-org can build it anew. Import the blocks of the other branch instead.`,
    )
  }
}

class ReorgTooDeepError extends PresealError {
  override readonly name = 'ReorgTooDeepError'

  constructor(depth: number, latest: bigint) {
    super(
      `A re-org of depth ${depth} would replace the first block, as latest is block ${latest}. Let it come later, or be of a lesser depth.`,
    )
  }
}
