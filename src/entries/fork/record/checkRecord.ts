import { isWire, type Wire } from '../../../base/codec/wire.js'
import { keccak256 } from '../../../base/hash/keccak256.js'
import { display } from '../../../base/hex/display.js'
import {
  type Hex,
  type Issue,
  type Path,
  parseHash,
  parseQuantity,
  toBytes,
  toHex,
} from '../../../base/hex/hex.js'
import { hardforks } from '../../../base/validation/hardforks.js'
import { mostProblems, unknownKey } from '../../../base/validation/problem.js'
import { otherChain } from './chains.js'
import { ownHash } from './ownHash.js'

const keys = [
  'version',
  'chainId',
  'hardfork',
  'block',
  'accounts',
  'code',
  'storage',
  'blockHashes',
  'history',
]
const digitsPattern = /^0x[0-9a-f]+$/
const decimalPattern = /^(?:0|[1-9]\d{0,77})$/
const numberPattern = /^(?:0|[1-9]\d{0,15})$/

/** All that is wrong with what was read as a record, up to a hundred things. */
export function checkRecord(given: unknown): readonly Issue[] {
  const refusals: Issue[] = []
  const reader = createReader(refusals)
  const { refuse, each } = reader
  if (!isWire(given)) {
    refuse([], given, 'the record of a fork, as "npx preseal fork" writes it')
    return refusals
  }
  const { version, chainId, hardfork, block, code } = given
  if (version !== 1) {
    const isNewer = typeof version === 'number' && version > 1
    refuse(
      ['version'],
      version,
      '1',
      isNewer
        ? 'A newer preseal wrote it: update this one.'
        : 'Is it the record of a fork, as "npx preseal fork" writes it?',
    )
    return refusals
  }
  for (const key of Object.keys(given))
    if (!keys.includes(key))
      refusals.push({ path: [key], ...unknownKey(key, keys) })
  if (!Number.isSafeInteger(chainId) || Number(chainId) < 1)
    refuse(['chainId'], chainId, 'a whole number of at least 1')
  if (!hardforks.some((known) => known === hardfork))
    refuse(['hardfork'], hardfork, 'cancun, prague, osaka or amsterdam')
  if (isWire(block)) {
    reader.checkBlock(['block'], block)
    const other = otherChain(Number(chainId), block)
    if (other !== undefined)
      refuse(
        ['chainId'],
        chainId,
        'a chain with the gas and the opcodes of Ethereum',
        `This is ${other}: executions here could only be approximate.`,
      )
  } else refuse(['block'], block, 'the JSON of a block')

  each(['code'], code, wordPattern, 'a hash', (path, bytes, hash) => {
    if (!isCode(bytes))
      refuse(path, bytes, 'bytes of code as hex digits in lower case')
    else if (toHex(keccak256(toBytes(bytes))) !== hash)
      refuse(path, 'code of another hash', 'the code that has this hash')
  })
  const known = isWire(code) ? code : {}
  const address = 'an address in lower case'
  each(['accounts'], given.accounts, addressPattern, address, (path, one) => {
    if (one === null) return
    if (!isWire(one)) return refuse(path, one, 'an account, or null')
    const { balance, nonce, codeHash } = one
    if (typeof balance !== 'string' || !decimalPattern.test(balance))
      refuse([...path, 'balance'], balance, 'wei as a string of decimal digits')
    if (!Number.isSafeInteger(nonce) || Number(nonce) < 0)
      refuse([...path, 'nonce'], nonce, 'a whole number')
    if (codeHash !== null && !Object.hasOwn(known, `${codeHash}`))
      refuse([...path, 'codeHash'], codeHash, 'null, or a hash in "code"')
    for (const key of Object.keys(one))
      if (!accountKeys.includes(key))
        refusals.push({ path: [...path, key], ...unknownKey(key, accountKeys) })
  })
  each(['storage'], given.storage, addressPattern, address, (path, slots) => {
    if (areWords(slots)) return
    each(path, slots, wordPattern, 'a slot of 32 bytes', (path, word) => {
      if (typeof word !== 'string' || !wordPattern.test(word))
        refuse(path, word, '32 bytes as hex digits in lower case')
    })
  })
  const { blockHashes } = given
  each(
    ['blockHashes'],
    blockHashes,
    numberPattern,
    'a number',
    (path, hash) => {
      if (typeof hash !== 'string' || !wordPattern.test(hash))
        refuse(path, hash, 'a hash in lower case')
    },
  )
  checkHistory(reader, given.history)
  return refusals.slice(0, mostProblems)
}

function isCode(given: unknown): given is Hex {
  return (
    typeof given === 'string' &&
    given.length % 2 === 0 &&
    digitsPattern.test(given)
  )
}

const accountKeys = ['balance', 'nonce', 'codeHash']

/** Most of a large record, and nearly always right. */
function areWords(slots: unknown): boolean {
  if (!isWire(slots)) return false
  for (const slot in slots) {
    const word = slots[slot]
    if (!wordPattern.test(slot) || typeof word !== 'string') return false
    if (!wordPattern.test(word)) return false
  }
  return true
}

const keyPattern = /^(?:0|[1-9]\d{0,15}|0x[0-9a-f]{64})$/

/** Checks the recorded history before the fork. */
function checkHistory(reader: Reader, given: unknown): void {
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

const addressPattern = /^0x[0-9a-f]{40}$/
const wordPattern = /^0x[0-9a-f]{64}$/

type Reader = ReturnType<typeof createReader>

/** Judges parts of a record, and collects what is wrong with them. */
function createReader(refusals: Issue[]) {
  function refuse(
    path: Path,
    given: unknown,
    expected: string,
    advice?: string,
  ): void {
    if (refusals.length >= mostProblems) return
    const shown = given === undefined ? 'missing' : display(given)
    refusals.push({ path, given: shown, expected, advice })
  }

  /** Visits the entries of an object, whose keys are all of one kind. */
  function each(
    path: Path,
    given: unknown,
    pattern: RegExp,
    expected: string,
    visit: (path: Path, value: unknown, key: string) => void,
  ): void {
    if (!isWire(given)) {
      refuse(path, given, 'an object')
      return
    }
    for (const key of Object.keys(given)) {
      const inner = [...path, key]
      if (pattern.test(key)) visit(inner, given[key], key)
      else
        refusals.push({
          path: inner,
          given: `the key ${display(key)}`,
          expected,
        })
      if (refusals.length >= mostProblems) return
    }
  }

  /** Fields of a block that a node needs. */
  function checkBlock(path: Path, block: Wire): void {
    for (const field of ['number', 'timestamp', 'gasLimit', 'gasUsed'])
      if (!parseQuantity(block[field]).ok)
        refuse([...path, field], block[field], 'a quantity such as 0x1')
    for (const field of ['hash', 'parentHash'])
      if (!parseHash(block[field]).ok)
        refuse([...path, field], block[field], 'a hash')
    if (!Array.isArray(block.transactions))
      refuse([...path, 'transactions'], block.transactions, 'an array')
    const hash = ownHash(block)
    if (hash !== undefined && hash !== `${block.hash}`.toLowerCase())
      refuse(
        [...path, 'hash'],
        block.hash,
        `the hash of the block's header, which is ${hash}`,
        'The hash or another field was edited: record the block anew.',
      )
  }

  return { refuse, each, checkBlock }
}
