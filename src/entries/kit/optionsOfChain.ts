import type { Chain } from 'viem'
import type { MockNodeOptions, Profile } from '../../index.js'
import { profileOf } from '../chains/index.js'
import { checkChainId, checkProfile } from './checks.js'

/** A chain of `viem/chains`, or just its id. */
export type TestChain = Pick<Chain, 'id'> &
  Partial<Pick<Chain, 'blockTime' | 'experimental_preconfirmationTime'>>

/** Default of a node. */
const beat = 200

/**
 * Its id and a profile, which knows more of it than viem does; without one its
 * block time if it has one, with beats that go into it: those that the chain
 * names, every 200 ms, or one a block.
 *
 * @param own - The profile that the user gives beside it, which wins.
 */
export function optionsOfChain(
  chain: TestChain | undefined,
  own?: Profile | undefined,
): MockNodeOptions {
  if (chain === undefined) return {}
  checkChainId(chain)
  const known = profileOf(chain)
  checkProfile(chain, known, own)
  const profile = own ?? known
  const {
    id: chainId,
    blockTime,
    experimental_preconfirmationTime: preconfirmationTime,
  } = chain
  if (profile !== undefined) return { chainId, profile }
  if (blockTime === undefined) return { chainId }
  const asked = preconfirmationTime ?? beat
  const fits = blockTime % asked === 0
  return {
    chainId,
    blockTime,
    preconfirmationTime: fits ? asked : blockTime,
  }
}
