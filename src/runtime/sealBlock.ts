import { type Chain, latestNumber } from '../chain/chain.js'
import { type Happening, opening } from '../chain/intents/beat.js'
import { seal } from '../chain/intents/seal.js'
import { applySealAs } from '../chain/intents/sealAs.js'
import { type Applied, applied, placeOf, tellAt } from './applied.js'
import { type Moment, noPlan, type Plan } from './moment.js'
import { beatsBefore, type Timing } from './rhythm.js'

/** Seals the open block as it is planned, and opens the next one. */
export function sealBlock(moment: Moment, timing: Timing): Applied {
  const { time, plan } = moment
  const { chain, happened, errors } = revise(moment.chain, plan.sealAs)
  const sealed = seal(chain)
  const number = latestNumber(sealed)
  const beats = beatsBefore(time, moment, timing)
  const next: Moment = {
    ...moment,
    chain: sealed,
    openedAt: time,
    openedBeat: moment.openedBeat + beats,
    boundaries: moment.boundaries + 1,
    plan: noPlan,
  }
  return applied(
    next,
    [
      { type: 'sealed', number, chain: sealed },
      ...tellAt(placeOf(next, timing), [...happened, ...opening(sealed.open)]),
    ],
    errors,
  )
}

/** Where a step asks for what cannot be, the block is sealed without it. */
function revise(
  chain: Chain,
  steps: Plan['sealAs'],
): { chain: Chain; happened: readonly Happening[]; errors: unknown[] } {
  const happened: Happening[] = []
  const errors: unknown[] = []
  let revised = chain
  for (const step of steps)
    try {
      const applied = applySealAs(revised, step, step.at)
      revised = applied.chain
      happened.push(...applied.happened)
    } catch (error) {
      errors.push(error)
    }
  return { chain: revised, happened, errors }
}
