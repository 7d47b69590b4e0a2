import type { Contract } from '../../../engine/contract.js'
import { contract } from '../../schema/contract.js'
import type { RolesOf } from '../names/roles.js'
import { setAccount } from './internal/setAccount.js'
import type { StepWithVerb } from './internal/stepFile.js'

export type SetContractStep = { type: 'setContract'; contract: Contract }

export type SetContractVerb = {
  /**
   * Puts a contract without bytecode at its address at once, under latest and
   * pending. Other slots of the address do not change.
   *
   * @example
   * node.setContract(erc20({ address: usdc, symbol: 'USDC', decimals: 6 }))
   *
   * @param contract - The result of `erc20`, `erc721` or `contract` of
   * `preseal/contracts`.
   */
  setContract(contract: Contract): void
}

export const setContractNames: RolesOf<SetContractStep> = { contract: 'noName' }

export const setContract = {
  type: 'setContract',
  fields: (dialect) => ({ contract: contract(dialect) }),
  apply: (moment, { contract }) =>
    setAccount(
      moment,
      contract.address,
      moment.chain.config.accountOf(contract),
    ),
  verb: {
    name: 'setContract',
    parameter: contract,
    toStep: (contract) => ({ contract }),
  },
} as const satisfies StepWithVerb<SetContractStep, SetContractVerb>
