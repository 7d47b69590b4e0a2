import type { Hash } from '../../hex/hex.js'
import type { BlockRun } from '../blockRun.js'
import type { Chain } from '../chain.js'
import type { Lineage } from '../lineage.js'
import { nextOpenBlock } from '../nextOpenBlock.js'
import type { OpenBlock } from '../openBlock.js'
import { hashBefore } from '../roots/hashBefore.js'

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
