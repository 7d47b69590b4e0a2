import type { Hash } from '../../base/hex/hex.js'
import { type Chain, lastNumber } from '../blocks/chain.js'
import { nextOpenBlock } from '../blocks/nextOpenBlock.js'
import type { OpenBlock } from '../blocks/openBlock.js'
import { type BlockRun, timestampAt } from '../model/blockRun.js'
import type { Lineage } from '../model/lineage.js'
import { beaconRootAt } from './beaconRootAt.js'
import { hashBefore } from './hashBefore.js'

/** The block that follows sealed ones, as it opens. */
export function openNext(
  { config, memo }: Pick<Chain, 'config' | 'memo'>,
  sealed: Lineage<BlockRun>,
  mixHash?: Hash,
): OpenBlock {
  const number = lastNumber(sealed.value) + 1n
  const timestamp = timestampAt(config, sealed.value, sealed.value.count)
  return nextOpenBlock(config, sealed.value, {
    mixHash,
    beaconRootAt: (wanted) =>
      wanted === timestamp
        ? config.parentBeaconBlockRoot
        : beaconRootAt({ config }, sealed, number, wanted),
    hashOf: (number) => hashBefore({ config, memo }, sealed, number),
  })
}
