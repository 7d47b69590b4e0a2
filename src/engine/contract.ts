import type { Address, Hex } from '../base/hex/hex.js'
import type { Native } from './engine.js'

/**
 * A contract that is there without bytecode: what `erc20`, `erc721` and
 * `contract` of `preseal/contracts` give.
 *
 * @example
 * createMockNode({
 *   contracts: [{ type: 'erc20', address: usdc, symbol: 'USDC', decimals: 6 }],
 * })
 */
export type Contract = Erc20Contract | NativeContract

/** A token as OpenZeppelin's ERC20: plain data, also in scenario files. */
export type Erc20Contract = {
  type: 'erc20'
  address: Address
  symbol: string
  /** The symbol. */
  name?: string | undefined
  /** 18 */
  decimals?: number | undefined
  /** In the token's smallest unit, by holder. */
  balances?: { readonly [holder: Address]: bigint } | undefined
  /**
   * The account that may `mint`; with it the token is Ownable and
   * ERC20Burnable.
   */
  owner?: Address | undefined
}

/** A contract that is a function. */
export type NativeContract = {
  type: 'native'
  address: Address
  /** Answers each call; what it knows it keeps in the chain's storage. */
  native: Native
  /** Words by slot, from the start. */
  storage?: { readonly [slot: Hex]: Hex } | undefined
}
