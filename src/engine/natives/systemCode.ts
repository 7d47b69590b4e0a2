import type { Address, Hex } from '../../base/hex/hex.js'
import type { Hardfork } from '../engine.js'
import { beaconRootsAddress } from './functions/beaconRoots.js'
import { blockHashesAddress } from './functions/blockHashes.js'

/**
 * The code that reads show for contracts that are no accounts: the bytecode of
 * their EIP. A function runs in its place.
 */
export function systemCodeAt(
  address: Address,
  hardfork: Hardfork,
): Hex | undefined {
  // EIP-2935 came with Prague.
  const isThere = address !== blockHashesAddress || hardfork !== 'cancun'
  return isThere && Object.hasOwn(codes, address) ? codes[address] : undefined
}

const codes: { readonly [address: Address]: Hex } = {
  [beaconRootsAddress]:
    '0x3373fffffffffffffffffffffffffffffffffffffffe14604d57602036146024575f5ffd5b5f35801560495762001fff810690815414603c575f5ffd5b62001fff01545f5260205ff35b5f5ffd5b62001fff42064281555f359062001fff015500',
  [blockHashesAddress]:
    '0x3373fffffffffffffffffffffffffffffffffffffffe14604657602036036042575f35600143038111604257611fff81430311604257611fff9006545f5260205ff35b5f5ffd5b5f35611fff60014303065500',
}
