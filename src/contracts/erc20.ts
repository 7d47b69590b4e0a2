import type { Erc20Contract } from '../index.js'

/**
 * A token that behaves as OpenZeppelin's ERC20 5.x: storage, events and custom
 * errors are the same. With an `owner` it is Ownable and ERC20Burnable, and the
 * owner may `mint`.
 *
 * It is plain data, so it can stand in a scenario file.
 *
 * @example
 * const usdc = erc20({
 *   address: '0x000000000000000000000000000000000000cafe',
 *   symbol: 'USDC',
 *   decimals: 6,
 *   balances: { [alice]: 100_000_000n },
 * })
 * const node = createMockNode({ contracts: [usdc] })
 *
 * @param token - `balances` in the smallest unit; `name` is `symbol`, and
 * `decimals` 18, unless given.
 */
export function erc20(token: Omit<Erc20Contract, 'type'>): Erc20Contract {
  return { type: 'erc20', ...token }
}
