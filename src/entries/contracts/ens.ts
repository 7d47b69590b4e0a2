import {
  type Address,
  bytesToString,
  encodeErrorResult,
  getAddress,
  type Hex,
  hexToBytes,
  namehash,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem'
import { display } from '../../base/hex/display.js'
import { parseAddress } from '../../base/hex/hex.js'
import {
  invalidArgument,
  invalidParameters,
} from '../../base/validation/problem.js'
import { annotate } from '../../base/words/words.js'
import type { NativeContract } from '../../index.js'
import { Reverted } from './context.js'
import { contract } from './contract.js'

/** The address of a name, or that with text records such as `avatar`. */
export type EnsRecord =
  | Address
  | {
      readonly address: Address
      readonly texts?: { readonly [key: string]: string } | undefined
    }

/** By normalized name, such as `'alice.eth'`. */
export type EnsNames = { readonly [name: string]: EnsRecord }

/** Where ENS stands on Ethereum, and on its test networks. */
const registryAddress = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'
const resolverAddress = '0xf29100983e058b709f3d539b0c765937b804ac15'
const universalAddress = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'
/** Which viem 2.4 to 2.36 ask. */
const earlierUniversals = [
  '0xce01f8eee7e479c928f8919abd53e553a36cef67',
  '0x8cab227b1162f03b8338331adaad7aadc83b895e',
] as const

/**
 * ENS as viem and ethers look names up: the registry, a public resolver and the
 * universal resolver, at their addresses on Ethereum. An address has the first
 * name that was given for it as its primary name.
 *
 * @example
 * const node = createMockNode({
 *   profile: ethereum(),
 *   contracts: ens({ 'alice.eth': alice }),
 * })
 * const client = createPublicClient({
 *   chain: mainnet,
 *   transport: custom(node.provider),
 * })
 * await client.getEnsAddress({ name: 'alice.eth' }) // alice
 * await client.getEnsName({ address: alice }) // 'alice.eth'
 *
 * @param names - Normalized names, with the address of each, or with
 * `{ address, texts }`.
 * @throws InvalidParametersError naming the name that has no address.
 */
export function ens(names: EnsNames): NativeContract[] {
  const records = readNames(names)
  const made = [
    registry(records),
    resolver(records),
    universalResolver(records),
    ...earlierUniversals.map((address) => earlierUniversal(address, records)),
  ]
  const titles = ['ENS registry', 'ENS resolver', 'ENS universal resolver']
  for (const [index, { address, native }] of made.entries())
    annotate(native, { names: { [address]: titles[Math.min(index, 2)] ?? '' } })
  return made
}

type Entry = {
  readonly address: Address
  /** The primary name, of a node that is for the way back */
  readonly name: string
  readonly texts: { readonly [key: string]: string }
}

type Records = {
  readonly byNode: ReadonlyMap<Hex, Entry>
  readonly primary: ReadonlyMap<Address, string>
}

/** Labels between single dots. */
const isNormalized = /^[^.\s]+(\.[^.\s]+)*$/

function readNames(names: EnsNames): Records {
  if (typeof names !== 'object' || names === null)
    throw invalidArgument(
      'ens',
      display(names),
      'addresses by name',
      "Write ens({ 'alice.eth': address }).",
    )
  const byNode = new Map<Hex, Entry>()
  const primary = new Map<Address, string>()
  for (const [name, given] of Object.entries(names)) {
    if (!isNormalized.test(name) || name !== name.toLowerCase())
      throw invalidParameters('ens', [
        {
          path: name,
          given: 'no normalized name',
          expected: "one in lower case, such as 'alice.eth'",
          advice: 'Pass it through normalize of viem/ens.',
        },
      ])
    const isPlain = typeof given === 'string'
    const parsed = parseAddress(isPlain ? given : Object(given).address)
    if (!parsed.ok)
      throw invalidParameters('ens', [
        {
          path: name,
          given: display(given),
          expected: `${parsed.expected}, or { address, texts }`,
        },
      ])
    const address = parsed.value
    const texts = isPlain ? {} : (given.texts ?? {})
    byNode.set(namehash(name), { address, name: '', texts })
    if (!primary.has(address)) primary.set(address, name)
  }
  for (const [address, name] of primary)
    byNode.set(namehash(`${address.slice(2)}.addr.reverse`), {
      address: zeroAddress,
      name,
      texts: {},
    })
  return { byNode, primary }
}

const registryAbi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function owner(bytes32 node) view returns (address)',
  'function ttl(bytes32 node) view returns (uint64)',
  'function recordExists(bytes32 node) view returns (bool)',
])

function registry({ byNode }: Records): NativeContract {
  return contract({
    address: registryAddress,
    abi: registryAbi,
    functions: {
      resolver: ({ args: [node] }) =>
        byNode.has(node) ? resolverAddress : zeroAddress,
      owner: ({ args: [node] }) => byNode.get(node)?.address ?? zeroAddress,
      ttl: () => 0n,
      recordExists: ({ args: [node] }) => byNode.has(node),
    },
  })
}

const resolverAbi = parseAbi([
  'function supportsInterface(bytes4 id) view returns (bool)',
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
  'function name(bytes32 node) view returns (string)',
  'function contenthash(bytes32 node) view returns (bytes)',
])

/** ERC-165, both `addr`, `text`, `name` and `contenthash`, as a public one. */
const interfaces = [
  '0x01ffc9a7',
  '0x3b3b57de',
  '0xf1cb7e06',
  '0x59d1d43c',
  '0x691f3431',
  '0xbc1c58d1',
]

/** ENSIP-9: the coin type of ether. */
const ether = 60n

function resolver({ byNode }: Records): NativeContract {
  return contract({
    address: resolverAddress,
    abi: resolverAbi,
    functions: {
      supportsInterface: ({ args: [id] }) => interfaces.includes(id),
      addr({ args: [node, coinType] }) {
        const address = byNode.get(node)?.address ?? zeroAddress
        if (coinType === undefined) return address
        return coinType === ether && address !== zeroAddress ? address : '0x'
      },
      text: ({ args: [node, key] }) => {
        const { texts = {} } = byNode.get(node) ?? {}
        return Object.hasOwn(texts, key) ? (texts[key] ?? '') : ''
      },
      name: ({ args: [node] }) => byNode.get(node)?.name ?? '',
      contenthash: (): Hex => '0x',
    },
  })
}

const errorItems = [
  'error ResolverNotFound(bytes name)',
  'error ResolverError(bytes errorData)',
] as const

const universalAbi = parseAbi([
  'struct Found { bytes name; uint256 offset; bytes32 node; address resolver; bool extended; }',
  'function requireResolver(bytes name) view returns (Found)',
  'function findResolver(bytes name) view returns (address, bytes32, uint256)',
  'function resolve(bytes name, bytes data) view returns (bytes, address)',
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)',
  'function reverse(bytes lookupAddress, uint256 coinType) view returns (string, address, address)',
  'function reverseWithGateways(bytes lookupAddress, uint256 coinType, string[] gateways) view returns (string, address, address)',
  ...errorItems,
])

type Asking = {
  readonly call: (to: { to: Address; data: Hex; isStatic: true }) => {
    readonly status: string
    readonly output: Hex
  }
}

function universalResolver(records: Records): NativeContract {
  const { byNode, primary } = records
  const reverse = ({
    args: [address, coinType],
  }: {
    args: readonly [Hex, bigint, ...(readonly unknown[])]
  }): [string, Address, Address] => {
    const name = primary.get(address.toLowerCase() as Address)
    if (name === undefined || coinType !== ether)
      throw notFound(encodeName(`${address.slice(2)}.addr.reverse`))
    return [name, resolverAddress, resolverAddress]
  }
  const resolve = ({
    args: [name, data],
    call,
  }: Asking & { args: readonly [Hex, Hex, ...(readonly unknown[])] }): [
    Hex,
    Address,
  ] => [resolveBy(records, call, name, data), resolverAddress]
  return contract({
    address: universalAddress,
    abi: universalAbi,
    functions: {
      requireResolver({ args: [name] }) {
        const node = nodeOf(name)
        if (!byNode.has(node)) throw notFound(name)
        return {
          name,
          offset: 0n,
          node,
          resolver: resolverAddress,
          extended: false,
        }
      },
      findResolver({ args: [name] }) {
        const node = nodeOf(name)
        return [byNode.has(node) ? resolverAddress : zeroAddress, node, 0n]
      },
      resolve,
      resolveWithGateways: resolve,
      reverse,
      reverseWithGateways: reverse,
    },
  })
}

const earlierAbi = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes, address)',
  'function resolve(bytes name, bytes data, string[] gateways) view returns (bytes, address)',
  'function reverse(bytes reverseName) view returns (string, address, address, address)',
  'function reverse(bytes reverseName, string[] gateways) view returns (string, address, address, address)',
  'error ResolverNotFound()',
])

function earlierUniversal(address: Address, records: Records): NativeContract {
  return contract({
    address,
    abi: earlierAbi,
    functions: {
      resolve({ args: [name, data], call, revert }) {
        if (!records.byNode.has(nodeOf(name))) revert('ResolverNotFound')
        return [resolveBy(records, call, name, data), resolverAddress]
      },
      reverse({ args: [reverseName], revert }) {
        const { name } = records.byNode.get(nodeOf(reverseName)) ?? {}
        if (name === undefined || name === '') return revert('ResolverNotFound')
        const owner = records.byNode.get(namehash(name))?.address
        return [
          name,
          getAddress(owner ?? zeroAddress),
          resolverAddress,
          resolverAddress,
        ]
      },
    },
  })
}

/** What the resolver answers to that call. */
function resolveBy(
  { byNode }: Records,
  call: Asking['call'],
  name: Hex,
  data: Hex,
): Hex {
  if (!byNode.has(nodeOf(name))) throw notFound(name)
  const { status, output } = call({ to: resolverAddress, data, isStatic: true })
  if (status === 'success') return output
  throw new Reverted(
    encodeErrorResult({
      abi: parseAbi(errorItems),
      errorName: 'ResolverError',
      args: [output],
    }),
  )
}

function notFound(name: Hex): Reverted {
  return new Reverted(
    encodeErrorResult({
      abi: parseAbi(errorItems),
      errorName: 'ResolverNotFound',
      args: [name],
    }),
  )
}

/** The node of a name in the form of DNS: a byte of length before each label. */
function nodeOf(name: Hex): Hex {
  const bytes = hexToBytes(name)
  const labels: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at] ?? 0
    if (length === 0) break
    labels.push(bytesToString(bytes.slice(at + 1, at + 1 + length)))
    at += 1 + length
  }
  return namehash(labels.join('.'))
}

function encodeName(name: string): Hex {
  const parts = name.split('.').map((label) => {
    const bytes = new TextEncoder().encode(label)
    return [bytes.length, ...bytes]
  })
  return toHex(Uint8Array.from([...parts.flat(), 0]))
}
