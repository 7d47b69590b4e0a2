import { differences } from '../../base/codec/trie.js'
import type { Address, Hash } from '../../base/hex/hex.js'
import type {
  Accessed,
  Accesses,
  BlockAccessList,
  Engine,
} from '../../engine/engine.js'
import {
  beaconRootsAddress,
  blockHashesAddress,
  requestContracts,
} from '../../engine/natives/systemContracts.js'
import type { ChainConfig } from '../model/config.js'
import { type KnownAccount, type State, zeroWord } from '../model/state.js'
import type { Included } from '../model/transaction.js'

/**
 * What a transaction accessed (EIP-7928), if blocks list that: what it left
 * changed is what differs between the state before it and the one after it.
 */
export function accessesOf(
  { engine, hardfork }: Pick<ChainConfig, 'engine' | 'hardfork'>,
  states: { readonly before: State; readonly after: State },
  /** Undefined if no engine ran it: it is as if it looked at its recipient. */
  accessed: Accessed | undefined,
  {
    from,
    recipient,
    miner,
  }: {
    readonly from: Address
    readonly recipient: Address
    readonly miner: Address
  },
): Accesses | undefined {
  if (hardfork !== 'amsterdam' || engine.blockAccessList === undefined)
    return undefined
  const all: { [address: Address]: readonly Hash[] } = {
    [from]: [],
    [miner]: [],
    ...(accessed ?? { [recipient]: [] }),
  }
  return { accessed: all, changes: changesBetween(states) }
}

type Written = {
  -readonly [field in keyof Accesses['changes'][Address]]: Accesses['changes'][Address][field]
}

function changesBetween({
  before,
  after,
}: {
  readonly before: State
  readonly after: State
}): Accesses['changes'] {
  const changes: { [address: Address]: Written } = {}
  differences(before.accounts, after.accounts, (address, one, other) => {
    const [was, is] = [one ?? nobody, other ?? nobody]
    const change: Written = {}
    if (is.balance !== undefined && is.balance !== was.balance)
      change.balance = is.balance
    if (is.nonce !== undefined && is.nonce !== was.nonce)
      change.nonce = BigInt(is.nonce)
    if (is.code !== undefined && is.code !== was.code) change.code = is.code
    const storage: { [key: Hash]: Hash } = {}
    differences(was.storage, is.storage, (key, word, next) => {
      if ((word ?? zeroWord) !== (next ?? zeroWord))
        storage[key as Hash] = next ?? zeroWord
    })
    if (Object.keys(storage).length > 0) change.storage = storage
    if (Object.keys(change).length > 0) changes[address as Address] = change
  })
  return changes
}

const nobody: KnownAccount = {
  balance: 0n,
  nonce: 0,
  code: '0x',
  storage: null,
  isStoragePartial: false,
  isForked: false,
}

/** Contracts that are called before and after the transactions of any block. */
const system: readonly Address[] = [
  beaconRootsAddress,
  blockHashesAddress,
  ...requestContracts('amsterdam'),
]

const none: Accesses = { accessed: {}, changes: {} }

const known = new WeakMap<
  Engine,
  WeakMap<readonly Included[], BlockAccessList>
>()

/** The list of a block, made once for its transactions; undefined without one. */
export function accessListOf(
  { engine, hardfork }: Pick<ChainConfig, 'engine' | 'hardfork'>,
  included: readonly Included[],
): BlockAccessList | undefined {
  if (hardfork !== 'amsterdam' || engine.blockAccessList === undefined)
    return undefined
  const lists = known.get(engine) ?? new WeakMap()
  known.set(engine, lists)
  const list =
    lists.get(included) ??
    engine.blockAccessList(
      included.map(({ accesses }) => accesses ?? none),
      system,
    )
  lists.set(included, list)
  return list
}
