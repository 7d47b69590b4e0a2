import { amounts } from '../../base/validation/amounts.js'
import { optional } from '../../base/validation/fields.js'
import * as values from '../../base/validation/values.js'
import { address } from '../../base/validation/values.js'
import type { Erc20Contract, NativeContract } from '../../index.js'
import { checkFields, entriesOf } from './checkFields.js'
import { permitToken } from './permitToken.js'

const fields = {
  type: optional(values.oneOf('erc20'), undefined),
  address,
  symbol: values.text,
  name: optional(values.text, undefined),
  decimals: optional(
    values.integer(0, 255, 'an integer from 0 to 255'),
    undefined,
  ),
  balances: optional(
    entriesOf(address, amounts.code.tokens, 'an object of amounts by holder'),
    undefined,
  ),
  owner: optional(address, undefined),
  permit: optional(values.boolean, undefined),
}

/**
 * A token that behaves like OpenZeppelin's ERC20 5.x, with the same storage,
 * events and custom errors. If it has an `owner`, it is Ownable and
 * ERC20Burnable, and the owner may `mint`.
 *
 * It is plain data, so scenario files can contain it. With `permit: true` it is
 * a contract of functions instead, with OpenZeppelin's ERC20Permit (EIP-2612).
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
 * @throws InvalidParametersError naming every field that is wrong.
 */
export function erc20(
  token: Omit<Erc20Contract, 'type'> & { permit: true },
): NativeContract
export function erc20(
  token: Omit<Erc20Contract, 'type'> & { permit?: false | undefined },
): Erc20Contract
export function erc20({
  permit,
  ...token
}: Omit<Erc20Contract, 'type'> & { permit?: boolean | undefined }):
  | Erc20Contract
  | NativeContract {
  checkFields('erc20', { ...token, permit }, fields)
  return permit ? permitToken(token) : { type: 'erc20', ...token }
}
