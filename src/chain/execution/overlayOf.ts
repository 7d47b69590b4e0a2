import { differences } from '../../base/codec/trie.js'
import type { Address, Hex } from '../../base/hex/hex.js'
import type { ForkOverlay } from '../fork/fork.js'
import type { State } from '../model/state.js'

/** The part of a state that differs from the record under it. */
export function overlayOf({ accounts }: State): ForkOverlay {
  const overlay: { [address: Address]: ForkOverlay[Address] } = {}
  differences(null, accounts, (address, _, account) => {
    if (account === undefined) return
    const { balance, nonce, code, storage } = account
    const stateDiff: { [slot: Hex]: Hex } = {}
    differences(null, storage, (slot, _before, word) => {
      if (word !== undefined) stateDiff[slot as Hex] = word
    })
    overlay[address as Address] = {
      balance,
      nonce: nonce === undefined ? undefined : BigInt(nonce),
      code,
      stateDiff,
    }
  })
  return overlay
}
