import {
  type Address,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  zeroAddress,
} from 'viem'
import { storeText } from '../../base/abi/selector.js'
import { numeral } from '../../base/hex/hex.js'
import { optional } from '../../base/validation/fields.js'
import * as values from '../../base/validation/values.js'
import { address } from '../../base/validation/values.js'
import { annotate } from '../../base/words/words.js'
import type { NativeContract } from '../../index.js'
import { Reverted } from './context.js'
import { checkFields, contract, entriesOf } from './contract.js'
import { slotOf, wordOf } from './state.js'
import type { ContractFunctions, FunctionContext } from './types.js'

export type Erc721Parameters = {
  address: Address
  symbol: string
  /** Default: the symbol */
  name?: string | undefined
  /** The prefix of `tokenURI` before the id; without it, the URI is empty. */
  baseUri?: string | undefined
  /** The owner of each token, by its id. */
  owners?: { readonly [tokenId: string]: Address } | undefined
  /**
   * The account that may `safeMint`. If given, the collection is Ownable and
   * ERC721Burnable.
   */
  owner?: Address | undefined
}

/** A number as a key, which is a text in JavaScript. */
const tokenId: values.Validator<string> = {
  check: (given) =>
    typeof given === 'string' &&
    numeral.test(given) &&
    BigInt(given) < 2n ** 256n
      ? { ok: true, value: given }
      : {
          ok: false,
          given: 'a key',
          expected: 'the id of a token, a whole number below 2^256',
        },
}

const fields = {
  address,
  symbol: values.text,
  name: optional(values.text, undefined),
  baseUri: optional(values.text, undefined),
  owners: optional(
    entriesOf(tokenId, address, 'an object of holders by token id'),
    undefined,
  ),
  owner: optional(address, undefined),
}

/** @throws InvalidParametersError naming every field that is wrong. */
function checkErc721(collection: Erc721Parameters): void {
  checkFields('erc721', collection, fields)
}

const tokenItems = [
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function tokenURI(uint256 tokenId) view returns (string)',
  'function supportsInterface(bytes4 interfaceId) view returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function getApproved(uint256 tokenId) view returns (address)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
  'function approve(address to, uint256 tokenId)',
  'function setApprovalForAll(address operator, bool approved)',
  'function transferFrom(address from, address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 tokenId, bytes data)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  'event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
  'error ERC721InvalidOwner(address owner)',
  'error ERC721NonexistentToken(uint256 tokenId)',
  'error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)',
  'error ERC721InvalidSender(address sender)',
  'error ERC721InvalidReceiver(address receiver)',
  'error ERC721InsufficientApproval(address operator, uint256 tokenId)',
  'error ERC721InvalidApprover(address approver)',
  'error ERC721InvalidOperator(address operator)',
] as const

const ownableItems = [
  'function owner() view returns (address)',
  'function transferOwnership(address newOwner)',
  'function renounceOwnership()',
  'event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)',
  'error OwnableInvalidOwner(address owner)',
  'error OwnableUnauthorizedAccount(address account)',
  'function safeMint(address to, uint256 tokenId)',
  'function burn(uint256 tokenId)',
] as const

const receiverItems = [
  'function onERC721Received(address operator, address from, uint256 tokenId, bytes data) returns (bytes4)',
] as const

/** Read when the first collection is declared. */
function readErc721Abi() {
  return parseAbi([...tokenItems, ...ownableItems])
}

/** Where OpenZeppelin's ERC721 5.x keeps what it knows, Ownable after it. */
const slots = {
  name: 0,
  symbol: 1,
  owners: 2,
  balances: 3,
  tokenApprovals: 4,
  operatorApprovals: 5,
  owner: 6,
}

/**
 * A collection that behaves like OpenZeppelin's ERC721 5.x, with the same
 * storage, events and custom errors. If it has an `owner`, it is Ownable and
 * ERC721Burnable, and the owner may `safeMint`.
 *
 * @example
 * const cards = erc721({
 *   address: '0x000000000000000000000000000000000000ca4d',
 *   symbol: 'CARD',
 *   owners: { 1: alice, 2: bob },
 * })
 * const node = createMockNode({ contracts: [cards] })
 *
 * @throws InvalidParametersError naming every field that is wrong.
 */
export function erc721(collection: Erc721Parameters): NativeContract {
  checkErc721(collection)
  const { address, owner, baseUri = '' } = collection
  const storage = storageOf(collection)
  const all = readErc721Abi()
  // Without an owner, functions that need one are none of its own.
  const abi = owner === undefined ? parseAbi(tokenItems) : all
  const made = contract({
    address,
    abi: abi as typeof all,
    functions: { ...token(baseUri), ...(owner && ownable) },
    storage,
  })
  annotate(made.native, { names: { [address]: collection.symbol } })
  return made
}

function storageOf({
  symbol,
  name = symbol,
  owners = {},
  owner,
}: Erc721Parameters) {
  const counts = new Map<string, bigint>()
  const storage: { [slot: Hex]: Hex } = Object.fromEntries([
    ...(name === '' ? [] : storeText(slotOf(slots.name), name, keccak256)),
    ...(symbol === ''
      ? []
      : storeText(slotOf(slots.symbol), symbol, keccak256)),
  ])
  for (const [id, holder] of Object.entries(owners)) {
    storage[slotOf(slots.owners, BigInt(id))] = wordOf(holder)
    const slot = slotOf(slots.balances, holder)
    counts.set(slot, (counts.get(slot) ?? 0n) + 1n)
  }
  for (const [slot, count] of counts) storage[slot as Hex] = wordOf(count)
  if (owner !== undefined) storage[slotOf(slots.owner)] = wordOf(owner)
  return storage
}

type Erc721Abi = ReturnType<typeof readErc721Abi>
type Context = FunctionContext<Erc721Abi>

const interfaces = ['0x01ffc9a7', '0x80ac58cd', '0x5b5e139f']

const token = (baseUri: string): ContractFunctions<Erc721Abi> => ({
  name: ({ state }) => state.getText(slots.name),
  symbol: ({ state }) => state.getText(slots.symbol),
  tokenURI(context) {
    ownerOf(context, context.args[0])
    return baseUri && `${baseUri}${context.args[0]}`
  },
  supportsInterface: ({ args: [id] }) => interfaces.includes(id),
  balanceOf({ args: [owner], state, revert }) {
    if (owner === zeroAddress) revert('ERC721InvalidOwner', [owner])
    return state.get(slots.balances, owner)
  },
  ownerOf: (context) => ownerOf(context, context.args[0]),
  getApproved(context) {
    ownerOf(context, context.args[0])
    return context.state.getAddress(slots.tokenApprovals, context.args[0])
  },
  isApprovedForAll: ({ args: [owner, operator], state }) =>
    state.get(slots.operatorApprovals, owner, operator) !== 0n,
  approve(context) {
    const { args, message, state, emit, revert } = context
    const [to, id] = args
    const owner = ownerOf(context, id)
    if (owner !== message.from && !operates(context, owner))
      revert('ERC721InvalidApprover', [message.from])
    emit('Approval', [owner, to, id])
    state.set([slots.tokenApprovals, id], to)
  },
  setApprovalForAll({
    args: [operator, approved],
    message,
    state,
    emit,
    revert,
  }) {
    const { from } = message
    if (from === zeroAddress) revert('ERC721InvalidApprover', [from])
    if (operator === zeroAddress) revert('ERC721InvalidOperator', [operator])
    state.set([slots.operatorApprovals, from, operator], approved)
    emit('ApprovalForAll', [from, operator, approved])
  },
  transferFrom: (context) => transfer(context, ...context.args),
  safeTransferFrom(context) {
    const [from, to, id, data = '0x'] = context.args
    transfer(context, from, to, id)
    checkReceiver(context, from, to, id, data)
  },
})

const ownable: ContractFunctions<Erc721Abi> = {
  owner: ({ state }) => state.getAddress(slots.owner),
  transferOwnership(context) {
    const [owner] = context.args
    checkOwner(context)
    if (owner === zeroAddress) context.revert('OwnableInvalidOwner', [owner])
    setOwner(context, owner)
  },
  renounceOwnership(context) {
    checkOwner(context)
    setOwner(context, zeroAddress)
  },
  safeMint(context) {
    const [to, id] = context.args
    checkOwner(context)
    if (to === zeroAddress) context.revert('ERC721InvalidReceiver', [to])
    const before = update(context, to, id)
    if (before !== zeroAddress)
      context.revert('ERC721InvalidSender', [zeroAddress])
    checkReceiver(context, zeroAddress, to, id, '0x')
  },
  burn(context) {
    const [id] = context.args
    checkAuthorized(context, id)
    update(context, zeroAddress, id)
  },
}

function ownerOf({ state, revert }: Context, id: bigint): Address {
  const owner = state.getAddress(slots.owners, id)
  if (owner === zeroAddress) revert('ERC721NonexistentToken', [id])
  return owner
}

function operates({ message, state }: Context, owner: Address): boolean {
  return state.get(slots.operatorApprovals, owner, message.from) !== 0n
}

function transfer(context: Context, from: Address, to: Address, id: bigint) {
  if (to === zeroAddress) context.revert('ERC721InvalidReceiver', [to])
  checkAuthorized(context, id)
  const before = update(context, to, id)
  if (before !== from)
    context.revert('ERC721IncorrectOwner', [from, id, before])
}

function checkAuthorized(context: Context, id: bigint): void {
  const { message, state, revert } = context
  const { from } = message
  // As in OpenZeppelin, an authorizer of zero skips the check.
  const owner = state.getAddress(slots.owners, id)
  const isAuthorized =
    owner === from ||
    operates(context, owner) ||
    state.getAddress(slots.tokenApprovals, id) === from
  if (from === zeroAddress || isAuthorized) return
  if (owner === zeroAddress) revert('ERC721NonexistentToken', [id])
  revert('ERC721InsufficientApproval', [from, id])
}

/**
 * Moves a token and returns its old owner. Mints come from the zero address,
 * burns go to it.
 */
function update({ state, emit }: Context, to: Address, id: bigint): Address {
  const from = state.getAddress(slots.owners, id)
  if (from !== zeroAddress) {
    state.set([slots.tokenApprovals, id], 0n)
    state.set([slots.balances, from], state.get(slots.balances, from) - 1n)
  }
  if (to !== zeroAddress)
    state.set([slots.balances, to], state.get(slots.balances, to) + 1n)
  state.set([slots.owners, id], to)
  emit('Transfer', [from, to, id])
  return from
}

const received = '0x150b7a02'

/** A contract has to say that it takes tokens (EIP-721). */
function checkReceiver(
  { message, state, call, revert }: Context,
  from: Address,
  to: Address,
  id: bigint,
  data: Hex,
): void {
  if (state.code(to) === '0x') return
  const { status, output } = call({
    to,
    data: encodeFunctionData({
      abi: parseAbi(receiverItems),
      args: [message.from, from, id, data],
    }),
  })
  if (status !== 'success' && output !== '0x') throw new Reverted(output)
  if (status !== 'success' || output.slice(0, 10) !== received)
    revert('ERC721InvalidReceiver', [to])
}

function checkOwner({ message, state, revert }: Context): void {
  if (state.getAddress(slots.owner) !== message.from)
    revert('OwnableUnauthorizedAccount', [message.from])
}

function setOwner({ state, emit }: Context, owner: Address): void {
  const before = state.getAddress(slots.owner)
  state.set(slots.owner, owner)
  emit('OwnershipTransferred', [before, owner])
}
