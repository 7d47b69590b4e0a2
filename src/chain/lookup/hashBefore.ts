import { PresealError } from '../../base/errors/errors.js'
import type { Hash } from '../../base/hex/hex.js'
import { type Chain, lastNumber } from '../blocks/chain.js'
import type { BlockRun } from '../model/blockRun.js'
import { type Lineage, newest } from '../model/lineage.js'

import { hashThrough } from './blockHash.js'

/**
 * The hash of a block among sealed ones, computed now.
 *
 * @throws UnknownStateError if an import left a gap at that number, and
 * NotRecordedError before a fork.
 */
export function hashBefore(
  chain: Pick<Chain, 'config' | 'memo'>,
  sealed: Lineage<BlockRun>,
  number: bigint,
): Hash {
  const run = newest(sealed, ({ first }) => first <= number)
  if (run !== null && number <= lastNumber(run.value))
    return hashThrough(chain, run, Number(number - run.value.first))
  const above = newest(sealed, ({ first }) => first <= number + 1n)
  const { first, imported } = above?.value ?? {}
  if (first === number + 1n && imported) return imported.parentHash
  const { fork } = chain.config
  if (fork !== null && number < fork.number)
    return (
      fork.record.blockHashes[`${number}`] ??
      fork.refuse({ type: 'blockHash', number })
    )
  throw new PresealError(
    'UnknownStateError',
    `The hash of block ${number} is not known, since the blocks around it were imported. Import it too, before those that follow it.`,
  )
}
