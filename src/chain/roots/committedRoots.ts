import { type Address, type Hash, zeroHash } from '../../base/hex/hex.js'
import type { ChainConfig } from '../model/config.js'
import { readAccount, type State } from '../model/state.js'
import { type StateRootMemo, stateRoot, storageRoot } from './stateRoot.js'

/**
 * Its storage root is the header's withdrawalsRoot (OP Isthmus; F15 in
 * docs/fidelity.md).
 */
const messagePasser: Address = '0x4200000000000000000000000000000000000016'

type Config = Pick<ChainConfig, 'fork' | 'l1Attributes'>

/**
 * The root of a state as a header has it. Of a live chain's state most is not
 * here, so that nobody knows its root (F20 in docs/fidelity.md).
 */
export function committedRoot(
  { fork }: Config,
  memo: StateRootMemo,
  { accounts }: State,
): Hash {
  return fork === null ? stateRoot(memo, accounts) : zeroHash
}

export function withdrawalsRoot(
  { fork, l1Attributes }: Config,
  state: State,
): Hash {
  if (fork === null)
    return storageRoot(readAccount(state, messagePasser).storage)
  return l1Attributes === null ? storageRoot(null) : zeroHash
}
