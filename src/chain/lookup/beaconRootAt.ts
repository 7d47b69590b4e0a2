import { isWire } from '../../base/codec/wire.js'
import type { Hash } from '../../base/hex/hex.js'
import { parseHash } from '../../base/hex/parse.js'
import type { Chain } from '../blocks/chain.js'
import { type BlockRun, timestampAt } from '../model/blockRun.js'
import { type Lineage, newest } from '../model/lineage.js'

/** The number of roots that the contract of EIP-4788 keeps. */
const kept = 8_191n

/**
 * The parent beacon block root of the block with that timestamp, among sealed
 * ones up to this number; undefined if none has it.
 */
export function beaconRootAt(
  { config }: Pick<Chain, 'config'>,
  sealed: Lineage<BlockRun>,
  number: bigint,
  timestamp: bigint,
): Hash | undefined {
  const run = newest(sealed, (run) => timestampAt(run, 0) <= timestamp)?.value
  if (run === undefined) return undefined
  const offset = lastUpTo(
    (offset) => timestampAt(run, offset) <= timestamp,
    run.count,
  )
  const found = run.first + BigInt(offset)
  const isThere = timestampAt(run, offset) === timestamp
  if (!isThere || found > number || number - found >= kept) return undefined
  if (run.imported === undefined) return config.parentBeaconBlockRoot
  const block: unknown = JSON.parse(run.imported.text)
  const parsed = parseHash(isWire(block) && block.parentBeaconBlockRoot)
  return parsed.ok ? parsed.value : undefined
}

/**
 * The last of `count` places for which it holds, as it does for those before
 * it.
 */
function lastUpTo(holds: (at: number) => boolean, count: number): number {
  let [low, high] = [0, count - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}
