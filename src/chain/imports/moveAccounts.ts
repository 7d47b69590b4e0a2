import { lookup } from '../../base/codec/trie.js'
import { l1FeeVault } from '../../base/hex/addresses.js'
import {
  type Address,
  type Hex,
  nonceAfter,
  parseAddress,
} from '../../base/hex/hex.js'
import { transferGas } from '../../engine/gas.js'
import type { ChainConfig } from '../model/config.js'
import type { ImportedBlock, ImportParameters } from '../model/importedBlock.js'
import {
  type KnownAccount,
  readAccount,
  type State,
  writeAccount,
} from '../model/state.js'
import { type Move, readMoves, readPayouts } from './readMoves.js'

type Config = Pick<ChainConfig, 'baseFeeRecipient' | 'codeAt'>

/**
 * The accounts as an imported block leaves them: what its transactions and
 * receipts fix is worked out, and what code may have moved is forgotten, in all
 * accounts that the block names.
 */
export function moveAccounts(
  state: State,
  config: Config,
  { baseFeePerGas }: ImportedBlock,
  given: ImportParameters,
): State {
  const parsed = parseAddress((given.block as { miner?: unknown }).miner)
  const miner = parsed.ok ? parsed.value : undefined
  const block = { config, baseFeePerGas, miner }
  const moved = readMoves(given).reduce(
    (before, move) => play(before, move, block),
    state,
  )
  return readPayouts(given).reduce(
    (before, { address, wei }) => add(before, address, wei),
    moved,
  )
}

type Block = {
  readonly config: Config
  readonly baseFeePerGas: bigint
  readonly miner: Address | undefined
}

function play(before: State, move: Move, block: Block): State {
  const { from, to, receipt, created, authorities } = move
  const { config, miner } = block
  const isReverted = receipt?.isReverted ?? false
  const ran = !isReverted && mayHaveRun(before, move, config)
  let state =
    receipt === undefined
      ? forgetAll(before, config, [config.baseFeeRecipient, l1FeeVault])
      : pay(before, move, receipt, block)
  if (receipt === undefined || ran) {
    const { loggers = [], topics = [] } = receipt ?? {}
    state = forgetAll(state, config, [from, to, miner, ...topics])
    const withCode = to === null ? [created, ...loggers] : loggers
    state = forgetAll(state, config, withCode, isWithout)
  } else if (!isReverted) state = transfer(state, move)
  state = forgetAll(state, config, authorities, () => true)
  return from === undefined ? state : countNonce(state, from, before, move)
}

/**
 * Code of an account that is not known runs unless no more was paid for than
 * the transaction itself (Yellow Paper, appendix G).
 */
function mayHaveRun(
  state: State,
  { from, to, value, hasInput, authorities, receipt }: Move,
  { codeAt }: Config,
): boolean {
  const isTold = from !== undefined && to !== undefined && value !== undefined
  if (!isTold || authorities.length > 0) return true
  if (receipt !== undefined && receipt.loggers.length > 0) return true
  if (to === null) return hasInput
  if (codeAt(to) !== undefined) return true
  const { code } = readAccount(state, to)
  if (code !== undefined) return code !== '0x'
  return hasInput || receipt?.gasUsed !== transferGas
}

/** Pays for gas, whatever the transaction did. */
function pay(
  state: State,
  { from, mint, isDeposit }: Move,
  { gasUsed, price, l1Fee, blobFee }: NonNullable<Move['receipt']>,
  { config: { baseFeeRecipient }, baseFeePerGas, miner }: Block,
): State {
  if (isDeposit) return add(state, from, mint)
  const bought = add(state, from, -(gasUsed * price + l1Fee + blobFee))
  const tipped = add(bought, miner, gasUsed * (price - baseFeePerGas))
  const shared = add(tipped, baseFeeRecipient, gasUsed * baseFeePerGas)
  return add(shared, l1FeeVault, l1Fee)
}

/** The value of what ran no code, and the account that it may have created. */
function transfer(state: State, { from, to, value, created }: Move): State {
  if (from === undefined || value === undefined) return state
  const sent = add(state, from, -value)
  if (to) return add(sent, to, value)
  if (created === undefined) return sent
  const account: KnownAccount = {
    ...readAccount(sent, created),
    nonce: 1,
    code: '0x',
    storage: null,
    isStoragePartial: false,
  }
  return add(writeAccount(sent, created, account), created, value)
}

/** Each transaction counts, even if the one before it is not known. */
function countNonce(
  state: State,
  from: Address,
  before: State,
  move: Move,
): State {
  const nonce = move.nonce ?? readAccount(before, from).nonce
  if (nonce === undefined) return state
  const account = readAccount(state, from)
  return writeAccount(state, from, { ...account, nonce: nonceAfter(nonce) })
}

const mostWei = 2n ** 256n - 1n

/** A balance that the block contradicts was not the right one. */
function add(
  state: State,
  address: Address | null | undefined,
  wei: bigint,
): State {
  if (!address || wei === 0n) return state
  const account = readAccount(state, address)
  if (account.balance === undefined) return state
  const sum = account.balance + wei
  const balance = sum < 0n || sum > mostWei ? undefined : sum
  return writeAccount(state, address, { ...account, balance })
}

/** Code was there for a log, or is put there by a creation. */
const isWithout = (code: Hex | undefined) => code === '0x'

function knownAccount(
  { accounts, fork }: State,
  address: Address,
): KnownAccount | null | undefined {
  return lookup(accounts, address) ?? fork?.account(address)
}

/**
 * Forgets fields of accounts that code may have changed: the balance, nonce and
 * slots if they have code or slots themselves, and code itself if
 * `isCodeNew`.
 */
function forgetAll(
  state: State,
  { codeAt }: Config,
  addresses: readonly (Address | null | undefined)[],
  isCodeNew: (code: Hex | undefined) => boolean = () => false,
): State {
  let next = state
  for (const address of addresses) {
    const account = address && knownAccount(next, address)
    if (!account) continue
    const { code, storage, isStoragePartial = false } = account
    const isNative = codeAt(address) !== undefined
    const isNew = !isNative && isCodeNew(code)
    const isContract = isNew || isNative || code !== '0x' || storage !== null
    next = writeAccount(next, address, {
      balance: undefined,
      nonce: isContract ? undefined : account.nonce,
      code: isNew ? undefined : code,
      storage: isContract ? null : storage,
      isStoragePartial: isContract || isStoragePartial,
    })
  }
  return next
}
