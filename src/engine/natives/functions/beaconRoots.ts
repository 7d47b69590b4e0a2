import type { Address } from '../../../base/hex/hex.js'
import type { Native } from '../../engine.js'
import { nativeGas } from './builtInFunction.js'

/** Where EIP-4788 keeps roots of beacon blocks. */
export const beaconRootsAddress: Address =
  '0x000f3df6d732807ef1319fb7b8bb8522d0beac02'

/**
 * Answers as the contract of EIP-4788 would, from the chain itself, as that of
 * EIP-2935 does.
 */
export const beaconRoots: Native = ({ input, environment }) => {
  const isWord = input.length === 66
  const root = isWord ? environment.beaconRootAt?.(BigInt(input)) : undefined
  return root === undefined
    ? { status: 'reverted', output: '0x', gasUsed: nativeGas }
    : { status: 'success', output: root, gasUsed: nativeGas }
}
