import { readTransactionObject } from '../../base/codec/transactionTypes.js'
import {
  parseHashes,
  parseWire,
  readField,
  readItems,
  readOptional,
  type Wire,
} from '../../base/codec/wire.js'
import { isPlain } from '../../base/hex/display.js'
import {
  type Hex,
  parseAddress,
  parseData,
  parseHash,
  type Result,
  refuse,
  toWord,
} from '../../base/hex/hex.js'
import type {
  AccountOverride,
  BlockOverrides,
  CallRequest,
  StateOverrides,
} from '../../chain/calls/callRequest.js'
import type {
  Simulation,
  SimulationBlock,
} from '../../chain/calls/simulatedBlock.js'
import type { AccessListItem, Authorization } from '../../engine/engine.js'

type Refused = Extract<Result<never>, { ok: false }>

/** The fields of an object, and the first of them that is wrong. */
export type Fields = {
  readonly given: { readonly [name: string]: unknown }
  refused: Refused | undefined
}

export function fieldsOf(given: unknown): Fields | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return undefined
  return { given: given as Fields['given'], refused: undefined }
}

/** A field as it is read; null stands for one that is left out. */
export function take<value>(
  fields: Fields,
  name: string,
  parse: (given: unknown) => Result<value>,
): value | undefined {
  const given = fields.given[name]
  if (given === undefined || given === null) return undefined
  const parsed = parse(given)
  if (parsed.ok) return parsed.value
  const { expected } = parsed
  fields.refused ??= { ...parsed, expected: `"${name}" as ${expected}` }
  return undefined
}

/** The value, unless a field was refused. */
export function unlessRefused<value>(
  { refused }: Fields,
  value: value,
): Result<value> {
  return refused ?? { ok: true, value }
}

/** Each item of an array as `parse` reads it. */
export function listOf<value>(
  parse: (given: unknown) => Result<value>,
  expected: string,
): (given: unknown) => Result<value[]> {
  return (given) => {
    if (!Array.isArray(given)) return refuse(given, `an array of ${expected}`)
    const values: value[] = []
    for (const item of given) {
      const parsed = parse(item)
      if (!parsed.ok) return parsed
      values.push(parsed.value)
    }
    return { ok: true, value: values }
  }
}

/** Each value of an object, by its key as `parseKey` reads it. */
export function mapOf<value>(
  parseKey: (given: unknown) => Result<`0x${string}`>,
  parse: (given: unknown) => Result<value>,
  expected: string,
): (given: unknown) => Result<{ [key: `0x${string}`]: value }> {
  return (given) => {
    const isObject =
      typeof given === 'object' && given !== null && isPlain(given)
    if (!isObject) return refuse(given, expected)
    const values: { [key: `0x${string}`]: value } = {}
    for (const [name, item] of Object.entries(given)) {
      const key = parseKey(name)
      if (!key.ok) return key
      const parsed = parse(item)
      if (!parsed.ok) return parsed
      values[key.value] = parsed.value
    }
    return { ok: true, value: values }
  }
}

const quantity = /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/
const longQuantity = 'a quantity of at most 32 bytes as hex, no leading zeros'
const most = 2n ** 64n - 1n

function parseAmount(given: unknown): Result<bigint> {
  return typeof given === 'string' && quantity.test(given)
    ? { ok: true, value: BigInt(given) }
    : refuse(given, longQuantity)
}

/** A quantity of at most 8 bytes: gas, nonces, numbers of blocks. */
function parseCount(given: unknown): Result<bigint> {
  const parsed = parseAmount(given)
  return parsed.ok && parsed.value <= most
    ? parsed
    : refuse(given, 'a quantity below 2^64 as hex, no leading zeros')
}

export function parseFlag(given: unknown): Result<boolean> {
  return typeof given === 'boolean'
    ? { ok: true, value: given }
    : refuse(given, 'true or false')
}

/** The object of a call, in geth's names; others are left alone, as there. */
export function parseCall(given: unknown): Result<CallRequest> {
  return parseWire(given, 'a call as an object { from?, to?, data?, … }', read)
}

/** @throws InvalidParametersError naming the first field that is malformed. */
function read(wire: Wire): Result<CallRequest> {
  const { fields, hasTwoInputs } = readTransactionObject(
    wire,
    'transaction',
    callFields,
  )
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = fields
  return {
    ok: true,
    value: {
      from: fields.from,
      to: fields.to,
      gas: fields.gas,
      gasPrice,
      maxFeePerGas,
      maxPriorityFeePerGas,
      value: fields.value ?? 0n,
      data: fields.data ?? '0x',
      nonce: fields.nonce,
      chainId: fields.chainId,
      accessList: fields.accessList,
      authorizationList: fields.authorizationList,
      maxFeePerBlobGas: fields.maxFeePerBlobGas,
      blobVersionedHashes: fields.blobVersionedHashes,
      contradiction: contradictionOf(
        hasTwoInputs,
        gasPrice !== undefined &&
          (maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined),
      ),
    },
  }
}

/** Geth takes no leading zeros here, and as much as its own types hold. */
const callFields = {
  type: field('type', parseAmount),
  from: field('from', parseAddress),
  to: field('to', parseAddress),
  gas: field('gas', parseCount),
  gasPrice: field('gasPrice', parseAmount),
  maxFeePerGas: field('maxFeePerGas', parseAmount),
  maxPriorityFeePerGas: field('maxPriorityFeePerGas', parseAmount),
  value: field('value', parseAmount),
  nonce: field('nonce', parseCount),
  chainId: field('chainId', parseAmount),
  accessList: items('accessList', readListed),
  authorizationList: items('authorizationList', readAuthorization),
  maxFeePerBlobGas: field('maxFeePerBlobGas', parseAmount),
  blobVersionedHashes: field('blobVersionedHashes', parseHashes),
}

function field<value>(name: string, parse: (given: unknown) => Result<value>) {
  return {
    read: (wire: Wire, path: string) => readField(wire, path, name, parse),
  }
}

function items<value>(
  name: string,
  readItem: (item: Wire, path: string) => value,
) {
  return {
    read: (wire: Wire, path: string) =>
      readItems(wire, path, name).map((item, index) =>
        readItem(item, `${path}.${name}[${index}]`),
      ),
  }
}

function readListed(item: Wire, path: string): AccessListItem {
  return {
    address: readField(item, path, 'address', parseAddress),
    storageKeys: readOptional(item, path, 'storageKeys', parseHashes) ?? [],
  }
}

function readAuthorization(item: Wire, path: string): Authorization {
  return {
    chainId: readField(item, path, 'chainId', parseAmount),
    address: readField(item, path, 'address', parseAddress),
    nonce: readField(item, path, 'nonce', parseCount),
    yParity: readField(item, path, 'yParity', parseParity),
    r: readField(item, path, 'r', parseScalar),
    s: readField(item, path, 's', parseScalar),
  }
}

/** In the words of geth's `TransactionArgs`. */
function contradictionOf(
  haveTwoInputs: boolean,
  haveTwoPrices: boolean,
): string | undefined {
  if (haveTwoInputs)
    return 'both "data" and "input" are set and not equal. Please use "input" to pass transaction call data'
  return haveTwoPrices
    ? 'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified'
    : undefined
}

function parseParity(given: unknown): Result<number> {
  const parsed = parseCount(given)
  return parsed.ok && parsed.value < 256n
    ? { ok: true, value: Number(parsed.value) }
    : refuse(given, '0x0 or 0x1')
}

/** Clients write it as a quantity or as 32 bytes. */
function parseScalar(given: unknown): Result<Hex> {
  return typeof given === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(given)
    ? { ok: true, value: toWord(BigInt(given)) }
    : refuse(given, 'at most 32 bytes as hex')
}

/** Accounts by address, as the third parameter of `eth_call` has them. */
export const parseStateOverrides: (given: unknown) => Result<StateOverrides> =
  mapOf(parseAddress, parseAccount, 'accounts by address')

const parseSlots = mapOf(parseHash, parseHash, '32-byte words by 32-byte slot')

function parseAccount(given: unknown): Result<AccountOverride> {
  const fields = fieldsOf(given)
  if (fields === undefined)
    return refuse(
      given,
      'an account { balance?, nonce?, code?, state?, stateDiff? }',
    )
  return unlessRefused(fields, {
    balance: take(fields, 'balance', parseAmount),
    nonce: take(fields, 'nonce', parseCount),
    code: take(fields, 'code', parseData),
    state: take(fields, 'state', parseSlots),
    stateDiff: take(fields, 'stateDiff', parseSlots),
    movePrecompileToAddress: take(
      fields,
      'movePrecompileToAddress',
      parseAddress,
    ),
  })
}

/** The header fields that a call is to see, in geth's names. */
export function parseBlockOverrides(given: unknown): Result<BlockOverrides> {
  const fields = fieldsOf(given)
  if (fields === undefined)
    return refuse(given, 'header fields { number?, time?, gasLimit?, … }')
  // Since the Merge nothing shows it.
  take(fields, 'difficulty', parseAmount)
  const { beaconRoot, withdrawals } = fields.given
  return unlessRefused(fields, {
    number: take(fields, 'number', parseCount),
    time: take(fields, 'time', parseCount),
    gasLimit: take(fields, 'gasLimit', parseCount),
    feeRecipient: take(fields, 'feeRecipient', parseAddress),
    prevRandao: take(fields, 'prevRandao', parseHash),
    baseFeePerGas: take(fields, 'baseFeePerGas', parseAmount),
    blobBaseFee: take(fields, 'blobBaseFee', parseAmount),
    unsupported: isGiven(beaconRoot)
      ? 'beaconRoot'
      : isGiven(withdrawals)
        ? 'withdrawals'
        : undefined,
  })
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** Parameters of `eth_simulateV1`, in the execution API's names. */
export function parseSimulation(given: unknown): Result<Simulation> {
  const fields = fieldsOf(given)
  if (fields === undefined)
    return refuse(given, 'an object { blockStateCalls }')
  const { blockStateCalls } = fields.given
  if (!Array.isArray(blockStateCalls))
    return refuse(blockStateCalls, '"blockStateCalls" as an array of blocks')
  return unlessRefused(fields, {
    blocks: take(fields, 'blockStateCalls', parseBlocks) ?? [],
    isValidated: take(fields, 'validation', parseFlag) ?? false,
    tracesTransfers: take(fields, 'traceTransfers', parseFlag) ?? false,
    fullTransactions:
      take(fields, 'returnFullTransactions', parseFlag) ?? false,
  })
}

const parseBlocks = listOf(parseBlock, 'blocks')
const parseCalls = listOf(parseCall, 'calls')

function parseBlock(given: unknown): Result<SimulationBlock> {
  const fields = fieldsOf(given)
  if (fields === undefined)
    return refuse(given, 'a block { blockOverrides?, stateOverrides?, calls? }')
  return unlessRefused(fields, {
    header: take(fields, 'blockOverrides', parseBlockOverrides),
    accounts: take(fields, 'stateOverrides', parseStateOverrides),
    calls: take(fields, 'calls', parseCalls) ?? [],
  })
}
