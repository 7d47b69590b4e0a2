import {
  concat,
  decodeRlp,
  encodeRlp,
  getBytes,
  hexlify,
  keccak256,
  sha256,
  toBeArray,
  toBeHex,
} from 'ethers'
import type { Hex } from 'preseal'
import { bloomOf } from '../conformance/oracle.js'
import type { WireReceipt } from '../conformance/wire.js'
import type { Sealed } from './chain.js'
import type { Config } from './config.js'
import type { Included, Open } from './openBlock.js'
import { hashOf, listRoot, stateRoot, storageRoot } from './roots.js'
import { accountIn, zeroWord } from './state.js'
import { quantity } from './transaction.js'

/** The fields in the order in which they are hashed (F14). */
const order = `parentHash sha3Uncles miner stateRoot transactionsRoot
  receiptsRoot logsBloom difficulty number gasLimit gasUsed timestamp extraData
  mixHash nonce baseFeePerGas withdrawalsRoot blobGasUsed excessBlobGas
  parentBeaconBlockRoot requestsHash`.split(/\s+/)

export type Header = {
  hash: Hex
  wire: { readonly [field: string]: string }
  size: Hex
}

const numbers =
  'difficulty number gasLimit gasUsed timestamp baseFeePerGas blobGasUsed excessBlobGas'.split(
    ' ',
  )
const noUncles = keccak256(encodeRlp([]))
const noRequests = sha256('0x')
const messagePasser = '0x4200000000000000000000000000000000000016'

/** What each block has alike, or, by a seed, each its own; genesis has none. */
function beaconWord(isAlike: boolean, word: Hex, number: bigint): Hex {
  if (isAlike) return word
  if (number === 0n) return zeroWord
  return keccak256(concat([word, toBeHex(number, 32)])) as Hex
}

/** The hash of each of these blocks, every one of which follows from the last. */
export async function hashesOf(
  blocks: readonly Sealed[],
  config: Config,
): Promise<Hex[]> {
  const hashes: Hex[] = []
  for (const block of blocks) {
    const parent = hashes.at(-1) ?? zeroWord
    const header = kept.get(block)
    if (block.imported?.hash) hashes.push(block.imported.hash)
    else if (header?.wire.parentHash === parent) hashes.push(header.hash)
    else hashes.push((await headerOf(block, parent, config)).hash)
  }
  return hashes
}

/** Of blocks that are read often; nothing about a block ever changes. */
const kept = new WeakMap<Open | Sealed, Header>()

export async function headerOf(
  block: Open | Sealed,
  parentHash: Hex,
  config: Config,
): Promise<Header> {
  const known = kept.get(block)
  if (known?.wire.parentHash === parentHash) return known
  const header = await makeHeader(block, parentHash, config)
  kept.set(block, header)
  return header
}

async function makeHeader(
  block: Open | Sealed,
  parentHash: Hex,
  config: Config,
): Promise<Header> {
  const state = 'committed' in block ? block.committed : block.state
  const isRooted = 'committed' in block || config.stateRoot === 'everyBeat'
  const { included } = block
  const wire: { [field: string]: string } = {
    parentHash,
    sha3Uncles: noUncles,
    miner: config.miner,
    stateRoot: isRooted ? await stateRoot(state) : zeroWord,
    transactionsRoot: await listRoot(
      included.map(({ transaction }) => transaction.envelope),
    ),
    receiptsRoot: await listRoot(included.map(receiptOf)),
    logsBloom: bloomOf({
      logs: included.flatMap(({ transaction }) => transaction.effect.logs),
    } as unknown as Pick<WireReceipt, 'logs'>),
    difficulty: '0x0',
    number: quantity(block.number),
    gasLimit: quantity(config.gasLimit),
    gasUsed: quantity(block.gasUsed),
    timestamp: quantity(block.milliseconds / 1_000n),
    extraData: config.extraData,
    mixHash: beaconWord(config.hasOwnMixHash, block.mixHash, block.number),
    nonce: '0x0000000000000000',
    baseFeePerGas: quantity(block.baseFee),
    withdrawalsRoot: await storageRoot(accountIn(state, messagePasser)),
    blobGasUsed: quantity(block.blobGasUsed),
    excessBlobGas: '0x0',
    parentBeaconBlockRoot: beaconWord(
      config.hasOwnBeaconRoot,
      config.parentBeaconBlockRoot,
      block.number,
    ),
    requestsHash: noRequests,
  }
  const fields = order.map((field) => {
    const value = wire[field] as string
    return numbers.includes(field) ? scalar(BigInt(value)) : value
  })
  const hash = hashOf(fields)
  return { hash, wire: { ...wire, hash }, size: sizeOf(fields, included) }
}

/** The RLP length of the whole block, its two empty lists included (F5). */
function sizeOf(fields: readonly string[], included: readonly Included[]): Hex {
  const items = included.map(({ transaction: { envelope, type } }) =>
    type === 'legacy' ? decodeRlp(envelope) : envelope,
  )
  const whole = encodeRlp([[...fields], items, [], []])
  return quantity(getBytes(whole).length)
}

function receiptOf({ transaction, cumulativeGasUsed }: Included): string {
  const { effect, wire, type, nonce } = transaction
  const logs = effect.logs as unknown as WireReceipt['logs']
  const fields: Parameters<typeof encodeRlp>[0] = [
    effect.status === 'success' ? '0x01' : '0x',
    scalar(cumulativeGasUsed),
    bloomOf({ logs }),
    effect.logs.map(({ address, topics, data }) => [
      address,
      [...topics],
      data,
    ]),
    ...(type === 'deposit' ? [scalar(BigInt(nonce)), '0x01'] : []),
  ]
  const list = encodeRlp(fields)
  return type === 'legacy' ? list : concat([toBeArray(wire.type), list])
}

function scalar(value: bigint): string {
  return hexlify(toBeArray(value))
}
