import { type Happening, opening } from '../chain/beat.js'
import { type Chain, latestNumber } from '../chain/chain.js'
import { seal } from '../chain/seal.js'
import { applySealAs, type SealAs } from '../chain/sealAs.js'
import { type Applied, applied } from './applied.js'
import { type Moment, noPlan } from './moment.js'

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

/** Where the script asks for what cannot be, the block is sealed as it is. */
function revise(
  chain: Chain,
  sealAs: SealAs | null,
): { chain: Chain; happened: readonly Happening[]; errors: unknown[] } {
  if (sealAs === null) return { chain, happened: [], errors: [] }
  try {
    return { ...applySealAs(chain, sealAs), errors: [] }
  } catch (error) {
    return { chain, happened: [], errors: [error] }
  }
}
