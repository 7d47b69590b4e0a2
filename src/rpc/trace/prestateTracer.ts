import { recoverAuthority } from '../../base/codec/envelope.js'
import { createdAddress } from '../../base/codec/rlp.js'
import {
  type Address,
  type Hash,
  type Hex,
  toHex,
  toQuantity,
  zeroHash,
} from '../../base/hex/hex.js'
import type { MessageRun, Watch } from '../../chain/execution/executeMessage.js'
import {
  findWord,
  type KnownAccount,
  readAccount,
  type State,
} from '../../chain/model/state.js'
import { codeHash } from '../../chain/roots/roots.js'
import type { BlockEnvironment, StateReader } from '../../engine/engine.js'
import type { TraceBudget } from './traceBudget.js'

export type PrestateTracerConfig = {
  readonly diffMode: boolean
  readonly disableCode: boolean
  readonly disableStorage: boolean
  readonly includeEmpty: boolean
}

/** An account as geth's `prestateTracer` shows it. */
type TracedAccount = {
  balance?: Hex
  code?: Hex
  codeHash?: Hash
  /** A number, and absent if it is 0. */
  nonce?: number
  storage?: { [slot: Hash]: Hash }
}

type TracedAccounts = { [address: Address]: TracedAccount }

/** The state before a message; in `diffMode`, its changes, before and after. */
export type Prestate =
  | TracedAccounts
  | { post: TracedAccounts; pre: TracedAccounts }

/** By address, the slots that were read. */
type Touched = Map<Address, Set<Hash>>

const wordsOfAccount = 8
const wordsOfSlot = 4

/**
 * Reads of a message from the state before it. The reader is asked, and not the
 * instructions: native contracts have no instructions.
 */
export function createPrestateTracer(
  config: PrestateTracerConfig,
  budget: TraceBudget,
  block: BlockEnvironment,
): Watch & { read: (run: MessageRun) => Prestate } {
  const touched: Touched = new Map()

  function touch(address: Address): Set<Hash> {
    const known = touched.get(address)
    if (known !== undefined) return known
    budget.spend(wordsOfAccount)
    const slots = new Set<Hash>()
    touched.set(address, slots)
    return slots
  }

  function touchSlot(address: Address, slot: Hash): void {
    const slots = touch(address)
    if (config.disableStorage || slots.has(slot)) return
    budget.spend(wordsOfSlot)
    slots.add(slot)
  }

  return {
    // If SELFDESTRUCT sends nothing, its heir is not read.
    observer: { enter: ({ to }) => void touch(to) },
    through: (reader) => readThrough(reader, touch, touchSlot),
    read(run) {
      for (const address of lookedUp(run, block)) touch(address)
      for (const [address, change] of Object.entries(run.execution.changes))
        for (const slot of Object.keys(change?.storage ?? {}))
          touchSlot(address as Address, slot as Hash)
      return config.diffMode
        ? differenceOf(run, touched, config)
        : stateOf(run.before, touched, config)
    },
  }
}

/** Slots, and accounts by whatever of them is read. */
function readThrough(
  reader: StateReader,
  touch: (address: Address) => void,
  touchSlot: (address: Address, slot: Hash) => void,
): StateReader {
  const touching =
    <value>(read: (address: Address) => value) =>
    (address: Address): value => {
      touch(address)
      return read(address)
    }
  return {
    balance: touching(reader.balance),
    nonce: touching(reader.nonce),
    code: touching(reader.code),
    hasStorage: touching(reader.hasStorage),
    slot(address, key) {
      touchSlot(address, key)
      return reader.slot(address, key)
    },
  }
}

/**
 * Accounts that geth looks up, whether the message reads them or not: who signed
 * for another chain, too.
 */
function lookedUp(
  { message }: MessageRun,
  { miner }: BlockEnvironment,
): Address[] {
  const { from, to, nonce, authorizationList } = message
  const authorities = authorizationList.flatMap(
    (signed) => recoverAuthority(signed, signed.chainId) ?? [],
  )
  return [from, to ?? createdAddress(from, nonce), miner, ...authorities]
}

function stateOf(
  before: State,
  touched: Touched,
  config: PrestateTracerConfig,
): TracedAccounts {
  const accounts: TracedAccounts = {}
  for (const [address, slots] of sorted(touched)) {
    const account = readAccount(before, address)
    if (isEmpty(account) && !config.includeEmpty) continue
    const wordAt = (slot: Hash) => findWord(before, address, slot)
    accounts[address] = formatAccount(account, slots, wordAt, config)
  }
  return accounts
}

/**
 * Changed state: `pre` has all and `post` the new values; removed ones are not
 * there.
 */
function differenceOf(
  { before, after }: MessageRun,
  touched: Touched,
  config: PrestateTracerConfig,
): { post: TracedAccounts; pre: TracedAccounts } {
  const post: TracedAccounts = {}
  const pre: TracedAccounts = {}
  for (const [address, slots] of sorted(touched)) {
    const old = readAccount(before, address)
    const now = readAccount(after, address)
    const isNew = (field: Field) => old[field] !== now[field]
    const was = (slot: Hash) => findWord(before, address, slot)
    const is = (slot: Hash) => findWord(after, address, slot)
    const written = slots.filter((slot) => was(slot) !== is(slot))
    if (written.length === 0 && !fields.some(isNew)) continue
    if (!isEmpty(old)) pre[address] = formatAccount(old, written, was, config)
    if (!isEmpty(now))
      post[address] = formatAccount(now, written, is, config, isNew)
  }
  return { post, pre }
}

type Field = 'balance' | 'nonce' | 'code'
const fields: readonly Field[] = ['balance', 'nonce', 'code']

/** As geth: nonces and code are left out if there is none. */
function formatAccount(
  account: KnownAccount,
  slots: readonly Hash[],
  wordAt: (slot: Hash) => Hex | undefined,
  { diffMode, disableCode }: PrestateTracerConfig,
  isShown: (field: Field) => boolean = () => true,
): TracedAccount {
  const { balance, nonce = 0, code = '0x' } = account
  const hasCode = code !== '0x' && isShown('code')
  const storage: { [slot: Hash]: Hash } = {}
  for (const slot of slots) {
    const word = wordAt(slot)
    if (word !== undefined && !(diffMode && word === zeroHash))
      storage[slot] = word
  }
  return {
    // Unknown after an import.
    ...(balance !== undefined &&
      isShown('balance') && { balance: toQuantity(balance) }),
    ...(hasCode && !disableCode && { code }),
    ...(hasCode && { codeHash: toHex(codeHash(code)) }),
    ...(nonce > 0 && isShown('nonce') && { nonce: Number(nonce) }),
    ...(Object.keys(storage).length > 0 && { storage }),
  }
}

function isEmpty({
  balance = 0n,
  nonce = 0,
  code = '0x',
}: KnownAccount): boolean {
  return balance === 0n && BigInt(nonce) === 0n && code === '0x'
}

/** Go writes the keys of its maps in this order. */
function sorted(touched: Touched): [Address, Hash[]][] {
  return [...touched]
    .map(([address, slots]): [Address, Hash[]] => [address, [...slots].sort()])
    .sort(([one], [other]) => (one < other ? -1 : 1))
}
