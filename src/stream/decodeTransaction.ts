import { decodeRlp } from '../codec/decodeRlp.js'
import { encodeWireTransaction } from '../codec/encodeWire.js'
import { type EnvelopeType, hashEnvelope } from '../codec/envelope.js'
import { UnreadableFieldError, type Wire } from '../codec/wire.js'
import { display } from '../hex/display.js'
import type { Hash, Hex } from '../hex/hex.js'
import { toBytes, toHex, toQuantity } from '../hex/hex.js'
import { parseData } from '../hex/parse.js'
import { envelopeFields } from './envelopeFields.js'
import { legacyChainId, recoverSender } from './recoverSender.js'

/** A transaction of the stream, before a block gives it its place. */
export type StreamTransaction = {
  readonly hash: Hash
  /** EIP-2718 bytes */
  readonly envelope: Uint8Array
  /** As JSON-RPC has it, without what its block says of it. */
  readonly wire: Wire
}

const types: { readonly [byte: number]: EnvelopeType } = {
  1: 'eip2930',
  2: 'eip1559',
  3: 'eip4844',
  4: 'eip7702',
  126: 'deposit',
}

/**
 * Decodes an envelope, and recovers from the signature who sent it.
 *
 * @throws UnreadableFieldError where no transaction has these bytes.
 */
export function decodeTransaction(
  given: unknown,
  path: string,
): StreamTransaction {
  const raw = parseData(given)
  if (raw.ok) {
    const envelope = toBytes(raw.value)
    const wire = decode(envelope)
    // Of all bytes that can be read as these fields, one form is right.
    if (wire && encode(wire) === raw.value)
      return { hash: hashEnvelope(envelope), envelope, wire }
  }
  throw new UnreadableFieldError(
    path,
    display(given),
    'the envelope of a signed transaction of type 0x0 to 0x4, or of a deposit',
  )
}

/** viem, noble and the readers of fields throw errors of their own. */
function decode(envelope: Uint8Array): Wire | undefined {
  const [first = 0] = envelope
  const type = first < 0xc0 ? types[first] : 'legacy'
  if (type === undefined) return undefined
  try {
    const list = type === 'legacy' ? envelope : envelope.subarray(1)
    const items = decodeRlp(list)
    if (typeof items === 'string') return undefined
    const fields = envelopeFields(type, items)
    // Nobody signed a deposit: fields as of op-geth's `newRPCTransaction`.
    if (type === 'deposit')
      return {
        type: '0x7e',
        nonce: '0x0',
        ...fields,
        v: '0x0',
        r: '0x0',
        s: '0x0',
      }
    const from = recoverSender(type, items)
    const v = (fields.v ?? fields.yParity) as Hex
    const chainId = type === 'legacy' ? legacyChainId(BigInt(v)) : undefined
    return {
      type: type === 'legacy' ? '0x0' : toQuantity(first),
      ...(chainId !== undefined && { chainId: toQuantity(chainId) }),
      from,
      ...fields,
      v,
    }
  } catch {
    return undefined
  }
}

function encode(wire: Wire): Hex | undefined {
  try {
    return toHex(encodeWireTransaction(wire, 'transaction'))
  } catch {
    return undefined
  }
}
