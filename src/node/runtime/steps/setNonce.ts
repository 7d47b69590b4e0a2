import type { Address } from '../../../base/hex/hex.js'
import { address } from '../../../base/validation/address.js'
import * as values from '../../../base/validation/values.js'
import { value } from '../../schema/schema.js'
import { setAccount } from './internal/setAccount.js'
import type { StepWithVerb } from './internal/stepFile.js'

export type SetNonceStep = { type: 'setNonce' } & SetNonceParameters

type SetNonceParameters = { address: Address; nonce: number }

export type SetNonceVerb = {
  /**
   * Sets an account's nonce at once, under latest and pending.
   *
   * @example
   * node.setNonce({ address: alice, nonce: 7 })
   */
  setNonce(parameters: SetNonceParameters): void
}

export const setNonce = {
  type: 'setNonce',
  fields: () => ({
    address: value(address),
    nonce: value(values.natural),
  }),
  apply: (moment, { address, nonce }) => setAccount(moment, address, { nonce }),
  verb: { name: 'setNonce' },
} as const satisfies StepWithVerb<SetNonceStep, SetNonceVerb>
