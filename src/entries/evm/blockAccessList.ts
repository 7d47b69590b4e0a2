import { encodeRlp, type RlpInput } from '../../base/codec/rlp.js'
import { keccak256 } from '../../base/hash/keccak256.js'
import { type Address, type Hash, toHex } from '../../base/hex/hex.js'
import type {
  AccountAccesses,
  BlockAccessList,
  Engine,
} from '../../engine/engine.js'

/** An account while transactions add to it. */
type Draft = {
  readonly [field in keyof Omit<
    AccountAccesses,
    'address' | 'storageReads' | 'storageChanges'
  >]: AccountAccesses[field][number][]
} & {
  readonly slots: Map<
    Hash,
    AccountAccesses['storageChanges'][number]['changes'][number][]
  >
}

/** The list of EIP-7928: index 0 is what comes before the transactions. */
export const blockAccessList: NonNullable<Engine['blockAccessList']> = (
  transactions,
  others,
): BlockAccessList => {
  const drafts = new Map<Address, Draft>()
  const draftOf = (address: Address): Draft => {
    const known = drafts.get(address)
    if (known !== undefined) return known
    const draft: Draft = {
      slots: new Map(),
      balanceChanges: [],
      nonceChanges: [],
      codeChanges: [],
    }
    drafts.set(address, draft)
    return draft
  }
  for (const address of others) draftOf(address)
  for (const [position, { accessed, changes }] of transactions.entries()) {
    const index = position + 1
    for (const [address, keys] of Object.entries(accessed)) {
      const { slots } = draftOf(address as Address)
      for (const key of keys) if (!slots.has(key)) slots.set(key, [])
    }
    for (const [address, change] of Object.entries(changes)) {
      const draft = draftOf(address as Address)
      const { balance, nonce, code, storage = {} } = change
      if (balance !== undefined)
        draft.balanceChanges.push({ index, value: balance })
      if (nonce !== undefined) draft.nonceChanges.push({ index, value: nonce })
      if (code !== undefined) draft.codeChanges.push({ index, value: code })
      for (const [key, value] of Object.entries(storage)) {
        const known = draft.slots.get(key as Hash) ?? []
        known.push({ index, value })
        draft.slots.set(key as Hash, known)
      }
    }
  }
  const accounts = [...drafts].sort(byKey).map(finish)
  const hash = toHex(keccak256(encodeRlp(accounts.map(toItem))))
  return { accounts, hash }
}

function finish([address, { slots, ...draft }]: [
  Address,
  Draft,
]): AccountAccesses {
  const sorted = [...slots].sort(byKey)
  return {
    address,
    storageChanges: sorted
      .filter(([, changes]) => changes.length > 0)
      .map(([key, changes]) => ({ key, changes })),
    storageReads: sorted
      .filter(([, changes]) => changes.length === 0)
      .map(([key]) => key),
    ...draft,
  }
}

/** Hex of one length is in the order of the numbers. */
function byKey([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1
}

function toItem(account: AccountAccesses): RlpInput {
  const { address, storageChanges, storageReads } = account
  const numbers = (
    changes: readonly { readonly index: number; readonly value: bigint }[],
  ) => changes.map(({ index, value }) => [index, value])
  return [
    address,
    storageChanges.map(({ key, changes }) => [
      BigInt(key),
      numbers(
        changes.map(({ index, value }) => ({ index, value: BigInt(value) })),
      ),
    ]),
    storageReads.map(BigInt),
    numbers(account.balanceChanges),
    numbers(account.nonceChanges),
    account.codeChanges.map(({ index, value }) => [index, value]),
  ]
}
