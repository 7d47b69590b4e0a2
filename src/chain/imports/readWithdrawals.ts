import type { RlpItem } from '../../base/codec/rlp.js'
import { readField, readItems, type Wire } from '../../base/codec/wire.js'
import { toBytes, toScalar } from '../../base/hex/hex.js'
import { parseAddress, parseQuantity } from '../../base/hex/parse.js'

/** The withdrawals of a block's JSON as RLP lists them (EIP-4895). */
export function readWithdrawals(block: Wire): RlpItem[] {
  return readItems(block, 'block', 'withdrawals').map((item, index) => {
    const path = `block.withdrawals[${index}]`
    const quantity = (field: string) =>
      toScalar(readField(item, path, field, parseQuantity))
    return [
      quantity('index'),
      quantity('validatorIndex'),
      toBytes(readField(item, path, 'address', parseAddress)),
      quantity('amount'),
    ]
  })
}
