import type { Chain } from 'viem'
import type { Profile } from '../../index.js'
import { arbitrum } from './arbitrum.js'
import { base } from './base.js'
import { InvalidProfileError } from './checkVariant.js'
import { ethereum } from './ethereum.js'
import { megaEth } from './megaEth.js'
import { monad } from './monad.js'
import { opMainnet } from './opMainnet.js'
import { rise } from './rise.js'
import { unichain } from './unichain.js'
import { worldChain } from './worldChain.js'
import { xLayer } from './xLayer.js'

const byId: { readonly [id: number]: (() => Profile) | undefined } = {
  1: ethereum,
  10: opMainnet,
  130: unichain,
  143: monad,
  196: xLayer,
  480: worldChain,
  4153: rise,
  4326: megaEth,
  8453: base,
  42161: arbitrum,
}

/**
 * The current profile of one of viem's chains.
 *
 * @example
 * import { base } from 'viem/chains'
 * const node = createMockNode({ profile: profileOf(base), accounts })
 *
 * @throws InvalidProfileError if the argument is not a chain.
 * @returns Undefined for a chain that has none, such as a testnet.
 */
export function profileOf(chain: Pick<Chain, 'id'>): Profile | undefined {
  const { id } = Object(chain) as { readonly id?: unknown }
  if (typeof id !== 'number')
    throw new InvalidProfileError('profileOf', 'id', id, "a chain's number")
  return byId[id]?.()
}
