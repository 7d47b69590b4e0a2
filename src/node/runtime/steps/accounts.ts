import type { Address, Hex } from '../../../base/hex/hex.js'
import { amounts } from '../../../base/validation/amounts.js'
import * as values from '../../../base/validation/values.js'
import { address } from '../../../base/validation/values.js'
import { setAccounts } from '../../../chain/intents/setAccounts.js'
import type { AccountParameters } from '../../../chain/model/transaction.js'
import type { Contract } from '../../../engine/contract.js'
import { contract } from '../../schema/contract.js'
import { value } from '../../schema/schema.js'
import {
  type NodeState,
  type Transition,
  transition,
} from '../state/nodeState.js'
import { type Acts, named, type StepsOf } from './act.js'

type AccountFields = {
  setBalance: {
    address: Address
    /** wei */
    value: bigint
  }

  setNonce: { address: Address; nonce: number | bigint }

  setCode: {
    address: Address
    /** The code; `'0x'` removes it. */
    bytecode: Hex
  }

  setStorageAt: {
    address: Address
    /** The slot: hex of at most 32 bytes, or a number. */
    index: Hex | number
    /** Hex of at most 32 bytes. */
    value: Hex
  }

  setContract: {
    contract: Contract
  }
}

export type AccountSteps = StepsOf<AccountFields>

export type AccountVerbs = {
  /**
   * Sets a balance at once, under latest and pending.
   *
   * @example
   * node.setBalance({ address: alice, value: parseEther('1') })
   *
   * @param parameters - `value` in wei. On a chain without a coin, such as that
   * of `tempo()`, nobody sees it.
   */
  setBalance(parameters: AccountFields['setBalance']): void

  /**
   * Sets an account's nonce at once, under latest and pending.
   *
   * @example
   * node.setNonce({ address: alice, nonce: 7 })
   */
  setNonce(parameters: AccountFields['setNonce']): void

  /**
   * Sets an account's code at once, under latest and pending.
   *
   * @example
   * node.setCode({ address: token, bytecode: '0x6000' })
   *
   * @param parameters - `bytecode` is the runtime code; `'0x'` removes it.
   */
  setCode(parameters: AccountFields['setCode']): void

  /**
   * Sets a storage slot at once, under latest and pending.
   *
   * @example
   * node.setStorageAt({ address: token, index: 0, value: '0x2a' })
   *
   * @param parameters - `index` and `value` are hex of at most 32 bytes.
   */
  setStorageAt(parameters: AccountFields['setStorageAt']): void

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

export const accountActs = /* @__PURE__ */ named({
  /** Sets a balance, in wei. */
  setBalance: {
    fields: (dialect) => ({
      address: value(address),
      value: value(amounts[dialect].wei),
    }),
    apply: (state, { address, value }) =>
      setAccount(state, address, { balance: value }),
    verb: {},
  },

  /** Sets a nonce. */
  setNonce: {
    fields: () => ({
      address: value(address),
      nonce: value(values.nonce),
    }),
    apply: (state, { address, nonce }) => setAccount(state, address, { nonce }),
    verb: {},
  },

  /** Sets runtime code. */
  setCode: {
    fields: () => ({
      address: value(address),
      bytecode: value(values.data),
    }),
    apply: (state, { address, bytecode }) =>
      setAccount(state, address, { code: bytecode }),
    verb: {},
  },

  /** Sets a storage slot. */
  setStorageAt: {
    fields: () => ({
      address: value(address),
      index: value<Hex, Hex | number>(values.slot),
      value: value(values.word),
    }),
    apply: (state, { address, index, value }) =>
      setAccount(state, address, { storage: { [index as Hex]: value } }),
    verb: {},
  },

  /** Puts a contract at its address. */
  setContract: {
    fields: (dialect) => ({ contract: contract(dialect) }),
    apply: (state, { contract }) =>
      setAccount(
        state,
        contract.address,
        state.chain.config.accountOf(contract),
      ),
    verb: { parameter: contract, toFields: (contract) => ({ contract }) },
  },
} satisfies Acts<AccountFields, AccountVerbs>)

/** Changes an account at once, under latest and pending. */
function setAccount(
  state: NodeState,
  address: Address,
  change: AccountParameters,
): Transition {
  const chain = setAccounts(state.chain, { [address]: change })
  return transition({ ...state, chain })
}
