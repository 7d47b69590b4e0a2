import type { Hash } from '../../base/hex/hex.js'
import type { Chain } from '../blocks/chain.js'
import { nextOpenBlock } from '../blocks/nextOpenBlock.js'
import type { OpenBlock } from '../blocks/openBlock.js'
import type { BlockRun } from '../model/blockRun.js'
import type { Lineage } from '../model/lineage.js'
import { hashBefore } from './hashBefore.js'

/** The block that follows sealed ones, as it opens. */
export function openNext(
  { config, memo }: Pick<Chain, 'config' | 'memo'>,
  sealed: Lineage<BlockRun>,
  mixHash?: Hash,
): OpenBlock {
  return nextOpenBlock(config, sealed.value, {
    mixHash,
    hashOf: (number) => hashBefore({ config, memo }, sealed, number),
  })
}
