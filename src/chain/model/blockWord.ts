import { keccak256 } from '../../base/hash/keccak256.js'
import {
  type Hash,
  toBytes,
  toHex,
  toWord,
  zeroHash,
} from '../../base/hex/hex.js'

/**
 * What the beacon chain gives to blocks, which nobody can foresee: one hash for
 * each of them, or another one for each number, which a seed reproduces.
 */
export type BlockWord = Hash | { readonly seed: Hash }

/** PREVRANDAO, and the root of the beacon chain before a block. */
export const ownWords = {
  mixHash: { seed: toWord(1n) },
  parentBeaconBlockRoot: { seed: toWord(2n) },
} as const satisfies { readonly [field: string]: BlockWord }

/** The word of the block of that number; genesis has none (EIP-4399, 4788). */
export function wordOf(word: BlockWord, number: bigint): Hash {
  if (typeof word === 'string') return word
  if (number === 0n) return zeroHash
  return hash(word.seed, toWord(number))
}

/** Another one, for blocks of another branch. */
export function otherWord(word: BlockWord): BlockWord {
  return typeof word === 'string' ? hash(word) : { seed: hash(word.seed) }
}

/** The word of later blocks: one that was set for a block is that block's. */
export function laterWord(word: BlockWord, ofChain: BlockWord): BlockWord {
  return typeof word === 'string' && typeof ofChain !== 'string'
    ? { seed: word }
    : word
}

function hash(...words: readonly Hash[]): Hash {
  return toHex(
    keccak256(toBytes(`0x${words.map((word) => word.slice(2)).join('')}`)),
  )
}
