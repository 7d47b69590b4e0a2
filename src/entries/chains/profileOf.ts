import type { Chain } from 'viem'
import type { Profile } from '../../index.js'
import { arbitrum } from './arbitrum.js'
import { base } from './base.js'
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
 * The profile of a chain of viem's, as the chain is today.
 *
 * @example
 * import { base } from 'viem/chains'
 * const node = createMockNode({ profile: profileOf(base), accounts })
 *
 * @returns Undefined for a chain that has none, such as a testnet.
 */
export function profileOf({ id }: Pick<Chain, 'id'>): Profile | undefined {
  return byId[id]?.()
}
