import { createBlock, createBlockHeader } from '@ethereumjs/block'
import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common'
import { createTxFromRLP } from '@ethereumjs/tx'
import fc from 'fast-check'
import { fromRlp, keccak256, sha256, toRlp } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  encodeEnvelope,
  signEnvelope,
} from '../../../src/base/codec/envelope.js'
import {
  blockSize,
  emptyRequestsHash,
  emptyUnclesHash,
  encodeHeader,
  type Header,
  hashHeader,
  lengthInBlock,
} from '../../../src/base/codec/header.js'
import { emptyRoot, listRoot } from '../../../src/base/codec/trie.js'
import {
  toBytes,
  toHex,
  zeroAddress,
  zeroHash,
} from '../../../src/base/hex/hex.js'
import {
  address,
  bits,
  bytes,
  hash,
  signableTransaction,
} from '../../chain/arbitraries.js'
import {
  describeCaptures,
  ecotoneBlock,
  opMainnetBlocks,
  readCapture,
  type StreamMessage,
  toHeader,
  toTransaction,
  unichainStream,
  type WireBlock,
} from '../../chain/captures.js'
import { share } from '../../runs.js'

type Defined<shape> = {
  [name in keyof shape]: Exclude<shape[name], undefined>
}

const chainId = 31_337
const common = createCustomCommon({ chainId }, Mainnet, {
  hardfork: Hardfork.Amsterdam,
})

const mainnetGenesis: Header = {
  parentHash: zeroHash,
  sha3Uncles: emptyUnclesHash,
  miner: zeroAddress,
  stateRoot:
    '0xd7f8974fb5ac78d9ac099b9ad5018bedc2ce0a72dad1827a1709da30580f0544',
  transactionsRoot: emptyRoot,
  receiptsRoot: emptyRoot,
  logsBloom: `0x${'00'.repeat(256)}`,
  difficulty: 17_179_869_184n,
  number: 0n,
  gasLimit: 5_000n,
  gasUsed: 0n,
  timestamp: 0n,
  extraData:
    '0x11bbe8db4e347b4e8c937c1c8370e4b5ed33adb3db69cbdb7a38e1e50b1b82fa',
  mixHash: zeroHash,
  nonce: '0x0000000000000042',
}

const amsterdamHeader = fc.record({
  parentHash: hash,
  sha3Uncles: fc.constant(emptyUnclesHash),
  miner: address,
  stateRoot: hash,
  transactionsRoot: hash,
  receiptsRoot: hash,
  logsBloom: bytes(256),
  difficulty: fc.constant(0n),
  number: bits(64n).map((number) => number + 1n),
  gasLimit: fc.bigInt({ min: 5_000n, max: 2n ** 63n - 1n }),
  gasUsed: fc.bigInt({ min: 0n, max: 5_000n }),
  timestamp: bits(64n),
  extraData: bytes(0, 32),
  mixHash: hash,
  nonce: fc.constant('0x0000000000000000' as const),
  baseFeePerGas: bits(100n),
  withdrawalsRoot: hash,
  blobGasUsed: fc.constantFrom(0n, 131_072n),
  excessBlobGas: bits(60n),
  parentBeaconBlockRoot: hash,
  requestsHash: hash,
  blockAccessListHash: hash,
  slotNumber: bits(64n),
})

function toEthereumjs(header: Required<Defined<Header>>) {
  const { miner, sha3Uncles, receiptsRoot, transactionsRoot, ...rest } = header
  return createBlockHeader(
    {
      ...rest,
      coinbase: miner,
      uncleHash: sha3Uncles,
      receiptTrie: receiptsRoot,
      transactionsTrie: transactionsRoot,
    },
    { common },
  )
}

describe('hashHeader', () => {
  it('default', () => {
    expect(hashHeader(mainnetGenesis)).toBe(
      '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
    )
  })

  it('behavior: the hash that ethereumjs finds', () => {
    fc.assert(
      fc.property(amsterdamHeader, (header) => {
        const theirs = toEthereumjs(header)
        expect(toHex(theirs.serialize())).toBe(toHex(encodeHeader(header)))
        expect(toHex(theirs.hash())).toBe(hashHeader(header))
      }),
      { numRuns: share(2_000) },
    )
  })

  it('behavior: absent fields at the end are left out, between are empty', () => {
    const fieldsOf = (header: Header) => fromRlp(encodeHeader(header), 'hex')
    const fields = fieldsOf(mainnetGenesis)
    expect(fields.length).toBe(15)
    expect(fieldsOf({ ...mainnetGenesis, blobGasUsed: 1n })).toEqual([
      ...fields,
      '0x',
      '0x',
      '0x01',
    ])
  })

  it('behavior: the constants of blocks without uncles and requests', () => {
    expect(emptyUnclesHash).toBe(keccak256('0xc0'))
    expect(emptyRequestsHash).toBe(sha256('0x'))
  })
})

describe('blockSize', () => {
  it('default', () => {
    expect(blockSize(508, [], false)).toBe(513)
    expect(blockSize(508, [], true)).toBe(514)
  })

  it('behavior: the length of the block that ethereumjs serializes', () => {
    const transactions = fc.array(signableTransaction, { maxLength: 5 })
    fc.assert(
      fc.property(amsterdamHeader, transactions, (header, transactions) => {
        const envelopes = transactions.map((transaction) => {
          const here = { ...transaction, chainId }
          return encodeEnvelope(here, signEnvelope(here))
        })
        const block = createBlock(
          {
            header: toEthereumjs(header),
            transactions: envelopes.map((envelope) =>
              createTxFromRLP(envelope, { common }),
            ),
            withdrawals: [],
          },
          { common },
        )
        expect(
          blockSize(
            encodeHeader(header).length,
            envelopes.map(lengthInBlock),
            true,
          ),
        ).toBe(block.serialize().length)
      }),
      { numRuns: share(1_000) },
    )
  })
})

describe('lengthInBlock', () => {
  it('behavior: a typed envelope is a string, a legacy one a list', () => {
    for (const length of [2, 55, 56, 255, 256, 65_535, 65_536]) {
      const typed = new Uint8Array(length).fill(2)
      expect(lengthInBlock(typed)).toBe(toRlp(typed, 'bytes').length)
      const legacy = toRlp([typed], 'bytes')
      expect(lengthInBlock(legacy)).toBe(legacy.length)
    }
    expect(lengthInBlock(toRlp([], 'bytes'))).toBe(1)
  })
})

describeCaptures('captures: headers', () => {
  it.each([...opMainnetBlocks, ecotoneBlock])(
    'behavior: hash, transactionsRoot and size of %s',
    (path) => {
      const block = readCapture<WireBlock>(path)
      const header = toHeader(block)
      const envelopes = block.transactions.map((wire) => {
        const { transaction, signature } = toTransaction(wire)
        return encodeEnvelope(transaction, signature)
      })
      const encoded = encodeHeader(header)
      const lengths = envelopes.map(lengthInBlock)
      expect(hashHeader(header)).toBe(block.hash)
      expect(listRoot(envelopes)).toBe(block.transactionsRoot)
      expect(blockSize(encoded.length, lengths, true)).toBe(Number(block.size))
    },
  )

  it('behavior: all partial hashes of a block of Unichain', () => {
    const messages = readCapture<StreamMessage[]>(unichainStream)
    const base = messages[0]?.base
    if (base === undefined) throw new Error('The first message has no base')
    const envelopes: Uint8Array[] = []
    const found = messages.map(({ diff }) => {
      envelopes.push(...diff.transactions.map(toBytes))
      return hashHeader({
        parentHash: base.parent_hash,
        sha3Uncles: emptyUnclesHash,
        miner: base.fee_recipient,
        stateRoot: diff.state_root,
        transactionsRoot: listRoot(envelopes),
        receiptsRoot: diff.receipts_root,
        logsBloom: diff.logs_bloom,
        difficulty: 0n,
        number: BigInt(base.block_number),
        gasLimit: BigInt(base.gas_limit),
        gasUsed: BigInt(diff.gas_used),
        timestamp: BigInt(base.timestamp),
        extraData: base.extra_data,
        mixHash: base.prev_randao,
        nonce: '0x0000000000000000',
        baseFeePerGas: BigInt(base.base_fee_per_gas),
        withdrawalsRoot: diff.withdrawals_root,
        blobGasUsed: 0n,
        excessBlobGas: 0n,
        parentBeaconBlockRoot: base.parent_beacon_block_root,
        requestsHash: emptyRequestsHash,
      })
    })
    expect(found).toEqual(messages.map(({ diff }) => diff.block_hash))
    expect(found.length).toBe(5)
  })
})
