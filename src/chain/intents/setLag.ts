import { PresealError } from '../../base/errors/errors.js'
import type { Chain } from '../blocks/chain.js'
import { taggedNumber } from '../lookup/find.js'

/** Moves `safe` and `finalized`, from here on and never back. */
export function setLag(
  chain: Chain,
  {
    safe,
    finalized,
  }: { safe?: number | undefined; finalized?: number | undefined },
): Chain {
  const { config } = chain
  const safeLag = safe ?? config.safeLag
  const finalizedLag = finalized ?? config.finalizedLag
  if (finalizedLag < safeLag) throw new LagError(safeLag, finalizedLag)
  return {
    ...chain,
    config: { ...config, safeLag, finalizedLag },
    floors: {
      safe: taggedNumber(chain, 'safe'),
      finalized: taggedNumber(chain, 'finalized'),
    },
  }
}

class LagError extends PresealError {
  override readonly name = 'LagError'

  constructor(safe: number, finalized: number) {
    super(
      `"finalized" cannot be ${finalized} blocks behind latest while "safe" is ${safe} blocks behind it. Give "finalized" at least the lag of "safe".`,
    )
  }
}
