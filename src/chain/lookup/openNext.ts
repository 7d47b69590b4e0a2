import { type Chain, lastNumber } from '../blocks/chain.js'
import { nextOpenBlock, type OpeningHeader } from '../blocks/contentAt.js'
import type { OpenBlock } from '../blocks/openBlock.js'
import type { BlockRun } from '../model/blockRun.js'
import type { Lineage } from '../model/lineage.js'
import { beaconRootAt } from './beaconRootAt.js'
import { hashBefore } from './blockHash.js'

/** The block that follows sealed ones, as it opens. */
export function openNext(
  { config, memo }: Pick<Chain, 'config' | 'memo'>,
  sealed: Lineage<BlockRun>,
  header?: OpeningHeader,
): OpenBlock {
  const number = lastNumber(sealed.value) + 1n
  return nextOpenBlock(config, sealed.value, {
    header,
    beaconRootAt: (timestamp) =>
      beaconRootAt({ config }, sealed, number, timestamp),
    hashOf: (number) => hashBefore({ config, memo }, sealed, number),
  })
}
