import type { Step } from 'preseal'
import { cadenceAt } from './cadence.js'
import { latestOf, nextOpen } from './chain.js'
import { Refused } from './errors.js'
import { tellEntered } from './placeNow.js'
import type { World } from './world.js'

/** From the next block on, or from one that just opens and holds nothing. */
export function setCadence(
  world: World,
  step: Extract<Step, { type: 'setCadence' }>,
) {
  const { chain, config } = world
  const { open } = chain
  const before = world.nextRhythm ?? world.rhythm
  const {
    blockTime = before.blockTime,
    preconfirmationTime = before.preconfirmationTime,
  } = step
  const isOpen =
    world.now === world.openedAt &&
    open.entries.length === 0 &&
    open.imported === null
  const from = isOpen ? open.number : open.number + 1n
  const told = cadenceAt(chain.cadences, from)
  const {
    baseTimeDeposit = told.baseTimeDeposit,
    beatsSeenBy = told.beatsSeenBy,
  } = step
  const latest = latestOf(chain)
  const last = isOpen ? latest.milliseconds : open.milliseconds
  const room = 1_000_000n + (config.l1?.gasUsed ?? 0n)
  const isFit =
    config.l1 !== null &&
    blockTime % 200 === 0 &&
    last % 200n === 0n &&
    config.gasLimit >= room
  if (blockTime % preconfirmationTime !== 0 || (baseTimeDeposit && !isFit))
    throw new Refused('ChainRuleError')

  const cadences = [
    { from, blockTime, baseTimeDeposit, beatsSeenBy },
    ...chain.cadences.filter((earlier) => earlier.from < from),
  ]
  const rhythm = { blockTime, preconfirmationTime }
  if (!isOpen) {
    world.chain = { ...chain, cadences }
    world.nextRhythm = rhythm
    return
  }
  const { mixHash } = open
  const next = { ...nextOpen(latest, cadences, config), mixHash }
  world.chain = { ...chain, cadences, open: next }
  world.rhythm = rhythm
  const known = open.deposits.map(({ hash }) => hash)
  tellEntered(
    world,
    next.included.filter(({ transaction: { hash } }) => !known.includes(hash)),
  )
}
