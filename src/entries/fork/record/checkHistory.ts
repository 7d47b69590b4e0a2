import { isWire } from '../../../base/codec/wire.js'
import type { Path } from '../../../base/hex/parse.js'
import { addressPattern, type Reader, wordPattern } from './reader.js'

const keyPattern = /^(?:0|[1-9]\d{0,15}|0x[0-9a-f]{64})$/
const numberPattern = /^(?:0|[1-9]\d{0,15})$/

/** Checks the recorded history before the fork. */
export function checkHistory(reader: Reader, given: unknown): void {
  const { refuse, each, checkBlock } = reader
  if (!isWire(given)) {
    refuse(['history'], given, 'an object { blocks, receipts, … }')
    return
  }
  const { blocks, receipts, transactions, logs } = given
  const number = 'a number or a hash'
  each(
    ['history', 'blocks'],
    blocks,
    keyPattern,
    number,
    (path, block, key) => {
      if (key.startsWith('0x') ? block === null : false) return
      if (!key.startsWith('0x') && isWire(block)) checkBlock(path, block)
      else refuse(path, block, 'a block by its number, or null by a hash')
    },
  )
  each(['history', 'receipts'], receipts, numberPattern, number, checkObjects)
  each(
    ['history', 'transactions'],
    transactions,
    wordPattern,
    'a hash',
    (path, one) => {
      if (one === null) return
      if (!isWire(one) || !isWire(one.transaction) || !isWire(one.receipt))
        refuse(path, one, 'an object { transaction, receipt }, or null')
    },
  )
  if (!Array.isArray(logs)) {
    refuse(['history', 'logs'], logs, 'an array')
    return
  }
  for (const [index, entry] of logs.entries())
    checkLogs(['history', 'logs', index], entry)

  function checkObjects(path: Path, list: unknown): void {
    if (!Array.isArray(list) || !list.every(isWire))
      refuse(path, list, 'an array of objects')
  }

  function checkLogs(path: Path, entry: unknown): void {
    if (!isWire(entry)) {
      refuse(path, entry, 'an object')
      return
    }
    const { addresses, topics, fromBlock, toBlock } = entry
    if (addresses !== null && !isListOf(addresses, addressPattern))
      refuse([...path, 'addresses'], addresses, 'addresses, or null')
    const areTopics =
      Array.isArray(topics) &&
      topics.every((one) => one === null || isListOf(one, wordPattern))
    if (!areTopics) refuse([...path, 'topics'], topics, 'lists of topics')
    for (const [name, value] of Object.entries({ fromBlock, toBlock }))
      if (!Number.isSafeInteger(value))
        refuse([...path, name], value, 'a whole number')
    checkObjects([...path, 'logs'], entry.logs)
  }
}

function isListOf(given: unknown, pattern: RegExp): boolean {
  return (
    Array.isArray(given) &&
    given.every((item) => typeof item === 'string' && pattern.test(item))
  )
}
