import { type Chain, latestNumber } from '../chain/chain.js'
import { type Happening, opening } from '../chain/intents/beat.js'
import { seal } from '../chain/intents/seal.js'
import { applySealAs } from '../chain/intents/sealAs.js'
import { type Applied, applied } from './applied.js'
import { type Moment, noPlan, type Plan } from './moment.js'

/** Seals the open block as it is planned, and opens the next one. */
export function sealBlock(moment: Moment): Applied {
  const { chain, happened, errors } = revise(moment.chain, moment.plan.sealAs)
  const sealed = seal(chain)
  return applied(
    { ...moment, chain: sealed, openedAt: moment.time, plan: noPlan },
    {
      sealed: [latestNumber(sealed)],
      happened: [...happened, ...opening(sealed.open)],
      errors,
    },
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
