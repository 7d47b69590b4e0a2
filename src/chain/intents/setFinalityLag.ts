import { PresealError } from '../../base/errors/errors.js'
import type { Chain } from '../blocks/chain.js'
import { taggedNumber } from '../lookup/find.js'

/** Moves `safe` and `finalized`, from here on and never back. */
export function setFinalityLag(
  chain: Chain,
  {
    safe,
    finalized,
  }: { safe?: number | undefined; finalized?: number | undefined },
): Chain {
  const { config } = chain
  const finalityLag = {
    safe: safe ?? config.finalityLag.safe,
    finalized: finalized ?? config.finalityLag.finalized,
  }
  if (finalityLag.finalized < finalityLag.safe)
    throw lagError(finalityLag.safe, finalityLag.finalized)
  return {
    ...chain,
    config: { ...config, finalityLag },
    floors: {
      safe: taggedNumber(chain, 'safe'),
      finalized: taggedNumber(chain, 'finalized'),
    },
  }
}

function lagError(
  safe: number,
  finalized: number,
): PresealError<'ChainRuleError'> {
  return new PresealError(
    'ChainRuleError',
    `"finalized" cannot be ${finalized} blocks behind latest while "safe" is ${safe} blocks behind it. Give "finalized" at least the lag of "safe".`,
    { reason: 'finality' },
  )
}
