import type { Address, Hex } from '../base/hex/hex.js'
import type { Native } from './engine.js'

/**
 * A contract without bytecode, as `erc20`, `erc721` and `contract` of
 * `preseal/contracts` return it.
 *
 * @example
 * createMockNode({
 *   contracts: [{ type: 'erc20', address: usdc, symbol: 'USDC', decimals: 6 }],
 * })
 */
export type Contract = Erc20Contract | NativeContract

/** A token like OpenZeppelin's ERC20: plain data, also for scenario files. */
export type Erc20Contract = {
  type: 'erc20'
  address: Address
  symbol: string
  /** Default: the symbol */
  name?: string | undefined
  /** Default 18 */
  decimals?: number | undefined
  /** Balances by holder, in the token's smallest unit. */
  balances?: { readonly [holder: Address]: bigint } | undefined
  /**
   * The account that may `mint`. If given, the token is Ownable and
   * ERC20Burnable.
   */
  owner?: Address | undefined
}

/** A contract whose code is a function. */
export type NativeContract = {
  type: 'native'
  address: Address
  /** Answers each call. It keeps its state in the chain's storage. */
  native: Native
  /** Initial storage: words by slot. */
  storage?: { readonly [slot: Hex]: Hex } | undefined
}
