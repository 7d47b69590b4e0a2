import type { RpcProof } from 'viem'
import {
  type Address,
  type Hash,
  type Hex,
  toHex,
  toQuantity,
  zeroHash,
} from '../../base/hex/hex.js'
import {
  parseAddress,
  parseWord,
  type Result,
  refuse,
} from '../../base/hex/parse.js'
import type { BlockView, Chain } from '../../chain/blocks/chain.js'
import { contentAt } from '../../chain/blocks/contentAt.js'
import type { ImportedBlock } from '../../chain/model/importedBlock.js'
import {
  readAccount,
  readBalance,
  readCode,
  readNonce,
  readStorage,
  type State,
  writeAccount,
} from '../../chain/model/state.js'
import {
  accountProof,
  codeHash,
  isEmpty,
  stateRoot,
  storageProof,
  storageRoot,
} from '../../chain/roots/stateRoot.js'
import { listOf, mapOf } from '../calls/parseCall.js'

/** A storage slot: as 32 bytes, and as written in the proof. */
export type Slot = { readonly slot: Hash; readonly key: Hex }

/** As in geth's `internal/ethapi/api.go`. */
const mostSlots = 1_024

export function parseSlots(given: unknown): Result<readonly Slot[]> {
  if (!Array.isArray(given) || given.length > mostSlots)
    return refuse(given, `an array of at most ${mostSlots} storage slots`)
  const slots: Slot[] = []
  for (const one of given) {
    const word = parseWord(one)
    if (!word.ok) return word
    slots.push({ slot: word.value, key: keyOf(one, word.value) })
  }
  return { ok: true, value: slots }
}

/** As it was given if that is 32 bytes, else as a quantity (geth). */
function keyOf(given: string, slot: Hash): Hex {
  return given.length === 66 ? slot : `0x${BigInt(slot).toString(16)}`
}

/**
 * An account and its slots, and why the block's `stateRoot` says so (EIP-1186):
 * of the state that its header commits to, without what was set since.
 *
 * @returns Why not, if the block has no state root that could be proved.
 * @throws UnknownStateError for what is not known after an import.
 */
export function prove(
  { config, memo }: Chain,
  block: BlockView,
  address: Address,
  slots: readonly Slot[],
): RpcProof | string {
  if (config.fork !== null) return forked
  const isImported = block.imported !== undefined
  if (
    block.status === 'open' &&
    config.pendingStateRoot === 'atSeal' &&
    !isImported
  )
    return pending
  const known =
    block.status === 'open'
      ? block.state
      : contentAt(config, block.run.value, block.offset).committed
  if (isImported && !isWhole(memo, block.imported, known)) return imported
  const state = isImported ? completed(known, address) : known
  const account = readAccount(state, address)
  // geth shows zeros in place of both hashes if there is no account.
  const isThere = !isEmpty(account)
  return {
    address,
    accountProof: accountProof(memo.stateRoots, state.accounts, address),
    balance: toQuantity(readBalance(state, address)),
    codeHash: isThere ? toHex(codeHash(readCode(state, address))) : zeroHash,
    nonce: toQuantity(readNonce(state, address)),
    storageHash: isThere ? storageRoot(account.storage) : zeroHash,
    storageProof: slots.map(({ slot, key }) => ({
      key,
      value: toQuantity(BigInt(readStorage(state, address, slot))),
      proof: storageProof(account.storage, slot),
    })),
  }
}

/** Whether what is known of an imported block makes the root that it says. */
function isWhole(
  { stateRoots }: Chain['memo'],
  { text }: ImportedBlock,
  { accounts }: State,
): boolean {
  const { stateRoot: said } = JSON.parse(text) as { stateRoot?: unknown }
  return stateRoot(stateRoots, accounts) === said
}

/** The root covers all state that there is: nothing of it is unknown. */
function completed(state: State, address: Address): State {
  const {
    balance = 0n,
    nonce = 0,
    code = '0x',
    storage,
  } = readAccount(state, address)
  return writeAccount({ ...state, isPartial: false }, address, {
    balance,
    nonce,
    code,
    storage,
  })
}

const imported =
  'This block was imported, and its known state does not give its state root, so nothing under it can be proved. Give all accounts as "state" with the import, or ask for a block that the chain itself sealed.'
const forked =
  'The node stands on a fork whose state is recorded only in part, so nothing under a state root can be proved.'
const pending =
  'The pending block has no state root until it is sealed, so it has no proofs. Ask for "latest", or create the node with pendingStateRoot: "everyBeat".'

/** Slots by address, as `eth_getStorageValues` takes them. */
export const parseStorageKeys = mapOf(
  parseAddress,
  listOf(parseWord, 'slots'),
  'arrays of slots by address',
)
