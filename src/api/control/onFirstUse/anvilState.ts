import { encodeWireTransaction } from '../../../base/codec/encodeWire.js'
import {
  blockSize,
  encodeHeader,
  type Header,
  hashHeader,
  headerFields,
  lengthInBlock,
} from '../../../base/codec/header.js'
import { differences } from '../../../base/codec/trie.js'
import {
  isGiven,
  isWire,
  readField,
  readItems,
  unreadable,
  type Wire,
} from '../../../base/codec/wire.js'
import { display } from '../../../base/hex/display.js'
import {
  type Address,
  type Hash,
  type Hex,
  lastNonce,
  type Nonce,
  parseAddress,
  parseData,
  parseQuantity,
  parseWord,
  type Result,
  refuse,
  toBytes,
  toHex,
  toNonce,
  toQuantity,
} from '../../../base/hex/hex.js'
import { hasSucceeded } from '../../../base/hex/receiptStatus.js'
import { latestNumber } from '../../../chain/blocks/chain.js'
import { readHeader } from '../../../chain/imports/readHeader.js'
import type { ImportParameters } from '../../../chain/model/importedBlock.js'
import {
  readAccount,
  readBalance,
  readCode,
  readNonce,
  zeroWord,
} from '../../../chain/model/state.js'
import type {
  AccountParameters,
  AccountsParameters,
} from '../../../chain/model/transaction.js'
import { type Ask, askOf, type Main } from './ask.js'

/** Blocks of a dump, at most: the newest ones. */
const mostBlocks = 10_000

/** A block as a node answers it, as far as a dump needs its fields. */
type WireBlock = Wire & {
  readonly hash: Hash
  readonly number: Hex
  readonly transactions: readonly WireTransaction[]
}
type WireTransaction = Wire & { readonly from: Address; readonly hash: Hash }

/**
 * Accounts and blocks as anvil's `anvil_dumpState` has them: hex of a gzip of
 * JSON, whose fields are those of anvil 1.7.1.
 */
export async function dumpState(main: Main): Promise<Hex> {
  const { chain } = main.runtime.settle()
  const ask = askOf(chain, main)
  const state = main.latestState(chain)
  const accounts: { [address: Address]: object } = {}
  differences(null, state.accounts, (key) => {
    const address = key as Address
    const storage: { [slot: Hex]: Hex } = {}
    differences(null, readAccount(state, address).storage, (slot, _, word) => {
      if (word !== undefined && word !== zeroWord) storage[slot] = word
    })
    accounts[address] = {
      // A number of JSON, of as many digits as there are.
      nonce: `${readNonce(state, address)}`,
      balance: toQuantity(readBalance(state, address)),
      code: readCode(state, address),
      storage,
    }
  })
  const best = Number(latestNumber(chain))
  const count = Math.min(best + 1, mostBlocks)
  const blocks = Array.from({ length: count }, (_, at) =>
    ask<WireBlock | null>('eth_getBlockByNumber', toQuantity(best - at), true),
  ).filter((block) => block !== null)
  const dump = {
    block: environmentOf(blocks[0] as WireBlock),
    accounts,
    best_block_number: best,
    blocks: blocks.map(dumpBlock),
    transactions: blocks.flatMap((block) => dumpTransactions(block, ask)),
    historical_states: null,
  }
  const text = JSON.stringify(dump).replace(/"nonce":"(\d+)"/g, '"nonce":$1')
  const packed = await through(
    new TextEncoder().encode(text),
    new CompressionStream('gzip'),
  )
  return toHex(packed)
}

/** What the next block is opened from. */
function environmentOf(block: WireBlock) {
  return {
    number: block.number,
    beneficiary: block.miner,
    timestamp: block.timestamp,
    gas_limit: Number(block.gasLimit),
    basefee: Number(block.baseFeePerGas ?? 0),
    difficulty: block.difficulty,
    prevrandao: block.mixHash,
    blob_excess_gas_and_price: {
      excess_blob_gas: Number(block.excessBlobGas ?? 0),
      blob_gasprice: 1,
    },
    slot_num: Number(block.slotNumber ?? 0),
  }
}

function dumpBlock(block: WireBlock) {
  return {
    header: Object.fromEntries(
      Object.keys(headerFields).flatMap((field) =>
        isGiven(block, field) ? [[field, block[field]]] : [],
      ),
    ),
    transactions: block.transactions.map((transaction) => ({
      transaction: Object.fromEntries(
        Object.entries(transaction).filter(([field]) =>
          isOwn(transaction, field),
        ),
      ),
      // With a sender, anvil gives it another hash, and finds no logs of it.
      impersonated_sender: null,
    })),
    ommers: [],
    withdrawals:
      Array.isArray(block.withdrawals) && block.withdrawals.length > 0
        ? block.withdrawals
        : null,
  }
}

/** Whether a field belongs to a transaction, not to its place in a block. */
function isOwn(transaction: Wire, field: string): boolean {
  if (field === 'gasPrice') return !isGiven(transaction, 'maxFeePerGas')
  return field !== 'from' && !/^(block|transactionIndex)/.test(field)
}

function dumpTransactions({ hash, number }: WireBlock, ask: Ask) {
  const transactions = ask<WireBlock>('eth_getBlockByHash', hash, true)
  const receipts = ask<readonly Wire[]>('eth_getBlockReceipts', hash)
  return receipts.map((receipt, at) => ({
    info: {
      transaction_hash: receipt.transactionHash,
      transaction_index: at,
      from: receipt.from,
      to: receipt.to,
      contract_address: receipt.contractAddress ?? null,
      traces: [],
      exit: hasSucceeded(receipt) ? 'Stop' : 'Revert',
      out: '0x',
      nonce: Number(transactions.transactions[at]?.nonce),
      gas_used: Number(receipt.gasUsed),
    },
    receipt: {
      type: receipt.type,
      status: receipt.status,
      cumulativeGasUsed: receipt.cumulativeGasUsed,
      logs: (receipt.logs as readonly Wire[]).map(
        ({ address, topics, data }) => ({ address, topics, data }),
      ),
      logsBloom: receipt.logsBloom,
    },
    block_hash: hash,
    block_number: Number(number),
  }))
}

/**
 * Loads what `dumpState` and anvil dump: its accounts over those that are here,
 * and its blocks, which replace those of their numbers and above.
 */
export async function loadState(
  { runtime, loadState }: Main,
  [data]: readonly unknown[],
): Promise<boolean> {
  const dump = await readDump(toBytes(data as Hex))
  const accounts = readAccounts(dump)
  const blocks = isGiven(dump, 'blocks') ? readBlocks(dump) : []
  runtime.apply(loadState, { accounts, blocks })
  return true
}

/** As in anvil, JSON that is not packed will do, too. */
async function readDump(given: Uint8Array): Promise<Wire> {
  const dump = await unpack(given).catch(() => undefined)
  if (isWire(dump)) return dump
  throw unreadable(
    'state',
    `${given.length} bytes that hold no object`,
    'the result of anvil_dumpState',
  )
}

async function unpack(given: Uint8Array): Promise<unknown> {
  const isPacked = given[0] === 0x1f && given[1] === 0x8b
  const bytes = isPacked
    ? await through(given, new DecompressionStream('gzip'))
    : given
  // A number of JSON may have more digits than a number of JavaScript.
  const text = new TextDecoder()
    .decode(bytes)
    .replace(/"nonce":\s*(\d+)/g, '"nonce":"$1"')
  return JSON.parse(text)
}

function readAccounts(dump: Wire): AccountsParameters {
  const accounts: { [address: Address]: AccountParameters } = {}
  const given = readObject(dump, 'state', 'accounts')
  for (const key of Object.keys(given)) {
    const path = `state.accounts["${key}"]`
    const account = readObject(given, 'state.accounts', key)
    const words = isGiven(account, 'storage')
      ? readObject(account, path, 'storage')
      : {}
    const storage: { [slot: Hex]: Hex } = {}
    for (const slot of Object.keys(words))
      storage[readKey(slot, `${path}.storage`, parseWord)] = readField(
        words,
        `${path}.storage`,
        slot,
        parseWord,
      )
    accounts[readKey(key, 'state.accounts', parseAddress)] = {
      balance: readField(account, path, 'balance', parseQuantity),
      nonce: readField(account, path, 'nonce', parseNonce),
      code: readField(account, path, 'code', parseData),
      storage,
    }
  }
  return accounts
}

/** The blocks as nodes answer them, oldest first. */
function readBlocks(dump: Wire): ImportParameters[] {
  const mined = isGiven(dump, 'transactions')
    ? readItems(dump, 'state', 'transactions')
    : []
  const byHash = new Map(
    mined.map((one, at): [unknown, Wire] => {
      const path = `state.transactions[${at}]`
      return [readObject(one, path, 'info').transaction_hash, one]
    }),
  )
  return readItems(dump, 'state', 'blocks')
    .map((block, at) => readBlock(block, `state.blocks[${at}]`, byHash))
    .sort((one, other) => (one.number < other.number ? -1 : 1))
    .map(({ block, receipts }) => ({ block, receipts }))
}

function readBlock(
  given: Wire,
  path: string,
  mined: ReadonlyMap<unknown, Wire>,
) {
  const json = readObject(given, path, 'header')
  const header = readHeader(json)
  const hash = hashHeader(header)
  const items = readItems(given, path, 'transactions')
  const place = { blockHash: hash, blockNumber: json.number }
  let before = 0n
  let logIndex = 0
  const transactions: Wire[] = []
  const receipts: Wire[] = []
  items.forEach((item, at) => {
    const where = `${path}.transactions[${at}]`
    const own = readObject(item, where, 'transaction')
    const { info, receipt } = readMined(mined, own.hash, where)
    const { from, to, contract_address: contractAddress } = info
    const transactionIndex = toQuantity(at)
    const gasPrice = toQuantity(priceOf(own, where, header))
    const inBlock = { ...place, blockTimestamp: json.timestamp }
    const used = readField(receipt, where, 'cumulativeGasUsed', parseQuantity)
    transactions.push({ ...own, from, gasPrice, ...inBlock, transactionIndex })
    receipts.push({
      ...receipt,
      transactionHash: own.hash,
      transactionIndex,
      ...place,
      from,
      to,
      contractAddress,
      gasUsed: toQuantity(used - before),
      effectiveGasPrice: gasPrice,
      logs: readItems(receipt, where, 'logs').map((log) => ({
        ...log,
        ...inBlock,
        transactionHash: own.hash,
        transactionIndex,
        logIndex: toQuantity(logIndex++),
        removed: false,
      })),
    })
    before = used
  })
  const envelopes = transactions.map((one, at) =>
    lengthInBlock(encodeWireTransaction(one, `${path}.transactions[${at}]`)),
  )
  const hasWithdrawals = header.withdrawalsRoot !== undefined
  const size = blockSize(encodeHeader(header).length, envelopes, hasWithdrawals)
  const block = {
    ...json,
    hash,
    size: toQuantity(size),
    transactions,
    uncles: [],
    ...(hasWithdrawals && { withdrawals: given.withdrawals ?? [] }),
  }
  return { number: header.number, block, receipts }
}

function readMined(
  mined: ReadonlyMap<unknown, Wire>,
  hash: unknown,
  path: string,
) {
  const found = mined.get(hash)
  if (found === undefined)
    throw unreadable(path, display(hash), 'one of state.transactions')
  return {
    info: readObject(found, path, 'info'),
    receipt: readObject(found, path, 'receipt'),
  }
}

/** wei per gas that a transaction pays, by its fees and its block (EIP-1559). */
function priceOf(
  transaction: Wire,
  path: string,
  { baseFeePerGas = 0n }: Header,
): bigint {
  const fee = (field: string) =>
    readField(transaction, path, field, parseQuantity)
  if (!isGiven(transaction, 'maxFeePerGas')) return fee('gasPrice')
  const most = fee('maxFeePerGas')
  const price = baseFeePerGas + fee('maxPriorityFeePerGas')
  return price < most ? price : most
}

function readObject(wire: Wire, path: string, field: string): Wire {
  const given = wire[field]
  if (isWire(given)) return given
  throw unreadable(`${path}.${field}`, display(given), 'an object')
}

function readKey(
  key: string,
  path: string,
  parse: (given: unknown) => Result<Hex>,
): Hex {
  const parsed = parse(key)
  if (parsed.ok) return parsed.value
  throw unreadable(path, `an object with ${parsed.given}`, parsed.expected)
}

function parseNonce(given: unknown): Result<Nonce> {
  const nonce = /^\d{1,20}$/.test(`${given}`) ? BigInt(`${given}`) : -1n
  return nonce >= 0n && nonce <= lastNonce
    ? { ok: true, value: toNonce(nonce) }
    : refuse(given, 'a nonce from 0 to 2^64 - 1')
}

/** Packs or unpacks. */
async function through(
  bytes: Uint8Array,
  by: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const { body } = new Response(bytes as Uint8Array<ArrayBuffer>)
  const packed = new Response(body?.pipeThrough(by))
  return new Uint8Array(await packed.arrayBuffer())
}
