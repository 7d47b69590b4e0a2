import type { Pace } from './paceOf.js'
import {
  type Simulation,
  type SimulationBlock,
  type SimulationRefusal,
  unfit,
} from './simulation.js'

/** A block with its place in time. */
export type PlannedBlock = SimulationBlock & {
  readonly number: bigint
  readonly timestamp: bigint
}

const mostBlocks = 256
const mostCallsInBlock = 5_000
const mostCalls = 10_000

/**
 * The blocks in their order after `base`, empty ones where numbers are left
 * out; or why there are none such, in geth's words.
 */
export function planBlocks(
  { blocks }: Simulation,
  base: { readonly number: bigint; readonly timestamp: bigint },
  pace: Pace,
): readonly PlannedBlock[] | SimulationRefusal {
  const tooMany = checkCounts(blocks)
  if (tooMany !== undefined) return tooMany
  const planned: PlannedBlock[] = []
  let { number, timestamp } = base
  for (const block of blocks) {
    const next = block.header?.number ?? number + 1n
    if (next <= number)
      return unfit(
        'number',
        `block numbers must be in order: ${next} <= ${number}`,
      )
    if (next - base.number > mostBlocks)
      return unfit('limit', 'too many blocks')
    while (number + 1n < next) {
      number += 1n
      timestamp = pace.next(timestamp, number)
      planned.push({ ...empty, number, timestamp })
    }
    const time = block.header?.time ?? pace.next(timestamp, next)
    if (time < timestamp || (time === timestamp && !pace.repeats))
      return unfit(
        'timestamp',
        `block timestamps must be in order: ${time} <= ${timestamp}`,
      )
    number = next
    timestamp = time
    planned.push({ ...block, number, timestamp })
  }
  return planned
}

const empty: SimulationBlock = {
  header: undefined,
  accounts: undefined,
  calls: [],
}

function checkCounts(
  blocks: readonly SimulationBlock[],
): SimulationRefusal | undefined {
  if (blocks.length === 0) return unfit('empty', 'empty input')
  if (blocks.length > mostBlocks) return unfit('limit', 'too many blocks')
  let calls = 0
  for (const block of blocks) {
    const { length } = block.calls
    if (length > mostCallsInBlock)
      return unfit(
        'limit',
        `too many calls in block: ${length} > ${mostCallsInBlock}`,
      )
    calls += length
    if (calls > mostCalls)
      return unfit('limit', `too many calls: ${calls} > ${mostCalls}`)
  }
  return undefined
}
