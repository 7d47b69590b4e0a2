import type { Address } from '../../../base/hex/hex.js'
import { address } from '../../../base/validation/address.js'
import { amounts } from '../../../base/validation/amounts.js'
import { value } from '../../schema/schema.js'
import { setAccount } from './internal/setAccount.js'
import type { StepWithVerb } from './internal/stepFile.js'

export type SetBalanceStep = { type: 'setBalance' } & SetBalanceParameters

type SetBalanceParameters = {
  address: Address
  /** wei */
  value: bigint
}

export type SetBalanceVerb = {
  /**
   * Sets a balance at once, under latest and pending.
   *
   * @example
   * node.setBalance({ address: alice, value: parseEther('1') })
   *
   * @param parameters - `value` in wei.
   */
  setBalance(parameters: SetBalanceParameters): void
}

export const setBalance = {
  type: 'setBalance',
  fields: (dialect) => ({
    address: value(address),
    value: value(amounts[dialect].wei),
  }),
  apply: (moment, { address, value }) =>
    setAccount(moment, address, { balance: value }),
  verb: { name: 'setBalance' },
} as const satisfies StepWithVerb<SetBalanceStep, SetBalanceVerb>
