import type { AccountsParameters, Address } from '../../index.js'

/** Values known of accounts, the later ones in place of the earlier. */
export function mergeState(
  before: AccountsParameters,
  after: AccountsParameters,
): AccountsParameters {
  const merged: { [address: Address]: AccountsParameters[Address] } = {
    ...before,
  }
  for (const [key, account] of Object.entries(after)) {
    const address = key as Address
    const known = before[address] ?? {}
    const storage = { ...known.storage, ...account.storage }
    merged[address] = {
      ...known,
      ...account,
      ...(Object.keys(storage).length > 0 && { storage }),
    }
  }
  return merged
}
