import { createBlock } from '@ethereumjs/block'
import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common'
import { createTx } from '@ethereumjs/tx'
import fc from 'fast-check'
import { keccak256, serializeTransaction } from 'viem'
import { describe, expect, it } from 'vitest'
import { listRoot } from '../../../src/base/codec/trie.js'
import type { Wire } from '../../../src/base/codec/wire.js'
import {
  type Hash,
  type Hex,
  toHex,
  toQuantity,
  toWord,
} from '../../../src/base/hex/hex.js'
import { type Chain, latestNumber } from '../../../src/chain/blocks/chain.js'
import {
  checkImport,
  type ImportChecks,
} from '../../../src/chain/intents/checkImport.js'
import {
  type Imported,
  importBlock,
} from '../../../src/chain/intents/importBlock.js'
import { seal } from '../../../src/chain/intents/seal.js'
import { findBlock } from '../../../src/chain/lookup/find.js'
import { newChain, word } from '../../rpc/newView.js'
import { share } from '../../runs.js'
import { address, bytes, hash } from '../arbitraries.js'
import {
  describeCaptures,
  ecotoneBlock,
  ecotoneReceipt,
  opMainnetBlocks,
  readCapture,
} from '../captures.js'

/** How many checks end in which way, those of the transactions together. */
function summary({ transactions, ...checks }: ImportChecks) {
  const types = new Set(transactions.map(({ type }) => type))
  return {
    ...Object.fromEntries(
      Object.entries(checks).map(([field, { type }]) => [field, type]),
    ),
    transactions: [...types],
  }
}

const everything = {
  hash: 'recomputes',
  transactionsRoot: 'recomputes',
  receiptsRoot: 'recomputes',
  logsBloom: 'recomputes',
  size: 'recomputes',
  gasUsed: 'recomputes',
  transactions: ['recomputes'],
}
const allButReceipts = {
  ...everything,
  receiptsRoot: 'unknown',
  logsBloom: 'unknown',
  gasUsed: 'unknown',
}

describeCaptures('checkImport: captures', () => {
  it.each(opMainnetBlocks)('%s', (path) => {
    const block = readCapture<Wire>(path)
    expect(summary(checkImport({ block }))).toEqual(allButReceipts)
  })

  it('a block with its receipt', () => {
    const block = readCapture<Wire>(ecotoneBlock)
    const receipt = readCapture<Wire>(ecotoneReceipt)
    expect(summary(checkImport({ block, receipts: [receipt] }))).toEqual(
      everything,
    )
    const otherGas = { ...receipt, cumulativeGasUsed: '0x1' }
    expect(summary(checkImport({ block, receipts: [otherGas] }))).toEqual({
      ...everything,
      receiptsRoot: 'differs',
      gasUsed: 'differs',
    })
  })

  it('any field that is changed is told', () => {
    const block = readCapture<Wire>(opMainnetBlocks[2] as string)
    const fields = ['parentHash', 'stateRoot', 'timestamp', 'extraData']
    for (const field of fields) {
      const changed = { ...block, [field]: otherDigit(block[field] as Hex) }
      const { hash } = checkImport({ block: changed })
      expect(hash).toMatchObject({ type: 'differs', given: block.hash })
    }
  })
})

function otherDigit(hex: Hex): Hex {
  return `${hex.slice(0, -1)}${hex.endsWith('0') ? '1' : '0'}` as Hex
}

const common = createCustomCommon({ chainId: 1 }, Mainnet, {
  hardfork: Hardfork.Cancun,
})

/** A transaction of each signed type, as geth answers it. */
const signed = {
  blockHash: word('0'),
  from: `0x${'aa'.repeat(20)}`,
  to: `0x${'bb'.repeat(20)}`,
  chainId: '0x1',
  nonce: '0x7',
  gas: '0x5208',
  value: '0x0',
  input: '0x1234',
  r: '0x1',
  s: '0x2',
} as const
const list = [{ address: signed.to, storageKeys: [word('1')] }]
const fees = { maxFeePerGas: '0x9', maxPriorityFeePerGas: '0x1' } as const
const call = {
  to: signed.to,
  nonce: 7,
  gas: 21_000n,
  value: 0n,
  data: '0x1234',
} as const
const viemFees = { maxFeePerGas: 9n, maxPriorityFeePerGas: 1n }
const signature = { r: '0x1', s: '0x2', yParity: 1 } as const
const typed: [name: string, wire: Wire, envelope: Hex][] = [
  [
    'legacy without a type, before EIP-155',
    { ...signed, chainId: undefined, gasPrice: '0x5', v: '0x1c' },
    serializeTransaction(
      { ...call, gasPrice: 5n },
      { r: '0x1', s: '0x2', v: 28n },
    ),
  ],
  [
    'eip2930',
    { ...signed, type: '0x1', gasPrice: '0x5', accessList: list, v: '0x1' },
    serializeTransaction(
      { ...call, type: 'eip2930', chainId: 1, gasPrice: 5n, accessList: list },
      signature,
    ),
  ],
  [
    'eip1559 with v alone',
    { ...signed, ...fees, type: '0x2', accessList: list, v: '0x1' },
    serializeTransaction(
      { ...call, ...viemFees, type: 'eip1559', chainId: 1, accessList: list },
      signature,
    ),
  ],
  [
    'eip4844',
    {
      ...signed,
      ...fees,
      type: '0x3',
      accessList: [],
      maxFeePerBlobGas: '0x3',
      blobVersionedHashes: [word('1').replace('0x00', '0x01')],
      yParity: '0x1',
    },
    serializeTransaction(
      {
        ...call,
        ...viemFees,
        type: 'eip4844',
        chainId: 1,
        maxFeePerBlobGas: 3n,
        blobVersionedHashes: [word('1').replace('0x00', '0x01') as Hash],
      },
      signature,
    ),
  ],
  [
    'eip7702',
    {
      ...signed,
      ...fees,
      type: '0x4',
      accessList: [],
      authorizationList: [
        {
          chainId: '0x1',
          address: signed.to,
          nonce: '0x2',
          yParity: '0x0',
          r: '0x3',
          s: '0x4',
        },
      ],
      yParity: '0x1',
    },
    serializeTransaction(
      {
        ...call,
        ...viemFees,
        type: 'eip7702',
        chainId: 1,
        authorizationList: [
          {
            chainId: 1,
            address: signed.to,
            nonce: 2,
            yParity: 0,
            r: '0x3',
            s: '0x4',
          },
        ],
      },
      signature,
    ),
  ],
]

/** A block as nodes answered it before London: no field of a later fork. */
const frontier = {
  number: '0x5',
  hash: word('5'),
  parentHash: word('4'),
  nonce: '0x0000000000000042',
  sha3Uncles: word('1'),
  logsBloom: `0x${'00'.repeat(256)}`,
  transactionsRoot: word('2'),
  stateRoot: word('3'),
  receiptsRoot: word('4'),
  miner: signed.to,
  difficulty: '0x400000000',
  totalDifficulty: '0x1400000000',
  mixHash: word('6'),
  extraData: '0x',
  gasLimit: '0x1388',
  gasUsed: '0x0',
  timestamp: '0x55ba4224',
  size: '0x205',
  transactions: [] as unknown[],
  uncles: [] as unknown[],
}

describe('checkImport', () => {
  it.each(typed)('behavior: the envelope of %s', (_, wire, envelope) => {
    const root = listRoot([Buffer.from(envelope.slice(2), 'hex')])
    const block = {
      ...frontier,
      transactionsRoot: root,
      transactions: [{ ...wire, hash: keccak256(envelope) }],
    }
    expect(checkImport({ block })).toMatchObject({
      transactionsRoot: { type: 'recomputes' },
      transactions: [{ type: 'recomputes' }],
    })
  })

  it('behavior: what cannot be known says why', () => {
    const block = {
      ...frontier,
      hash: null,
      uncles: [word('1')],
      transactions: [
        { ...signed, type: '0x7b', hash: word('7') },
        word('8'),
        { ...signed, hash: word('9'), gasPrice: 5 },
      ],
    }
    expect(checkImport({ block })).toMatchInlineSnapshot(`
      {
        "gasUsed": {
          "reason": "The block was imported without "receipts"",
          "type": "unknown",
        },
        "hash": {
          "reason": "block.hash is null, expected a 32-byte hash as 0x and 64 hex digits",
          "type": "unknown",
        },
        "logsBloom": {
          "reason": "The block was imported without "receipts"",
          "type": "unknown",
        },
        "receiptsRoot": {
          "reason": "The block was imported without "receipts"",
          "type": "unknown",
        },
        "size": {
          "reason": "block.transactions[0].type is 0x7b, expected one of 0x0, 0x1, 0x2, 0x3, 0x4, 0x7e",
          "type": "unknown",
        },
        "transactions": [
          {
            "reason": "block.transactions[0].type is 0x7b, expected one of 0x0, 0x1, 0x2, 0x3, 0x4, 0x7e",
            "type": "unknown",
          },
          {
            "reason": "The block was imported without full transactions",
            "type": "unknown",
          },
          {
            "reason": "block.transactions[2].yParity is missing, expected a hexadecimal integer of at most 32 bytes",
            "type": "unknown",
          },
        ],
        "transactionsRoot": {
          "reason": "block.transactions[0].type is 0x7b, expected one of 0x0, 0x1, 0x2, 0x3, 0x4, 0x7e",
          "type": "unknown",
        },
      }
    `)
  })

  it('behavior: receipts from before Byzantium hold a root', () => {
    const receipt = {
      root: word('5'),
      cumulativeGasUsed: '0x5208',
      logsBloom: frontier.logsBloom,
      logs: [],
    }
    const { receiptsRoot } = checkImport({
      block: { ...frontier, transactions: [word('8')] },
      receipts: [receipt],
    })
    expect(receiptsRoot).toMatchObject({ type: 'differs' })
    const { computed } = receiptsRoot as { computed: Hash }
    const { receiptsRoot: again } = checkImport({
      block: { ...frontier, receiptsRoot: computed, transactions: [word('8')] },
      receipts: [receipt],
    })
    expect(again).toEqual({ type: 'recomputes' })
  })

  it('behavior: blocks that ethereumjs makes, withdrawals and all', () => {
    const withdrawal = fc.record({
      index: fc.nat(),
      validatorIndex: fc.nat(),
      address,
      amount: fc.maxSafeNat(),
    })
    const made = fc.record({
      parentHash: hash,
      stateRoot: hash,
      extraData: bytes(0, 32),
      withdrawals: fc.array(withdrawal, { maxLength: 16 }),
      data: fc.array(bytes(0, 300), { maxLength: 4 }),
    })
    fc.assert(
      fc.property(made, ({ withdrawals, data, ...header }) => {
        const block = createBlock(
          {
            header: {
              ...header,
              number: 9,
              gasLimit: 5_000n,
              baseFeePerGas: 7n,
            },
            withdrawals: withdrawals.map((one) => ({
              ...one,
              index: toQuantity(one.index),
              validatorIndex: toQuantity(one.validatorIndex),
              amount: toQuantity(one.amount),
            })),
            transactions: data.map((input, nonce) =>
              createTx(
                {
                  type: 2,
                  nonce,
                  data: input,
                  chainId: 1,
                  r: 1n,
                  s: 1n,
                  v: 1n,
                },
                { common },
              ),
            ),
          },
          { common, skipConsensusFormatValidation: true },
        )
        const json = block.toJSON()
        const { header: fields } = json
        const wire: Wire = {
          ...fields,
          hash: toHex(block.hash()),
          sha3Uncles: fields?.uncleHash,
          miner: fields?.coinbase,
          transactionsRoot: fields?.transactionsTrie,
          receiptsRoot: fields?.receiptTrie,
          size: toQuantity(block.serialize().length),
          uncles: [],
          withdrawals: withdrawals.map((one) => ({
            ...one,
            index: toQuantity(one.index),
            validatorIndex: toQuantity(one.validatorIndex),
            amount: toQuantity(one.amount),
          })),
          transactions: block.transactions.map((transaction) => ({
            ...transaction.toJSON(),
            hash: toHex(transaction.hash()),
            gas: transaction.toJSON().gasLimit,
            input: transaction.toJSON().data,
          })),
        }
        const { hash: recomputed, size } = checkImport({ block: wire })
        expect({ recomputed, size }).toEqual({
          recomputed: { type: 'recomputes' },
          size: { type: 'recomputes' },
        })
      }),
      { numRuns: share(100, 20) },
    )
  })
})

const at = (number: number, change: Wire = {}) => ({
  ...frontier,
  number: toQuantity(number),
  hash: toWord(BigInt(number) + 2n ** 200n),
  ...change,
})

/** Imports blocks one after the other. */
function importAll(chain: Chain, ...blocks: Wire[]) {
  const reports: Imported[] = []
  let next = chain
  for (const block of blocks) {
    const imported = importBlock(next, { block })
    reports.push(imported.imported)
    next = imported.chain
  }
  return { chain: next, links: reports.map(({ links }) => links) }
}

const numberAt = (
  chain: Chain,
  tag: 'latest' | 'safe' | 'finalized' | 'earliest',
) => findBlock(chain, { type: 'tag', tag })?.number

describe('importBlock', () => {
  it('behavior: safe and finalized are the newest under the lag', () => {
    const { chain } = importAll(newChain(), at(500), at(1_000), at(1_050))
    expect(numberAt(chain, 'safe')).toBe(500n)
    expect(numberAt(chain, 'finalized')).toBe(2n)
    expect(numberAt(seal(chain, 20), 'safe')).toBe(1_000n)
    expect(numberAt(chain, 'earliest')).toBe(0n)
  })

  it('behavior: number 0 replaces everything', () => {
    const { chain } = importAll(newChain(), at(9), at(0))
    expect(latestNumber(chain)).toBe(0n)
    expect(numberAt(chain, 'earliest')).toBe(0n)
    expect(latestNumber(seal(chain, 3))).toBe(3n)
  })

  it('behavior: a base fee follows from the block’s own gas limit', () => {
    const full = { baseFeePerGas: '0x2710', gasUsed: '0x1388' }
    const { chain } = importAll(newChain(), at(9, full))
    // Full at elasticity 6 is 5 targets over; denominator 250.
    expect(chain.open.baseFeePerGas).toBe(10_000n + (10_000n * 5n) / 250n)
  })
})
