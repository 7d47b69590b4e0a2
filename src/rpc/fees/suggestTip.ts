import { type Chain, latestNumber } from '../../chain/blocks/chain.js'
import { findSealedBlock } from '../../chain/lookup/find.js'
import { tipsOf } from './blockFees.js'

// As in geth's `eth/gasprice/gasprice.go` and `eth/ethconfig/config.go`.
const mostBlocks = 20
const perBlock = 3
const percentile = 60
const ignored = 2n
const most = 500_000_000_000n

/**
 * wei per gas that inclusion has cost of late: the 60th percentile of the three
 * lowest tips of each of the 20 latest blocks, as geth takes it. Empty blocks
 * do not count here, whereas geth falls back on its earlier suggestion, and
 * without any tip it is 0.
 */
export function suggestTip(chain: Chain): bigint {
  const latest = latestNumber(chain)
  const samples: bigint[] = []
  for (let back = 0n; back < mostBlocks && back <= latest; back++)
    samples.push(...lowestTips(chain, latest - back))
  samples.sort(byAmount)
  const at = Math.floor(((samples.length - 1) * percentile) / 100)
  const tip = samples[at] ?? 0n
  return tip > most ? most : tip
}

function lowestTips(chain: Chain, number: bigint): bigint[] {
  const block = findSealedBlock(chain, number)
  // A block that was imported without receipts has no known tip.
  if (block === null || (block.imported && !block.imported.receipts)) return []
  return tipsOf(block)
    .filter(({ from, tip }) => tip >= ignored && from !== chain.config.miner)
    .map(({ tip }) => tip)
    .sort(byAmount)
    .slice(0, perBlock)
}

function byAmount(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0
}
