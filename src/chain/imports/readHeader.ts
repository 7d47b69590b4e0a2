import {
  type Header,
  headerFields,
  laterFields,
} from '../../base/codec/header.js'
import type { RlpInput } from '../../base/codec/rlp.js'
import {
  readField,
  readItems,
  readOptional,
  type Wire,
} from '../../base/codec/wire.js'
import { parseAddress, parseQuantity, type Result } from '../../base/hex/hex.js'

/** The header of a block's JSON; what is not one throws, with its path. */
export function readHeader(block: Wire): Header {
  const fields = Object.entries<(given: unknown) => Result<unknown>>(
    headerFields,
  ).map(([field, parse]) => {
    const isLater = laterFields.includes(field as keyof Header)
    const read = isLater ? readOptional : readField
    return [field, read(block, 'block', field, parse)]
  })
  return Object.fromEntries(fields) as Header
}

/** The withdrawals of a block's JSON as RLP lists them (EIP-4895). */
export function readWithdrawals(block: Wire): RlpInput[] {
  return readItems(block, 'block', 'withdrawals').map((item, index) => {
    const path = `block.withdrawals[${index}]`
    const quantity = (field: string) =>
      readField(item, path, field, parseQuantity)
    return [
      quantity('index'),
      quantity('validatorIndex'),
      readField(item, path, 'address', parseAddress),
      quantity('amount'),
    ]
  })
}
