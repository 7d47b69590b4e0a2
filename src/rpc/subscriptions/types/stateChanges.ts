import type { Address } from '../../../base/hex/hex.js'
import { parseAddress, type Result, refuse } from '../../../base/hex/parse.js'
import { changesOfState } from '../changesOfState.js'
import { isSeen } from '../seenBeats.js'
import type { SubscriptionType } from './subscriptionType.js'

export const stateChanges: SubscriptionType<ReadonlySet<Address>> = {
  type: 'stateChanges',
  isUsual: false,
  read,
  results: (addresses, { view: { chain }, from }) =>
    isSeen(chain)
      ? changesOfState(from, chain)
          .filter(({ address }) => addresses.has(address))
          .map(({ newCode, ...change }) => change)
      : [],
}

function read(option: unknown): Result<ReadonlySet<Address>> {
  const parsed = Array.isArray(option) ? option.map(parseAddress) : []
  const addresses = parsed.flatMap((one) => (one.ok ? [one.value] : []))
  return addresses.length > 0 && addresses.length === parsed.length
    ? { ok: true, value: new Set(addresses) }
    : refuse(option, 'an array of addresses')
}
