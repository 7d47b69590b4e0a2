import type { StateSelector } from '../../base/hex/selector.js'
import { type Chain, latestNumber } from '../blocks/chain.js'
import { blockHash } from './blockHash.js'

/** Whether a selector names the open block, as `beatsSeenBy` has it. */
export function namesOpen(chain: Chain, selector: StateSelector): boolean {
  const { beatsSeenBy } = chain.config
  if (selector.type === 'tag' && selector.tag === 'pending')
    return beatsSeenBy !== 'none'
  if (beatsSeenBy !== 'latest') return false
  switch (selector.type) {
    case 'tag':
      return selector.tag === 'latest'
    case 'number':
      return selector.number === headNumber(chain)
    case 'hash':
      return selector.hash === blockHash(chain, chain.open)
  }
}

/** The same of the state, which a chain may show before its block. */
export function namesOpenState(chain: Chain, selector: StateSelector): boolean {
  const isLatest = selector.type === 'tag' && selector.tag === 'latest'
  return (
    (isLatest && chain.config.beatsSeenBy === 'latestState') ||
    namesOpen(chain, selector)
  )
}

/** The number of the block that `latest` is. */
export function headNumber(chain: Chain): bigint {
  const { config, open } = chain
  return config.beatsSeenBy === 'latest'
    ? (open.imported?.number ?? open.number)
    : latestNumber(chain)
}
