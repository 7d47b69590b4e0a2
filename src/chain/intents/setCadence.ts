import { PresealError } from '../../base/errors/errors.js'
import { withBaseTime } from '../../engine/natives/createNatives.js'
import type { Chain } from '../blocks/chain.js'
import { baseTimeStep } from '../deposits/baseTime.js'
import { depositGas } from '../deposits/l1Attributes.js'
import { openNext } from '../lookup/openNext.js'
import { millisecondsAt } from '../model/blockRun.js'
import { type Cadence, cadenceAt } from '../model/cadence.js'

/**
 * Changes how blocks come, from the next one on, or from the open one if it
 * is only just opening and nothing is in it.
 *
 * @param opens - Whether the open block opens at this instant.
 */
export function setCadence(
  chain: Chain,
  change: Partial<Omit<Cadence, 'from'>>,
  opens: boolean,
): Chain {
  const { config, open, sealed } = chain
  const { number, entries, imported } = open
  const isOpen = opens && entries === null && imported === undefined
  const from = isOpen ? number : number + 1n
  const cadence = { ...cadenceAt(config, from), ...change, from }
  assertBaseTime(chain, cadence, isOpen)
  const next = {
    ...config,
    cadences: [
      cadence,
      ...config.cadences.filter((earlier) => earlier.from < from),
    ],
    codeAt: cadence.baseTimeDeposit
      ? withBaseTime(config.codeAt)
      : config.codeAt,
  }
  const changed = { ...chain, config: next }
  if (!isOpen) return { ...changed, open: { ...open, config: next } }
  const { gasLimit, miner, mixHash } = open
  const header = { gasLimit, miner, mixHash }
  return { ...changed, open: openNext(changed, sealed, header) }
}

/** BaseTime comes with the second deposit, and can hold only some instants. */
function assertBaseTime(
  { config, sealed, open }: Chain,
  { blockTime, baseTimeDeposit }: Cadence,
  isOpen: boolean,
): void {
  if (!baseTimeDeposit) return
  if (config.l1Attributes === null)
    throw cadenceError(
      'option "l1Attributes" is null, but "baseTimeDeposit" needs it. Create the node with l1Attributes: {}.',
    )
  if (blockTime % baseTimeStep !== 0)
    throw cadenceError(
      `"blockTime" is ${blockTime}, expected a whole multiple of ${baseTimeStep}, as "baseTimeDeposit" is true.`,
    )
  const least = depositGas + config.l1Attributes.gasUsed
  if (config.gasLimit < least)
    throw cadenceError(
      `the gas limit of blocks is ${config.gasLimit}, expected at least ${least}, room for the deposits that "l1Attributes" and "baseTimeDeposit" put into each block.`,
    )
  const { value } = sealed
  const latest = millisecondsAt(value, value.count - 1)
  const last = isOpen ? latest : latest + BigInt(open.origin.cadence.blockTime)
  if (last % BigInt(baseTimeStep) !== 0n)
    throw cadenceError(
      `the last block before stands ${last % 1_000n} ms after its timestamp, expected a whole multiple of ${baseTimeStep}, as "baseTimeDeposit" is true. Change the cadence some blocks earlier or later.`,
    )
}

export function cadenceError(what: string): PresealError<'ChainRuleError'> {
  return new PresealError('ChainRuleError', `setCadence: ${what}`, {
    reason: 'cadence',
  })
}
