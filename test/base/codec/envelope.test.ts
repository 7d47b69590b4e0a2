import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common'
import { createTxFromRLP } from '@ethereumjs/tx'
import fc from 'fast-check'
import {
  fromRlp,
  keccak256,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerialized,
} from 'viem'
import { describe, expect, it } from 'vitest'
import {
  encodeEnvelope,
  hashEnvelope,
  type SignableTransaction,
  signEnvelope,
} from '../../../src/base/codec/envelope.js'
import type { Hex } from '../../../src/base/hex/hex.js'
import { toHex } from '../../../src/base/hex/hex.js'
import {
  bytes,
  signableTransaction,
  transactionOf,
} from '../../chain/arbitraries.js'
import {
  describeCaptures,
  opMainnetBlocks,
  readCapture,
  toTransaction,
  type WireBlock,
} from '../../chain/captures.js'
import { share } from '../../runs.js'

const order =
  0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const transfer: SignableTransaction = {
  type: 'eip1559',
  chainId: 31_337,
  nonce: 0,
  gas: 21_000n,
  to: '0x2222222222222222222222222222222222222222',
  value: 10n ** 18n,
  data: '0x',
  from: '0x1111111111111111111111111111111111111111',
  maxFeePerGas: 0n,
  maxPriorityFeePerGas: 0n,
  accessList: [],
}

/** The same transaction in viem's words. */
function toViem(transaction: SignableTransaction) {
  const { from: _, ...rest } = transaction
  return (
    rest.type === 'eip7702'
      ? { ...rest, authorizationList: [...rest.authorizationList] }
      : rest
  ) as Parameters<typeof serializeTransaction>[0]
}

function sign(transaction: SignableTransaction): Uint8Array {
  return encodeEnvelope(transaction, signEnvelope(transaction))
}

describe('signEnvelope', () => {
  it('default', () => {
    expect(signEnvelope(transfer)).toMatchInlineSnapshot(`
      {
        "r": "0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
        "s": "0x58913fed23c3611ec69400e026bff143006ed9d326a871eb71ba0c854e0b0dc4",
        "v": 0n,
        "yParity": 0,
      }
    `)
  })

  it('behavior: s is from sender and signing hash, r the generator', () => {
    fc.assert(
      fc.property(signableTransaction, (transaction) => {
        const { r, s, yParity, v } = signEnvelope(transaction)
        const signingHash = keccak256(serializeTransaction(toViem(transaction)))
        const seed = keccak256(`${transaction.from}${signingHash.slice(2)}`)
        expect(BigInt(s)).toBe(1n + (BigInt(seed) % (order / 2n - 1n)))
        expect(BigInt(s)).toBeLessThan(order / 2n)
        expect(r).toBe(
          '0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
        )
        const chainId = BigInt(transaction.chainId)
        expect(v).toBe(
          transaction.type === 'legacy' ? 35n + 2n * chainId : BigInt(yParity),
        )
      }),
      { numRuns: share(1_000) },
    )
  })

  it('behavior: clients recover an address', async () => {
    for (const arbitrary of [
      transactionOf.legacy,
      transactionOf.eip2930,
      transactionOf.eip1559,
      transactionOf.eip7702,
    ])
      await fc.assert(
        fc.asyncProperty(arbitrary, async (transaction) => {
          const envelope = sign(transaction)
          const recovered = await recoverTransactionAddress({
            serializedTransaction: toHex(envelope) as TransactionSerialized,
          })
          const common = createCustomCommon(
            { chainId: transaction.chainId },
            Mainnet,
            { hardfork: Hardfork.Prague },
          )
          const tx = createTxFromRLP(envelope, { common })
          expect(tx.getSenderAddress().toString()).toBe(recovered.toLowerCase())
        }),
        { numRuns: share(30) },
      )
  })
})

describe('encodeEnvelope', () => {
  it('default', () => {
    const envelope = encodeEnvelope(transfer, signEnvelope(transfer))
    expect(toHex(envelope)).toMatchInlineSnapshot(
      `"0x02f86c827a69808080825208942222222222222222222222222222222222222222880de0b6b3a764000080c080a079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798a058913fed23c3611ec69400e026bff143006ed9d326a871eb71ba0c854e0b0dc4"`,
    )
  })

  it('behavior: the bytes that viem makes', () => {
    const parity = fc.constantFrom(0 as const, 1 as const)
    const zeros = (hex: Hex): Hex => `0x0000${hex.slice(6)}`
    const number = fc.oneof(bytes(32), bytes(32).map(zeros))
    fc.assert(
      fc.property(
        signableTransaction,
        number,
        number,
        parity,
        (transaction, r, s, yParity) => {
          const v =
            transaction.type === 'legacy'
              ? 35n + 2n * BigInt(transaction.chainId) + BigInt(yParity)
              : 27n + BigInt(yParity)
          const signature = { r, s, yParity, v }
          expect(toHex(encodeEnvelope(transaction, signature))).toBe(
            serializeTransaction(toViem(transaction), signature),
          )
        },
      ),
      { numRuns: share(3_000) },
    )
  })

  it('behavior: the hash that ethereumjs finds', () => {
    fc.assert(
      fc.property(signableTransaction, (transaction) => {
        const envelope = sign(transaction)
        const common = createCustomCommon(
          { chainId: transaction.chainId },
          Mainnet,
          { hardfork: Hardfork.Prague },
        )
        const tx = createTxFromRLP(envelope, { common })
        expect(toHex(tx.serialize())).toBe(toHex(envelope))
        expect(toHex(tx.hash())).toBe(hashEnvelope(envelope))
      }),
      { numRuns: share(2_000) },
    )
  })

  it('behavior: a legacy signature from before EIP-155 keeps its v', () => {
    const { chainId, gas, to, value, data, from } = transfer
    const nonce = Number(transfer.nonce)
    const legacy = { type: 'legacy', nonce, gas, to, value, data } as const
    const priced = { ...legacy, gasPrice: 1n }
    const signature = { ...signEnvelope(transfer), v: 28n, yParity: 1 as const }
    const envelope = encodeEnvelope({ ...priced, chainId, from }, signature)
    expect(toHex(envelope)).toBe(serializeTransaction(priced, signature))
  })

  it('behavior: deposits are the list of OP, unsigned', () => {
    fc.assert(
      fc.property(transactionOf.deposit, (transaction) => {
        const envelope = toHex(encodeEnvelope(transaction, undefined))
        expect(envelope.slice(0, 4)).toBe('0x7e')
        const scalar = (value: bigint) =>
          value === 0n ? '0x' : toHex(toBytesOf(value))
        expect(fromRlp(`0x${envelope.slice(4)}`, 'hex')).toEqual([
          transaction.sourceHash,
          transaction.from,
          transaction.to ?? '0x',
          scalar(transaction.mint),
          scalar(transaction.value),
          scalar(transaction.gas),
          transaction.isSystemTx ? '0x01' : '0x',
          transaction.data,
        ])
      }),
      { numRuns: share(1_000) },
    )
  })
})

function toBytesOf(value: bigint): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; rest > 0n; rest >>= 8n)
    bytes.unshift(Number(rest & 255n))
  return new Uint8Array(bytes)
}

describeCaptures('captures: envelopes', () => {
  it.each(opMainnetBlocks)('behavior: every hash in %s', (path) => {
    const { transactions } = readCapture<WireBlock>(path)
    for (const wire of transactions) {
      const { transaction, signature } = toTransaction(wire)
      const envelope = encodeEnvelope(transaction, signature)
      expect(hashEnvelope(envelope)).toBe(wire.hash)
    }
    expect(transactions.length).toBeGreaterThan(20)
  })
})
