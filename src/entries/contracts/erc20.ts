import {
  type Address,
  type Hex,
  parseAbi,
  toFunctionSelector,
  toHex,
  zeroAddress,
} from 'viem'
import { isHighS } from '../../base/codec/envelope.js'
import { amounts } from '../../base/validation/amounts.js'
import { optional } from '../../base/validation/fields.js'
import * as values from '../../base/validation/values.js'
import { address } from '../../base/validation/values.js'
import { annotate } from '../../base/words/words.js'
import {
  erc20Account,
  erc20 as tokenNative,
} from '../../engine/natives/erc20.js'
import type { Erc20Contract, NativeContract } from '../../index.js'
import { checkFields, contract, entriesOf } from './contract.js'
import { hashText, signerOf, structHash, typedDataHash } from './signer.js'
import type { FunctionContext } from './types.js'

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
export function erc20(
  given: Omit<Erc20Contract, 'type'> & { permit?: boolean | undefined },
): Erc20Contract | NativeContract {
  checkFields('erc20', given, fields)
  const { permit, ...token } = given
  return permit ? permitToken(token) : { type: 'erc20', ...token }
}

const abi = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function nonces(address owner) view returns (uint256)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'error ERC20InvalidSpender(address spender)',
  'error ERC2612ExpiredSignature(uint256 deadline)',
  'error ERC2612InvalidSigner(address signer, address owner)',
  'error ECDSAInvalidSignature()',
  'error ECDSAInvalidSignatureS(bytes32 s)',
])

type Context = FunctionContext<typeof abi>
type Permit = readonly [
  owner: Address,
  spender: Address,
  value: bigint,
  deadline: bigint,
  v: number,
  r: Hex,
  s: Hex,
]

/** Where OpenZeppelin's ERC20 5.x keeps allowances. */
const allowances = 1

const permitType =
  'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'
const domainType =
  'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'

/**
 * The token with OpenZeppelin's ERC20Permit 5.x (EIP-2612), inherited last: its
 * nonces stand behind the two strings of EIP712 and, if it has one, the owner.
 */
function permitToken(token: Omit<Erc20Contract, 'type'>): NativeContract {
  const { address, symbol, name = symbol, decimals = 18, owner } = token
  const nonces = owner === undefined ? 7 : 8
  const domainOf = ({ block, message }: Context) =>
    structHash(domainType, 'bytes32, bytes32, uint256, address', [
      hashText(name),
      hashText('1'),
      block.chainId,
      message.to,
    ])
  const separator = (context: unknown) => domainOf(context as Context)
  const permit = contract({
    address,
    abi,
    functions: {
      nonces: ({ args: [owner], state }) => state.get(nonces, owner),
      DOMAIN_SEPARATOR: separator,
      eip712Domain: ({ block, message }) => [
        '0x0f',
        name,
        '1',
        block.chainId,
        message.to,
        toHex(0n, { size: 32 }),
        [],
      ],
      permit(context) {
        const { state, block, emit, revert } = context
        const [owner, spender, value, deadline, v, r, s] =
          context.args as Permit
        if (block.timestamp > deadline)
          revert('ERC2612ExpiredSignature', [deadline])
        const nonce = state.get(nonces, owner)
        state.set([nonces, owner], nonce + 1n)
        const digest = typedDataHash(
          domainOf(context as Context),
          structHash(
            permitType,
            'address, address, uint256, uint256, uint256',
            [owner, spender, value, nonce, deadline],
          ),
        )
        if (isHighS(BigInt(s))) revert('ECDSAInvalidSignatureS', [s])
        const signer = signerOf(digest, {
          r: BigInt(r),
          s: BigInt(s),
          v: BigInt(v),
        })
        if (signer === undefined) return revert('ECDSAInvalidSignature')
        if (signer !== owner) revert('ERC2612InvalidSigner', [signer, owner])
        if (spender === zeroAddress) revert('ERC20InvalidSpender', [spender])
        state.set([allowances, owner, spender], value)
        emit('Approval', [owner, spender, value])
      },
    },
  }).native
  const plain = tokenNative(decimals, owner !== undefined)
  const ofPermit = new Set<string>(
    abi.flatMap((item) =>
      item.type === 'function' ? [toFunctionSelector(item)] : [],
    ),
  )
  const native: NativeContract['native'] = (frame) =>
    ofPermit.has(frame.input.slice(0, 10)) ? permit(frame) : plain(frame)
  annotate(native, { abis: [abi], names: { [address]: symbol } })
  const { storage } = erc20Account({
    type: 'erc20',
    ...token,
    balances: Object.fromEntries(
      Object.entries(token.balances ?? {}).map(([holder, amount]) => [
        holder.toLowerCase(),
        amount,
      ]),
    ),
  })
  return { type: 'native', address, native, storage }
}
