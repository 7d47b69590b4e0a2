import { toQuantity } from '../../base/hex/hex.js'
import type { Transport } from '../endpoint/index.js'
import type { BlockLog } from './blockLog.js'
import { isConsistent } from './isConsistent.js'
import {
  blockQuery,
  type Reading,
  receiptsQuery,
  stateQueries,
} from './queries.js'
import type { ParsedWatch } from './recordOptions.js'
import { runQueries } from './runQueries.js'

/** blocks; after a longer gap those before are not recorded */
const mostMissed = 64

/** blocks in one batch, for endpoints that limit its length or their answer's */
const together = 4n

/**
 * Reads by number what lies between the blocks that are held and a new latest
 * one: those that passed between two polls, and those that replaced held ones.
 * Oldest first.
 */
export async function readMissed(
  transport: Transport,
  watch: ParsedWatch,
  blockLog: BlockLog,
  newest: Reading,
): Promise<Reading[]> {
  const { lowest, highest } = blockLog
  if (lowest === undefined || highest === undefined) return []
  const missed: Reading[] = []
  for (let oldest = newest; missed.length < mostMissed; ) {
    const { number, parentHash } = oldest.block?.head ?? {}
    if (typeof number !== 'bigint') break
    const parent = number - 1n
    if (parent < lowest || blockLog.hashAt(parent) === parentHash) break
    const first = parent > highest ? highest + 1n : parent
    const from = parent - first < together ? first : parent - together + 1n
    const read = await readBlocks(transport, watch, from, parent)
    const linked = linkedTo(parentHash, read)
    missed.unshift(...linked)
    const [before] = linked
    if (before === undefined || linked.length < read.length) break
    oldest = before
  }
  return missed
}

async function readBlocks(
  transport: Transport,
  watch: ParsedWatch,
  from: bigint,
  to: bigint,
): Promise<Reading[]> {
  const readings: Reading[] = []
  const queries = []
  for (let number = from; number <= to; number++) {
    const block = toQuantity(number)
    const reading: Reading = { state: {} }
    readings.push(reading)
    queries.push(
      blockQuery(block, reading),
      receiptsQuery(block, reading),
      ...stateQueries(block, watch, reading),
    )
  }
  await runQueries(transport, queries)
  for (const reading of readings)
    if (!isConsistent(reading)) delete reading.receipts
  return readings
}

/** Blocks that lead without a gap to a block whose parent has that hash. */
function linkedTo(
  hash: string | undefined,
  readings: readonly Reading[],
): Reading[] {
  const linked: Reading[] = []
  let expected = hash
  for (const reading of [...readings].reverse()) {
    const head = reading.block?.head
    if (head === undefined || head.hash !== expected) break
    linked.unshift(reading)
    expected = head.parentHash
  }
  return linked
}
