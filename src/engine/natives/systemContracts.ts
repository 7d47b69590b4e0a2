import type { Address } from '../../base/hex/hex.js'
import type { Hardfork, Native } from '../engine.js'
import { nativeGas } from './functions/nativeContract.js'

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

/** Where EIP-2935 keeps hashes of blocks. */
export const blockHashesAddress: Address =
  '0x0000f90827f1c53a10cb7a02335b175320002935'

/** Blocks before this one whose hashes it tells. */
const served = 8_191n

/**
 * Answers as the contract of EIP-2935 would, from the chain itself: no system
 * call writes its storage, since idle blocks are arithmetic.
 */
export const blockHashes: Native = ({ input, environment }) => {
  const { number, hashOf } = environment
  const isWord = input.length === 66
  const wanted = isWord ? BigInt(input) : number
  const isServed = wanted < number && number - wanted <= served
  return isServed
    ? { status: 'success', output: hashOf(wanted), gasUsed: nativeGas }
    : { status: 'reverted', output: '0x', gasUsed: nativeGas }
}

/** EIP-7002, EIP-7251. */
const ofPrague: readonly Address[] = [
  '0x00000961ef480eb55e80d19ad83579a64c007002',
  '0x0000bbddc7ce488642fb579f8b00f3a590007251',
]

/** EIP-8282. */
const ofAmsterdam: readonly Address[] = [
  ...ofPrague,
  '0x0000bff46984e3725691fa540a8c7589300d8282',
  '0x000064d678505ad48f8ccb093bc65613800e8282',
]

/** Contracts that are called after the transactions of a block, in order. */
export function requestContracts(hardfork: Hardfork): readonly Address[] {
  if (hardfork === 'cancun') return []
  return hardfork === 'amsterdam' ? ofAmsterdam : ofPrague
}
