import {
  computeAddress,
  concat,
  keccak256,
  encodeRlp as rlp,
  toBeHex,
} from 'ethers'
import type { Hex } from 'preseal'
import { hashOf, listRoot } from '../../model/roots.js'

/*
 * What base/base's `denim_native.rs` (in `crates/proof/client`) builds its six
 * blocks of, and what it records of them. Their headers and the L1 attributes
 * deposits are of older rules than those of BaseTime: each of these deposits
 * fails, and so uses its whole gas limit.
 */

const zeros = (bytes: number): Hex => `0x${'00'.repeat(bytes)}`
const word = (value: bigint | number) => toBeHex(value, 32)
const scalar = (value: bigint | number): Hex =>
  BigInt(value) === 0n ? '0x' : (toBeHex(value) as Hex)

export const emptyRoot: Hex =
  '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'
const noUncles: Hex =
  '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347'
const depositor = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001'
const l1Block = '0x4200000000000000000000000000000000000015'
const sequencerFeeVault = '0x4200000000000000000000000000000000000011'
const gasOfL1 = 150_000_000n

/** Number, ms of a second, and the hashes of block and state. */
export const recorded = [
  {
    number: 2,
    part: 0,
    hash: '0x92578f553757af00628c2f0cb05531a91780313763d9ee5f139a9576732e048b',
    stateRoot:
      '0xba6a62600c29055d63c307659c08d3eb76c25ddeedb4b661fb1d3388a76229f2',
    cumulativeGasUsed: 0x8f1425dn,
  },
  {
    number: 3,
    part: 200,
    hash: '0xbcc827a866646ec3017c98233d73a24bac0a9246b3590cf8eec04aefe2b22606',
    stateRoot:
      '0x7306fab99637e9de714d44a513eb4b3af2202566eca94cedfe700dd484704591',
    cumulativeGasUsed: 0x8f19025n,
  },
  {
    number: 4,
    part: 400,
    hash: '0xb99d542d41154c574524d64e2edd8c638b03b69a0ffe5ebfaca2827c1258105a',
    stateRoot:
      '0x212d35fadcda8b28ae7ca2be0ece495179d2a6ef29f989becfc454408b2f1849',
    cumulativeGasUsed: 0x8f14d65n,
  },
  {
    number: 5,
    part: 600,
    hash: '0x53ab8f670ea2a03d389ef7d0285294482084f7e4760d042f33eaa0f5877aca66',
    stateRoot:
      '0xfd510779f10c8d5cee46e036ecd37edee3731c8cb571c040d58bfadae190d985',
    cumulativeGasUsed: 0x8f14d65n,
  },
  {
    number: 6,
    part: 800,
    hash: '0x4daa8426e7f0c380bd165f0c1cce6b64433a3da2f61e0e51cd0c49bd14825928',
    stateRoot:
      '0x945002226a61039964b2846bdaf18d9557ac543ab44c6f2d6fc763a36e27c411',
    cumulativeGasUsed: 0x8f14d65n,
  },
  {
    number: 7,
    part: 0,
    hash: '0xfe397f7acdc9a9fe7c847e435ce31570319b2e358b92f43d75ad9b17e29c1b7b',
    stateRoot:
      '0xf45693a95937020d3cefeac29b15afd840246d1b4321e737b615885ab32b37fe',
    cumulativeGasUsed: 0x8f13a8dn,
  },
] as const

/** Of BaseTime behind its proxy, and where base/base's genesis has them. */
export const codeHashes = {
  proxy: '0xfa8c9db6c6cab7108dea276f4cd09d575674eb0852c0fa3187e59e98ef977998',
  implementation:
    '0x9c4c8a497a69d0b8f2ba67be0bee7a1373186055978c3be6ec3068e0ec27f32a',
} as const

type Fields = {
  parentHash?: Hex
  miner?: Hex
  stateRoot?: Hex
  transactionsRoot?: Hex
  receiptsRoot?: Hex
  number?: number
  gasLimit: bigint
  gasUsed?: bigint
  timestamp: number
  baseFee: bigint
}

function hashHeader(header: Fields): Hex {
  return hashOf([
    header.parentHash ?? zeros(32),
    noUncles,
    header.miner ?? zeros(20),
    header.stateRoot ?? emptyRoot,
    header.transactionsRoot ?? emptyRoot,
    header.receiptsRoot ?? emptyRoot,
    zeros(256),
    scalar(0),
    scalar(header.number ?? 0),
    scalar(header.gasLimit),
    scalar(header.gasUsed ?? 0n),
    scalar(header.timestamp),
    '0x',
    zeros(32),
    zeros(8),
    scalar(header.baseFee),
  ])
}

const l1 = { gasLimit: 30_000_000n, timestamp: 10, baseFee: 1n }
const l1Hash = hashHeader(l1)

/** `setL1BlockValues`, as the first of all rules has it. */
function l1Attributes(sequence: number): Hex {
  const source = concat([word(1), keccak256(concat([l1Hash, word(sequence)]))])
  const data = concat([
    '0x015d8eb9',
    word(0),
    word(l1.timestamp),
    word(l1.baseFee),
    l1Hash,
    word(sequence),
    word(BigInt(computeAddress(`0x${'11'.repeat(32)}`))),
    word(0),
    word(0),
  ])
  const sourceHash = keccak256(source)
  return deposit([sourceHash, depositor, l1Block, gasOfL1, true, data])
}

function deposit([sourceHash, from, to, gas, isSystem, data]: [
  string,
  string,
  string,
  bigint,
  boolean,
  string,
]): Hex {
  const fields = [sourceHash, from, to, '0x', '0x', scalar(gas)]
  return concat([
    '0x7e',
    rlp([...fields, isSystem ? '0x01' : '0x', data]),
  ]) as Hex
}

export type Made = {
  /** The bytes of the BaseTime deposit */
  envelope: Hex
  gasUsed: bigint
  stateRoot: Hex
}

/** The hashes of the fixture's blocks 2 to 7, from what is made of them. */
export async function hashBlocks(
  stateRoot: Hex,
  made: readonly Made[],
): Promise<Hex[]> {
  const first = { gasLimit: 300_000_000n, baseFee: 1_000_000n }
  let parent = {
    ...first,
    stateRoot,
    parentHash: hashHeader({ ...first, timestamp: 10 }),
    transactionsRoot: await listRoot([l1Attributes(0)]),
    number: 1,
    timestamp: 12,
    gasUsed: 0n,
  }
  const hashes: Hex[] = []
  for (const { envelope, gasUsed, stateRoot } of made) {
    const number = parent.number + 1
    const next = {
      parentHash: hashHeader(parent),
      miner: sequencerFeeVault,
      stateRoot,
      transactionsRoot: await listRoot([l1Attributes(number - 1), envelope]),
      receiptsRoot: await listRoot([
        receipt('0x', gasOfL1),
        receipt('0x01', gasOfL1 + gasUsed),
      ]),
      number,
      gasLimit: 30_000_000n,
      gasUsed: gasOfL1 + gasUsed,
      timestamp: number === 7 ? 15 : 14,
      baseFee: baseFeeAfter(parent),
    } as const
    hashes.push(hashHeader(next))
    parent = next
  }
  return hashes
}

function receipt(status: Hex, gas: bigint): Hex {
  return concat(['0x7e', rlp([status, scalar(gas), zeros(256), []])]) as Hex
}

/** EIP-1559, with a sixth as target and steps of a fiftieth. */
function baseFeeAfter({
  baseFee,
  gasUsed,
  gasLimit,
}: Required<Pick<Fields, 'baseFee' | 'gasUsed' | 'gasLimit'>>) {
  const target = gasLimit / 6n
  return baseFee + (baseFee * (gasUsed - target)) / target / 50n
}
