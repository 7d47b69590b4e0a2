import type { Address, Hex } from '../../../base/hex/hex.js'
import { address } from '../../../base/validation/address.js'
import * as values from '../../../base/validation/values.js'
import { value } from '../../schema/schema.js'
import { setAccount } from './internal/setAccount.js'
import type { Said, StepWithVerb } from './internal/stepFile.js'

export type SetStorageAtStep = { type: 'setStorageAt' } & SetStorageAtParameters

type SetStorageAtParameters = {
  address: Address
  /** The slot: hex of at most 32 bytes, or a number. */
  index: Hex | number
  /** Hex of at most 32 bytes. */
  value: Hex
}

export type SetStorageAtVerb = {
  /**
   * Sets a storage slot at once, under latest and pending.
   *
   * @example
   * node.setStorageAt({ address: token, index: 0, value: '0x2a' })
   *
   * @param parameters - `index` and `value` are hex of at most 32 bytes.
   */
  setStorageAt(parameters: SetStorageAtParameters): void
}

/** As it is read, the slot being 32 bytes of hex. */
type Canonical = Said<SetStorageAtStep> & { index: Hex }

export const setStorageAt = {
  type: 'setStorageAt',
  fields: () => ({
    address: value(address),
    index: value<Hex, Hex | number>(values.slot),
    value: value(values.word),
  }),
  apply: (moment, { address, index, value }) =>
    setAccount(moment, address, { storage: { [index]: value } }),
  verb: { name: 'setStorageAt' },
} as const satisfies StepWithVerb<
  SetStorageAtStep,
  SetStorageAtVerb,
  undefined,
  Canonical
>
