import type { Address, Hex } from '../../../base/hex/hex.js'
import { address } from '../../../base/validation/address.js'
import * as values from '../../../base/validation/values.js'
import { value } from '../../schema/schema.js'
import { setAccount } from './internal/setAccount.js'
import type { StepWithVerb } from './internal/stepFile.js'

export type SetCodeStep = { type: 'setCode' } & SetCodeParameters

type SetCodeParameters = {
  address: Address
  /** The code; `'0x'` removes it. */
  bytecode: Hex
}

export type SetCodeVerb = {
  /**
   * Sets an account's code at once, under latest and pending.
   *
   * @example
   * node.setCode({ address: token, bytecode: '0x6000' })
   *
   * @param parameters - `bytecode` is the runtime code; `'0x'` removes it.
   */
  setCode(parameters: SetCodeParameters): void
}

export const setCode = {
  type: 'setCode',
  fields: () => ({
    address: value(address),
    bytecode: value(values.data),
  }),
  apply: (moment, { address, bytecode }) =>
    setAccount(moment, address, { code: bytecode }),
  verb: { name: 'setCode' },
} as const satisfies StepWithVerb<SetCodeStep, SetCodeVerb>
