import {
  askedFields,
  readTransactionObject,
} from '../../../base/codec/json/readTransactionObject.js'
import {
  type FieldValues,
  transactionTypes,
} from '../../../base/codec/transactionTypes.js'
import {
  isWire,
  UnreadableFieldError,
  type Wire,
} from '../../../base/codec/wire.js'
import { display } from '../../../base/hex/display.js'
import type { SignedType } from '../session/sentTransaction.js'

/**
 * A transaction to sign, as an application asks; the wallet fills in absent
 * fields.
 */
export type AskedTransaction = Partial<FieldValues> & {
  readonly type: SignedType | undefined
}

const signedTypes = ['legacy', 'eip2930', 'eip1559', 'eip7702'] as const

/** @throws UnreadableFieldError naming the first field that is malformed. */
export function parseTransaction(
  given: unknown,
  path = 'transaction',
): AskedTransaction {
  if (!isWire(given))
    throw new UnreadableFieldError(path, display(given), 'an object')
  const { fields, hasTwoInputs } = readTransactionObject(
    given,
    path,
    askedFields,
  )
  if (hasTwoInputs)
    throw new UnreadableFieldError(
      `${path}.data`,
      'another than "input"',
      'one of the two',
    )
  const type = parseType(given, path)
  if (fields.gasPrice !== undefined && fields.maxFeePerGas !== undefined)
    throw new UnreadableFieldError(
      `${path}.gasPrice`,
      'given beside "maxFeePerGas"',
      'one of the two',
    )
  if ((fields.to ?? null) === null && (fields.data ?? '0x') === '0x')
    throw new UnreadableFieldError(
      `${path}.to`,
      'missing',
      'an address, or "data" that creates a contract',
    )
  return { ...fields, type }
}

function parseType({ type }: Wire, path: string): SignedType | undefined {
  if (type === undefined || type === null) return undefined
  const number = typeof type === 'string' ? Number(type) : Number.NaN
  const found = signedTypes.find(
    (name) => Number(transactionTypes[name].number) === number,
  )
  if (found !== undefined) return found
  const numbers = signedTypes.map((name) => transactionTypes[name].number)
  throw new UnreadableFieldError(
    `${path}.type`,
    display(type),
    `one that the wallet signs: ${numbers.join(', ')}`,
  )
}
