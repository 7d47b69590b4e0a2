import type { Hash } from '../../base/hex/hex.js'
import type { StateSelector } from '../../base/hex/selector.js'
import { type Chain, latestNumber } from '../blocks/chain.js'
import { emptyQueue } from '../blocks/queue.js'
import type { BeatsSeenBy } from '../model/cadence.js'
import { blockHash } from './blockHash.js'

/** The reads that see the open block. */
export function seenBy({ open }: Chain): BeatsSeenBy {
  return open.origin.cadence.beatsSeenBy
}

/** The same chain to look into, with an open block that `pending` names. */
export function showOpen(chain: Chain): Chain {
  const { open } = chain
  const cadence = { ...open.origin.cadence, beatsSeenBy: 'pending' as const }
  return { ...chain, open: { ...open, origin: { ...open.origin, cadence } } }
}

/** The same chain to look transactions up in, with none that is not sealed. */
export function hideOpen(chain: Chain): Chain {
  return {
    ...chain,
    queue: emptyQueue,
    open: {
      ...chain.open,
      included: [],
      positions: null,
      imported: undefined,
    },
  }
}

/** Whether a selector names the open block. */
export function namesOpen(chain: Chain, selector: StateSelector): boolean {
  const beatsSeenBy = seenBy(chain)
  if (selector.type === 'tag' && selector.tag === 'pending')
    return beatsSeenBy !== 'none'
  if (beatsSeenBy !== 'latest') return false
  switch (selector.type) {
    case 'tag':
      return selector.tag === 'latest'
    case 'number':
      return selector.number === headNumber(chain)
    case 'hash':
      return selector.hash === shownHash(chain)
  }
}

function shownHash(chain: Chain): Hash | null {
  const { open } = chain
  return open.imported === undefined
    ? blockHash(chain, open)
    : open.imported.hash
}

/** The same of the state, which a chain may show before its block. */
export function namesOpenState(chain: Chain, selector: StateSelector): boolean {
  const isLatest = selector.type === 'tag' && selector.tag === 'latest'
  return (
    (isLatest && seenBy(chain) === 'latestState') || namesOpen(chain, selector)
  )
}

/** The number of the block that `latest` is. */
export function headNumber(chain: Chain): bigint {
  const { open } = chain
  return seenBy(chain) === 'latest'
    ? (open.imported?.number ?? open.number)
    : latestNumber(chain)
}
