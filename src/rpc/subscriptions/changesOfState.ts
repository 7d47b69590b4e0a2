import { differences } from '../../base/codec/trie.js'
import { type Address, type Hex, toQuantity } from '../../base/hex/hex.js'
import type { Chain } from '../../chain/blocks/chain.js'
import { readAccount } from '../../chain/model/state.js'

type StateChange = {
  readonly address: Address
  readonly nonce: number
  readonly balance: Hex
  /** Values of its slots that changed. */
  readonly storage: { readonly [slot: Hex]: Hex }
  /** Null if it is the same. */
  readonly newCode: Hex | null
}

/** The accounts that a beat changed, since the chain before it. */
export function changesOfState(since: Chain, { open }: Chain): StateChange[] {
  const { state } = open
  const found: StateChange[] = []
  const own = since.open.state
  differences(own.accounts, state.accounts, (address, before, after) => {
    if (after === undefined) return
    const storage: { [slot: Hex]: Hex } = {}
    differences(
      before?.storage ?? null,
      after.storage,
      (slot, _, word = '0x0') => {
        storage[slot as Hex] = toQuantity(BigInt(word))
      },
    )
    const { nonce, balance, code } = readAccount(state, address as Address)
    const known = readAccount(own, address as Address)
    found.push({
      address: address as Address,
      nonce: Number(nonce ?? 0),
      balance: toQuantity(balance ?? 0n),
      storage,
      newCode: code === known.code ? null : (code ?? '0x'),
    })
  })
  return found
}
