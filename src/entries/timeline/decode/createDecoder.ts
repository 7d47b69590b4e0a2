import { keccak256 } from '../../../base/hash/keccak256.js'
import { multicall3Address } from '../../../base/hex/addresses.js'
import {
  type Address,
  type Hex,
  toBytes,
  toHex,
} from '../../../base/hex/hex.js'
import { encodeText } from '../../../base/hex/text.js'
import {
  type Annotations,
  amountIn,
  short,
  type Unit,
} from '../../../base/words/words.js'
import {
  type AbiItem,
  decodeParameters,
  type NamedValue,
  readAbiItem,
  signatureOf,
  type Value,
} from './abiItem.js'

/** ERC-20 and WETH with OpenZeppelin's errors, ERC-721, and Multicall3. */
const usualAbis: readonly (readonly string[])[] = [
  [
    'function name() returns (string)',
    'function symbol() returns (string)',
    'function decimals() returns (uint8)',
    'function totalSupply() returns (uint256)',
    'function balanceOf(address account) returns (uint256)',
    'function allowance(address owner, address spender) returns (uint256)',
    'function transfer(address to, uint256 value) returns (bool)',
    'function approve(address spender, uint256 value) returns (bool)',
    'function transferFrom(address from, address to, uint256 value) returns (bool)',
    'function mint(address to, uint256 amount)',
    'function burn(uint256 value)',
    'function burnFrom(address account, uint256 value)',
    'function owner() returns (address)',
    'function transferOwnership(address newOwner)',
    'function renounceOwnership()',
    'function deposit()',
    'function withdraw(uint256 wad)',
    'event Transfer(address indexed from, address indexed to, uint256 value)',
    'event Approval(address indexed owner, address indexed spender, uint256 value)',
    'event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)',
    'event Deposit(address indexed dst, uint256 wad)',
    'event Withdrawal(address indexed src, uint256 wad)',
    'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
    'error ERC20InvalidSender(address sender)',
    'error ERC20InvalidReceiver(address receiver)',
    'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
    'error ERC20InvalidApprover(address approver)',
    'error ERC20InvalidSpender(address spender)',
    'error OwnableUnauthorizedAccount(address account)',
    'error OwnableInvalidOwner(address owner)',
  ],
  [
    'function ownerOf(uint256 tokenId) returns (address)',
    'function tokenURI(uint256 tokenId) returns (string)',
    'function getApproved(uint256 tokenId) returns (address)',
    'function isApprovedForAll(address owner, address operator) returns (bool)',
    'function setApprovalForAll(address operator, bool approved)',
    'function safeTransferFrom(address from, address to, uint256 tokenId)',
    'function supportsInterface(bytes4 interfaceId) returns (bool)',
    'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
    'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
  ],
  [
    'function getEthBalance(address addr) returns (uint256)',
    'function getBlockNumber() returns (uint256)',
    'function getBlockHash(uint256 blockNumber) returns (bytes32)',
    'function getBasefee() returns (uint256)',
    'function getChainId() returns (uint256)',
    'function getCurrentBlockTimestamp() returns (uint256)',
  ],
  ['error Error(string reason)', 'error Panic(uint256 code)'],
]

/** A token at its address, in lower case. */
export type Token = Unit & { readonly address: Address }

/** Reads calls, answers, logs and errors as the ABIs that are known say. */
export type Decoder = {
  /** By its name, or short. */
  address(of: string): string
  /** `USDC.transfer(to: bob, value: 5)`, or by its selector. */
  call(to: string | null | undefined, data: string): string
  /** The answer of a call; undefined if no ABI has it. */
  answer(
    to: string | null | undefined,
    data: string,
    output: string,
  ): string | undefined
  /** `ERC20InvalidSender(sender: bob)`; undefined if no ABI has it. */
  error(data: string, by?: string | null): string | undefined
  /** The name of the event that has a topic; undefined if no ABI has it. */
  event(topic: string): string | undefined
  log(of: { address: string; topics: readonly string[]; data: string }): string
}

/** Names of functions by selector, of each ABI, which stays as it is. */
const functions = new WeakMap<readonly unknown[], ReadonlyMap<string, string>>()

/**
 * The name of the function that a selector stands for, by the ABIs of the
 * annotations or the usual ones; undefined if none has it.
 */
export function nameOfFunction(
  selector: string,
  { abis = [] }: Annotations,
): string | undefined {
  for (const abi of [...abis, ...usualAbis]) {
    const known = functions.get(abi) ?? functionsIn(abi)
    functions.set(abi, known)
    const name = known.get(selector)
    if (name !== undefined) return name
  }
  return undefined
}

function functionsIn(abi: readonly unknown[]): ReadonlyMap<string, string> {
  return new Map(
    [...indexItems([abi])].flatMap(([key, [item]]): [string, string][] => {
      const [type, selector] = key.split(' ')
      return type === 'function' && item !== undefined
        ? [[selector as string, item.name]]
        : []
    }),
  )
}

/** What tokens call a parameter that is an amount; without a name, an answer. */
const amounts =
  /^(_?(value|amount|wad|balance|needed|allowance|currentAllowance)|)$/

/** Answers that are amounts, since other ones have no names either. */
const amountsAnswered = /^(balanceOf|allowance|totalSupply)$/

/** ABIs of the annotations first, as they are of this very test. */
export function createDecoder(
  { abis = [], names = {} }: Annotations,
  tokens: readonly Token[] = [],
): Decoder {
  const own = indexItems(abis)
  usual ??= indexItems(usualAbis)
  const all = [own, usual]
  const called = new Map<string, string>([[multicall3Address, 'Multicall3']])
  const units = new Map<string, Unit>()
  for (const { address, ...unit } of tokens) {
    called.set(address, unit.symbol)
    units.set(address, unit)
  }
  const unitOf = (of: string | null | undefined) =>
    units.get(`${of}`.toLowerCase())
  /** A contract in between hands on the error of a token. */
  const [only] = units.values()
  for (const [address, name] of Object.entries(names))
    called.set(address.toLowerCase(), name)

  const address = (of: string) => called.get(of.toLowerCase()) ?? short(of)

  function text(value: Value): string {
    switch (value.type) {
      case 'address':
        return address(value.value)
      case 'bytes':
        return callWithin(value.value) ?? short(value.value)
      case 'number':
        return `${value.value}`
      case 'text':
        return cut(value.value)
      case 'list':
        return cut(`[${value.values.map(text).join(', ')}]`)
      case 'fields':
        return `{ ${listed(value.values)} }`
    }
  }

  const inUnit = ({ name, value }: NamedValue, unit: Unit | undefined) =>
    unit !== undefined && value.type === 'number' && amounts.test(name)
      ? amountIn(value.value, unit)
      : text(value)

  const listed = (values: readonly NamedValue[], unit?: Unit): string =>
    values
      .map((one) => `${one.name && `${one.name}: `}${inUnit(one, unit)}`)
      .join(', ')

  /** The first item that fits, with what it makes of the digits. */
  function fitting<found>(
    type: AbiItem['type'],
    selector: string,
    read: (item: AbiItem) => found | undefined,
  ): found | undefined {
    const key = `${type} ${selector}`
    for (const item of all.flatMap((items) => items.get(key) ?? []))
      try {
        const found = read(item)
        if (found !== undefined) return found
      } catch {
        // Another one of that selector may fit.
      }
    return undefined
  }

  const named = (type: 'function' | 'error', data: string, unit?: Unit) =>
    fitting(
      type,
      data.slice(0, 10),
      ({ name, inputs }) =>
        `${name}(${listed(decodeParameters(inputs, data.slice(10)), unit)})`,
    )

  const callWithin = (data: string) =>
    (data.length - 10) % 64 === 0 ? named('function', data) : undefined

  return {
    address,
    call(to, data) {
      const name = to === null || to === undefined ? 'a creation' : address(to)
      if (data.length < 10 || name === 'a creation') return name
      const inner = named('function', data, unitOf(to))
      return `${name}.${inner ?? `${data.slice(0, 10)}(…)`}`
    },
    answer: (to, data, output) =>
      fitting('function', data.slice(0, 10), ({ name, outputs }) => {
        if (outputs.length === 0) return undefined
        const values = decodeParameters(outputs, output.slice(2))
        const [one] = values
        const unit = amountsAnswered.test(name) ? unitOf(to) : undefined
        return values.length === 1 && one !== undefined
          ? inUnit({ ...one, name: '' }, unit)
          : listed(values)
      }),
    error: (data, by) =>
      named('error', data, unitOf(by) ?? (units.size > 1 ? undefined : only)),
    event: (topic) =>
      topic.length === 66
        ? fitting('event', topic, ({ name }) => name)
        : undefined,
    log({ address: of, topics, data }) {
      const [topic = '', ...inOrder] = topics
      const inner = fitting('event', topic, ({ name, inputs }) => {
        const inTopics = inputs.filter(({ isIndexed }) => isIndexed)
        if (inTopics.length !== inOrder.length) return undefined
        const indexed = [...inOrder]
        const inData = inputs.filter(({ isIndexed }) => !isIndexed)
        const rest = decodeParameters(inData, data.slice(2))
        const values = inputs.map((input) =>
          input.isIndexed
            ? fromTopic(input, indexed.shift() ?? '')
            : (rest.shift() as NamedValue),
        )
        return `${name}(${listed(values, unitOf(of))})`
      })
      return `${address(of)}.${inner ?? `${topic.slice(0, 10)}(…)`}`
    },
  }
}

/** A dynamic value stands in a topic by its hash. */
function fromTopic(
  input: AbiItem['inputs'][number],
  topic: string,
): NamedValue {
  const isHashed = /^(string|bytes|tuple.*|.*\])$/.test(input.type)
  const type = isHashed ? 'bytes32' : input.type
  const [value] = decodeParameters([{ ...input, type }], topic.slice(2))
  return value as NamedValue
}

type Items = ReadonlyMap<string, readonly AbiItem[]>

let usual: Items | undefined

function indexItems(abis: readonly (readonly unknown[])[]): Items {
  const items = new Map<string, AbiItem[]>()
  for (const given of abis.flat()) {
    const item = readAbiItem(given)
    if (item === undefined) continue
    const signature = encodeText(signatureOf(item))
    const hash: Hex = toHex(keccak256(toBytes(signature)))
    const selector = item.type === 'event' ? hash : hash.slice(0, 10)
    const key = `${item.type} ${selector}`
    items.set(key, [...(items.get(key) ?? []), item])
  }
  return items
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}
