import { display } from '../hex/display.js'
import type { Hash } from '../hex/hex.js'
import {
  type Parsed,
  parseAddress,
  parseData,
  parseHash,
  parseWord,
  refuse,
} from '../hex/parse.js'
import {
  parseSelector,
  parseStateSelector,
  type StateSelector,
} from '../hex/selector.js'
import { served, servedMethods } from '../methods/served.js'
import {
  callMethods,
  orLatestParameter,
  traceConfigParameter,
} from './calls/callParameters.js'
import { parseBlockCount, parsePercentiles } from './feeParameters.js'
import { parseFilterId } from './filters/filters.js'
import { parseLogCriteria } from './logs/logCriteria.js'
import { invalidParams, type RpcError } from './outcome.js'
import { parseIndex, parseSlots } from './proofParameters.js'
import type { MockMethod } from './schema.js'
import {
  optionParameter,
  subscriptionParameter,
} from './subscriptions/kinds.js'
import { mempoolParameters, writeParameters } from './writes/writeParameters.js'

/** A parameter by its position: what it is called and how it is read. */
export type Parameter<value = unknown> = {
  readonly name: string
  readonly parse: (given: unknown) => Parsed<value>
  /** What it is where it is left out; without one it is required. */
  readonly absent?: { readonly value: value } | undefined
}

const addressParameter = { name: 'address', parse: parseAddress }
const slotParameter = { name: 'slot', parse: parseWord }
const blockParameter = { name: 'block', parse: parseStateSelector }
const blockHashParameter = { name: 'blockHash', parse: parseBlockHash }
const numberOrTagParameter = { name: 'block', parse: parseSelector }
const newestBlockParameter = { name: 'newestBlock', parse: parseSelector }
const selectors = new Set<Parameter>([
  blockParameter,
  orLatestParameter,
  blockHashParameter,
  numberOrTagParameter,
  newestBlockParameter,
])
const transactionHashParameter = { name: 'transactionHash', parse: parseHash }
const fullTransactionsParameter = {
  name: 'fullTransactions',
  parse: parseBoolean,
}
const indexParameter = { name: 'index', parse: parseIndex }
const slotsParameter = { name: 'slots', parse: parseSlots }
const filterParameter = { name: 'filter', parse: parseLogCriteria }
const subscriptionIdParameter = { name: 'id', parse: parseFilterId }
const filterIdParameter = { name: 'filterId', parse: parseFilterId }
const dataParameter = { name: 'data', parse: parseData }
const blockCountParameter = { name: 'blockCount', parse: parseBlockCount }
const percentilesParameter = {
  name: 'rewardPercentiles',
  parse: parsePercentiles,
  absent: { value: [] },
}

/** The parameters of each method. */
export const parameters = {
  ...callMethods,
  debug_traceTransaction: [transactionHashParameter, traceConfigParameter],
  eth_accounts: [],
  eth_blobBaseFee: [],
  eth_blockNumber: [],
  eth_chainId: [],
  eth_feeHistory: [
    blockCountParameter,
    newestBlockParameter,
    percentilesParameter,
  ],
  eth_gasPrice: [],
  eth_getBalance: [addressParameter, blockParameter],
  eth_getBlockByHash: [blockHashParameter, fullTransactionsParameter],
  eth_getBlockByNumber: [numberOrTagParameter, fullTransactionsParameter],
  eth_getBlockReceipts: [blockParameter],
  eth_getBlockTransactionCountByHash: [blockHashParameter],
  eth_getBlockTransactionCountByNumber: [numberOrTagParameter],
  eth_getCode: [addressParameter, blockParameter],
  eth_getFilterChanges: [filterIdParameter],
  eth_getFilterLogs: [filterIdParameter],
  eth_getLogs: [filterParameter],
  eth_getProof: [addressParameter, slotsParameter, blockParameter],
  eth_getStorageAt: [addressParameter, slotParameter, blockParameter],
  eth_getTransactionByBlockHashAndIndex: [blockHashParameter, indexParameter],
  eth_getTransactionByBlockNumberAndIndex: [
    numberOrTagParameter,
    indexParameter,
  ],
  eth_getTransactionByHash: [transactionHashParameter],
  eth_getTransactionCount: [addressParameter, blockParameter],
  eth_getTransactionReceipt: [transactionHashParameter],
  ...writeParameters,
  eth_getUncleByBlockHashAndIndex: [blockHashParameter, indexParameter],
  eth_getUncleByBlockNumberAndIndex: [numberOrTagParameter, indexParameter],
  eth_getUncleCountByBlockHash: [blockHashParameter],
  eth_getUncleCountByBlockNumber: [numberOrTagParameter],
  eth_maxPriorityFeePerGas: [],
  eth_newBlockFilter: [],
  eth_newFilter: [filterParameter],
  eth_newPendingTransactionFilter: [],
  eth_subscribe: [subscriptionParameter, optionParameter],
  eth_unsubscribe: [subscriptionIdParameter],
  base_transactionStatus: [transactionHashParameter],
  eth_syncing: [],
  eth_uninstallFilter: [filterIdParameter],
  net_listening: [],
  net_peerCount: [],
  net_version: [],
  ...mempoolParameters,
  web3_clientVersion: [],
  web3_sha3: [dataParameter],
} as const satisfies Record<MockMethod, readonly Parameter[]>

/** What the parsers of a method make of its parameters. */
export type Arguments<method extends MockMethod> = ValuesOf<
  (typeof parameters)[method]
>

export type ValuesOf<list extends readonly Parameter[]> = {
  readonly [position in keyof list]: list[position] extends Parameter<
    infer value
  >
    ? value
    : never
}

/**
 * Where the block selector stands, also in methods that only a handler
 * answers: faults match by it.
 */
export const selectorPositions: ReadonlyMap<string, number> = new Map([
  ...servedMethods
    .filter((method) => served[method].reads === 'block')
    .map((method) => [method, selectorPosition(method)] as const),
])

function selectorPosition(method: MockMethod): number {
  const list: readonly Parameter[] = parameters[method]
  return list.findIndex((parameter) => selectors.has(parameter))
}

type ParsedParameters =
  | { ok: true; value: readonly unknown[] }
  | { ok: false; error: RpcError }

export function parseParams(
  expected: readonly Parameter[],
  given: readonly unknown[],
): ParsedParameters {
  const value: unknown[] = new Array(expected.length)
  for (let index = 0; index < expected.length; index++) {
    const parameter = expected[index] as Parameter
    if (parameter.absent !== undefined && given[index] === undefined) {
      value[index] = parameter.absent.value
      continue
    }
    const parsed = parameter.parse(given[index])
    if (!parsed.ok)
      return {
        ok: false,
        error: malformed(index, parameter, parsed.given, parsed.expected),
      }
    value[index] = parsed.value
  }
  if (given.length > expected.length)
    return { ok: false, error: surplus(expected, given) }
  return { ok: true, value }
}

/** `parameter 1 "address"`, or without the name where none is known. */
export function parameterLabel(method: string, index: number): string {
  const known = Object.hasOwn(parameters, method)
    ? (parameters[method as MockMethod] as readonly Parameter[])
    : []
  const name = known[index]?.name
  return `parameter ${index + 1}${name === undefined ? '' : ` "${name}"`}`
}

function malformed(
  index: number,
  { name }: Parameter,
  given: string,
  expected: string,
): RpcError {
  return invalidParams(
    `Invalid parameter ${index + 1} "${name}": given ${given}, expected ${expected}`,
  )
}

function surplus(
  expected: readonly Parameter[],
  given: readonly unknown[],
): RpcError {
  const count = expected.length
  const names = expected.map(({ name }) => `"${name}"`).join(', ')
  const takes = count === 0 ? 'no parameters' : `${count} (${names})`
  return invalidParams(
    `Surplus parameter ${count + 1}: given ${display(given[count])}, expected ${takes}`,
  )
}

function parseBoolean(given: unknown): Parsed<boolean> {
  return typeof given === 'boolean'
    ? { ok: true, value: given }
    : refuse(given, 'true or false')
}

function parseBlockHash(given: unknown): Parsed<StateSelector> {
  const hash: Parsed<Hash> = parseHash(given)
  return hash.ok
    ? { ok: true, value: { type: 'hash', hash: hash.value } }
    : hash
}
