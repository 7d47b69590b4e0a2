import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hmac } from '@noble/hashes/hmac.js'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { encodeRlp } from '../../../base/codec/rlp.js'
import {
  type Address,
  type Hash,
  type Hex,
  type Nonce,
  toBytes,
  toHex,
  toWord,
} from '../../../base/hex/hex.js'
import { encodeText } from '../../../base/hex/text.js'
import { remember } from '../../../base/memo/memo.js'

/** An address and what signs for it. */
export type Account = {
  readonly address: Address
  sign(hash: Hash): RawSignature
  /** The signature of a contract (ERC-1271), which has no key of its own. */
  readonly signHash?: (hash: Hash, chainId: number) => Hex
}

export type RawSignature = {
  readonly r: Hash
  readonly s: Hash
  readonly yParity: 0 | 1
}

/** The account of a private key. */
export function accountOf(privateKey: Hex): Account {
  const known = testAccounts[testKeys.indexOf(privateKey)]
  return {
    address: known ?? addressOf(toBytes(privateKey)),
    sign: (hash) => signOnce(`${hash}${privateKey}`),
  }
}

/**
 * Of hash and key. RFC 6979: the same hash has the same signature, with a low s
 * (EIP-2), and each run of an exploration signs the same.
 */
const signOnce = remember((signed: string): RawSignature => {
  const [, hash, key] = signed.split('0x')
  const bytes = secp256k1.sign(toBytes(`0x${hash}`), toBytes(`0x${key}`), {
    prehash: false,
    format: 'recovered',
  })
  return {
    r: toHex(bytes.subarray(1, 33)),
    s: toHex(bytes.subarray(33)),
    yParity: bytes[0] === 1 ? 1 : 0,
  }
}, 500)

/** What an account delegates to, signed (EIP-7702). */
export function authorize(
  account: Account,
  {
    chainId,
    address,
    nonce,
  }: { chainId: number; address: Address; nonce: Nonce },
) {
  const encoded = encodeRlp([chainId, address, nonce])
  const message = new Uint8Array([0x05, ...encoded])
  const { r, s, yParity } = account.sign(toHex(keccak_256(message)))
  return { chainId, address, nonce, yParity, r, s }
}

function addressOf(key: Uint8Array): Address {
  return addressOfPoint(secp256k1.getPublicKey(key, false))
}

function addressOfPoint(publicKey: Uint8Array): Address {
  return toHex(keccak_256(publicKey.subarray(1)).subarray(12))
}

/** Whether it is a number that a key can be. */
export function isPrivateKey(given: Hex): boolean {
  return secp256k1.utils.isValidSecretKey(toBytes(given))
}

/** The 65 bytes that signatures of messages are: r, s, and 27 or 28. */
export function signatureBytes({ r, s, yParity }: RawSignature): Hex {
  return `${r}${s.slice(2)}${yParity === 1 ? '1c' : '1b'}`
}

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

/** The mnemonic of the accounts that every development node funds. */
export const testMnemonic =
  'test test test test test test test test test test test junk'

/**
 * The default accounts of a wallet, for use before you create one: addresses of
 * the default mnemonic.
 */
export const testAccounts = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
  '0x90f79bf6eb2c4f870365e785982e1f101e93b906',
  '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65',
  '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc',
  '0x976ea74026e726554db657fa54763abd0c3a0aa9',
  '0x14dc79964da2c08b23698b3d3cc7ca32193d9955',
  '0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f',
  '0xa0ee7a142d267c1f36714e4a8f75612f20a79720',
] as const satisfies readonly Address[]

/**
 * The keys of that mnemonic at m/44'/60'/0'/0/0 and on: to derive one takes
 * 2,048 rounds of HMAC.
 */
const testKeys: readonly Hex[] = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
  '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
  '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
  '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e',
  '0x4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356',
  '0xdbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97',
  '0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6',
]
