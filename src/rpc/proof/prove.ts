import type { RpcProof } from 'viem'
import {
  type Address,
  toHex,
  toQuantity,
  zeroHash,
} from '../../base/hex/hex.js'
import type { BlockView, Chain } from '../../chain/blocks/chain.js'
import { contentAt } from '../../chain/blocks/nextOpenBlock.js'
import {
  readAccount,
  readBalance,
  readCode,
  readNonce,
  readStorage,
  type State,
} from '../../chain/model/state.js'
import {
  accountProof,
  codeHash,
  isEmpty,
  storageProof,
  storageRoot,
} from '../../chain/roots/stateRoot.js'
import type { Slot } from './parseSlots.js'

/**
 * An account and its slots, and why the block's `stateRoot` says so (EIP-1186):
 * of the state that its header commits to, without what was set since.
 *
 * @returns Why not, where the block has no state root that could be proved.
 * @throws UnknownStateError for what is not known after an import.
 */
export function prove(
  { config, memo }: Chain,
  block: BlockView,
  address: Address,
  slots: readonly Slot[],
): RpcProof | string {
  if (config.fork !== null) return forked
  if (block.imported !== undefined) return imported
  if (block.status === 'open' && config.pendingStateRoot === 'atSeal')
    return pending
  const state: State =
    block.status === 'open'
      ? block.state
      : contentAt(config, block.run.value, block.offset).committed
  const account = readAccount(state, address)
  // geth shows zeros in the place of both hashes where there is no account.
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

const imported =
  'This block was imported, and only in part is its state known, so that nothing under its state root can be proved. Ask for a block that the chain itself sealed.'
const forked =
  'The node stands on a fork, of whose state only a part is recorded, so that nothing under a state root can be proved.'
const pending =
  'The pending block has no state root until it is sealed, so that nothing can be proved of it. Ask for "latest", or create the node with stateRoot: "everyBeat".'
