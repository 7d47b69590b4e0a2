import type { Header } from '../../base/codec/header.js'
import type { RlpItem } from '../../base/codec/rlp.js'
import {
  readField,
  readItems,
  readOptional,
  type Wire,
} from '../../base/codec/wire.js'
import {
  parseAddress,
  parseData,
  parseHash,
  parseQuantity,
  toBytes,
  toScalar,
} from '../../base/hex/hex.js'

/** The header of a block's JSON; what is not one throws, with its path. */
export function readHeader(block: Wire): Header {
  const hash = (field: string) => readField(block, 'block', field, parseHash)
  const data = (field: string) => readField(block, 'block', field, parseData)
  const quantity = (field: string) =>
    readField(block, 'block', field, parseQuantity)
  const later = (field: string) =>
    readOptional(block, 'block', field, parseHash)
  const laterQuantity = (field: string) =>
    readOptional(block, 'block', field, parseQuantity)
  return {
    parentHash: hash('parentHash'),
    sha3Uncles: hash('sha3Uncles'),
    miner: readField(block, 'block', 'miner', parseAddress),
    stateRoot: hash('stateRoot'),
    transactionsRoot: hash('transactionsRoot'),
    receiptsRoot: hash('receiptsRoot'),
    logsBloom: data('logsBloom'),
    difficulty: quantity('difficulty'),
    number: quantity('number'),
    gasLimit: quantity('gasLimit'),
    gasUsed: quantity('gasUsed'),
    timestamp: quantity('timestamp'),
    extraData: data('extraData'),
    mixHash: hash('mixHash'),
    nonce: data('nonce'),
    baseFeePerGas: laterQuantity('baseFeePerGas'),
    withdrawalsRoot: later('withdrawalsRoot'),
    blobGasUsed: laterQuantity('blobGasUsed'),
    excessBlobGas: laterQuantity('excessBlobGas'),
    parentBeaconBlockRoot: later('parentBeaconBlockRoot'),
    requestsHash: later('requestsHash'),
    blockAccessListHash: later('blockAccessListHash'),
    slotNumber: laterQuantity('slotNumber'),
  }
}

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
