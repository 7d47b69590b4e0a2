import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeEnvelope,
  enclose,
  encodeEnvelope,
  signEnvelope,
  type UnsignedTransaction,
} from '../../../src/base/codec/envelope.js'
import { encodeRlp, type RlpItem } from '../../../src/base/codec/rlp.js'
import {
  listedFields,
  scriptedTypes,
} from '../../../src/base/codec/transactionTypes.js'
import { toHex } from '../../../src/base/hex/hex.js'
import { transactionOf } from '../../chain/arbitraries.js'
import { share } from '../../runs.js'

const signatureOf = (transaction: UnsignedTransaction) =>
  transaction.type === 'deposit' ? undefined : signEnvelope(transaction)

describe('decodeEnvelope', () => {
  it.each(scriptedTypes)('default: what was encoded, type %s', (type) => {
    fc.assert(
      fc.property(transactionOf[type], (transaction: UnsignedTransaction) => {
        const signature = signatureOf(transaction)
        const envelope = encodeEnvelope(transaction, signature)
        const { type, ...listed } = decodeEnvelope(envelope)
        expect(type).toBe(transaction.type)
        expect(Object.keys(listed)).toEqual(listedFields(type))
        expect({ ...transaction, ...signature }).toMatchObject(listed)
      }),
    )
  })

  const word = new Uint8Array(32).fill(1)
  const address = new Uint8Array(20).fill(2)
  const none = new Uint8Array(0)
  const transfer = [none, none, none, address, none, none]
  const signed = [Uint8Array.of(27), word, word]
  const blob = [none, none, none, none, none, address, none, none, []]
  const cases: { [name: string]: Uint8Array } = {
    nothing: none,
    'an unknown type': Uint8Array.of(5, 0xc0),
    'type 0, which no byte tells': Uint8Array.of(0, ...encodeRlp(transfer)),
    'bytes in place of a list': Uint8Array.of(2, 0x80),
    'a field less': encodeRlp(transfer),
    'a field more': encodeRlp([...transfer, ...signed, none]),
    'something behind': Uint8Array.of(
      ...encodeRlp([...transfer, ...signed]),
      0,
    ),
    'a leading zero': encodeRlp([
      Uint8Array.of(0),
      ...transfer.slice(1),
      ...signed,
    ]),
    'a nonce too large': encodeRlp([
      Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0),
      ...transfer.slice(1),
      ...signed,
    ]),
    'a number of 33 bytes': encodeRlp([
      none,
      new Uint8Array(33).fill(1),
      ...transfer.slice(2),
      ...signed,
    ]),
    'an address of 19 bytes': encodeRlp([
      none,
      none,
      none,
      address.subarray(1),
      none,
      none,
      ...signed,
    ]),
    'a list in place of bytes': encodeRlp([
      [],
      ...transfer.slice(1),
      ...signed,
    ]),
    'a parity of 2': enclose('eip1559', [
      ...blob,
      Uint8Array.of(2),
      word,
      word,
    ]),
  }

  it('error: bytes of no transaction', () => {
    const messages = Object.entries(cases).map(([name, envelope]) => {
      try {
        return [name, decodeEnvelope(envelope)]
      } catch (error) {
        return [name, String(error)]
      }
    })
    expect(Object.fromEntries(messages)).toMatchInlineSnapshot(`
      {
        "a field less": "RangeError: Too few elements: 6, not 9.",
        "a field more": "RangeError: The input list has too many elements: 10, not 9.",
        "a leading zero": "RangeError: Non-canonical integer (leading zero bytes).",
        "a list in place of bytes": "RangeError: Expected String or Byte, but there is a list.",
        "a nonce too large": "RangeError: nonce is 18446744073709551616, above 2^64 - 1.",
        "a number of 33 bytes": "RangeError: The value is too large for uint256.",
        "a parity of 2": "RangeError: 2 is neither 0 nor 1.",
        "an address of 19 bytes": "RangeError: The input string is too short: 19 bytes, not 20.",
        "an unknown type": "RangeError: No transaction has the type 0x5.",
        "bytes in place of a list": "RangeError: Expected List, but there are bytes.",
        "nothing": "RangeError: No transaction has the type 0x0.",
        "something behind": "RangeError: The input contains more than one value.",
        "type 0, which no byte tells": "RangeError: No transaction has the type 0x0.",
      }
    `)
  })

  it('behavior: no other bytes are read as a transaction', () => {
    const items = fc.array(
      fc.constantFrom<RlpItem>(none, Uint8Array.of(1), address, word, []),
      { maxLength: 9 },
    )
    fc.assert(
      fc.property(items, (items) => {
        const envelope = enclose('legacy', items)
        let decoded: ReturnType<typeof decodeEnvelope>
        try {
          decoded = decodeEnvelope(envelope)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
          return
        }
        if (decoded.type !== 'legacy') throw new Error(decoded.type)
        const again = encodeEnvelope(
          { ...decoded, chainId: 0, from: '0x' },
          { ...decoded, yParity: 0 },
        )
        expect(toHex(again)).toBe(toHex(envelope))
      }),
      { numRuns: share(2_000) },
    )
  })
})
