import { alice, bob, carol, miner, token, word } from '../node/actors.js'
import { malformed } from './ask.js'
import { baseTime } from './baseTime.js'
import { l1Block } from './l1.js'

export type Request = readonly [method: string, ...params: unknown[]]

const tags = ['latest', 'pending', 'safe', 'finalized', 'earliest']
const created = '0x1a1bf0bd0ac5c0a9ae0ba53f32ed0a1f2ff97b04'
const addresses = [alice, bob, carol, token, miner, created]
const slots = ['0x0', word(1), '0x2']

/** Every method by every kind of selector; `hashes` and `numbers` of blocks. */
export function readsOf({
  latest,
  numbers,
  blockHashes,
  transactionHashes,
}: {
  latest: bigint
  numbers: readonly bigint[]
  blockHashes: readonly string[]
  transactionHashes: readonly string[]
}): Request[] {
  const all = new Set([...numbers.slice(-4), 0n, 1n, latest + 1n])
  const hex = [...all].map((number) => `0x${number.toString(16)}`)
  const hashes = [...new Set(blockHashes)].slice(-4)
  const named = [...tags, ...hex]
  const objects = [
    { blockNumber: hex[0] },
    ...hashes.slice(-1).map((blockHash) => ({ blockHash })),
  ]
  const any = [...named, ...hashes, ...objects]
  return [
    ['eth_blockNumber'],
    ['eth_chainId'],
    ['net_version'],
    ['eth_unserved'],
    ['eth_getBalance', alice, malformed],
    ...named.flatMap((selector): Request[] => [
      ['eth_getBlockByNumber', selector, true],
      ['eth_getBlockByNumber', selector, false],
    ]),
    ...hashes.flatMap((hash): Request[] => [
      ['eth_getBlockByHash', hash, true],
      ['eth_getBlockByHash', hash, false],
    ]),
    ...any.map((selector): Request => ['eth_getBlockReceipts', selector]),
    ...[...transactionHashes.slice(-12), word(9)].flatMap((hash): Request[] => [
      ['eth_getTransactionByHash', hash],
      ['eth_getTransactionReceipt', hash],
    ]),
    ...any.flatMap((selector) =>
      addresses.flatMap((address): Request[] => [
        ['eth_getBalance', address, selector],
        ['eth_getTransactionCount', address, selector],
        ['eth_getCode', address, selector],
      ]),
    ),
    ...any.flatMap((selector) =>
      [alice, token, l1Block, baseTime].flatMap((address) =>
        slots.map(
          (slot): Request => ['eth_getStorageAt', address, slot, selector],
        ),
      ),
    ),
  ]
}
