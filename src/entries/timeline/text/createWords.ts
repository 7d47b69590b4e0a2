import { readAggregate3 } from '../../../base/abi/abi.js'
import { hasSucceeded } from '../../../base/hex/receiptStatus.js'
import { amount, nameOf, short, valueText } from '../../../base/words/words.js'
import { decidesInclusion } from '../../../chain/model/transaction.js'
import type { Outcome } from '../../../index.js'
import { createDecoder, type Decoder } from '../decode/createDecoder.js'
import type { Timeline } from '../read/timeline.js'
import type { JoinedRequest } from './joinFallbacks.js'

/** The words of one timeline's lines. */
export type Words = Decoder & {
  /** A method and what it was asked. */
  request(asked: Asked): string
  /** The answer to a request, or its failure. */
  outcome(asked: Asked, outcome: Outcome): string
  /** How its client went on after a failure, if it did. */
  fallback(request: JoinedRequest): string
  transaction(hash: string): string
  /** An address or the hash of a transaction by its name, other hex short. */
  hex(of: string): string
  /** Why it left the pending block, and by which fault, if it was one. */
  dropReason(drop: { readonly at: number; readonly reason: string }): string
  /** As it stands in a block that was sealed then. */
  sealed(hash: string, at: number): string
}

type Asked = {
  readonly method: string | null
  readonly params: readonly unknown[]
}

type Call = {
  readonly to?: string | null
  readonly data?: string
  readonly input?: string
}

export function createWords({
  annotations,
  transactions,
  faults,
  tokens,
}: Timeline): Words {
  const decoder = createDecoder(annotations, tokens)
  const named = new Map(transactions.map((one) => [one.hash as string, one]))
  const transaction = (hash: string) =>
    nameOf(named.get(hash) ?? { hash, label: undefined })

  function text(value: unknown): string {
    if (typeof value === 'string') return hexText(value)
    if (isCall(value)) return callText(value.to, dataOf(value))
    if (isLog(value)) return decoder.log(value)
    if (Array.isArray(value))
      return value.length > mostShown && value.every(isLog)
        ? `[${value.slice(0, mostShown).map(text).join(', ')}, ${value.length - mostShown} more]`
        : `[${value.map(text).join(', ')}]`
    return valueText(withAmount(value), hexText, (one) =>
      isCall(one) || isLog(one) ? text(one) : undefined,
    )
  }

  function hexText(value: string): string {
    if (/^0x[0-9a-f]{40}$/i.test(value)) return decoder.address(value)
    if (named.has(value)) return transaction(value)
    return decoder.event(value) ?? valueText(value)
  }

  /** The first of the calls within Multicall3, and how many more. */
  function callText(to: string | null | undefined, data: string): string {
    const [first, ...others] = readAggregate3(data, undefined)
    if (first === undefined) return decoder.call(to, data)
    const more = others.length === 0 ? '' : ` and ${others.length} more`
    return `${decoder.call(first.to, first.data)}${more} by Multicall3`
  }

  const words: Words = {
    ...decoder,
    transaction,
    hex: (of) => (named.has(of) ? transaction(of) : decoder.address(of)),
    dropReason({ at, reason }) {
      if (reason !== 'fault') return reason
      const names = faults
        .filter(
          ({ fault, since, until }) =>
            decidesInclusion(fault) && since <= at && at <= (until ?? at),
        )
        .map(({ fault, label }) => `"${label ?? fault.type}"`)
      return names.length === 0
        ? reason
        : `fault ${[...new Set(names)].join(' or ')}`
    },
    sealed(hash, at) {
      const moves = named.get(hash)?.moves ?? []
      const isReverted = moves.some(
        (move) =>
          move.type === 'sealed' &&
          move.at === at &&
          move.status === 'reverted',
      )
      return `${transaction(hash)}${isReverted ? ', which reverted' : ''}`
    },
    request: ({ method, params }) =>
      `${method ?? 'a request that could not be read'}(${params.map(text).join(', ')})`,
    outcome({ method, params }, outcome) {
      switch (outcome.type) {
        case 'result': {
          const { value } = outcome
          const [call] = params
          const decoded =
            method === 'eth_call' && isCall(call) && typeof value === 'string'
              ? decoder.answer(call.to, dataOf(call), value)
              : undefined
          return decoded ?? answers[`${method}`]?.(value) ?? text(value)
        }
        case 'error': {
          const { code, message, data } = outcome.error
          const { to } = Object(params[0]) as Call
          const error =
            code === 3 && typeof data === 'string'
              ? decoder.error(data, to)
              : undefined
          return error === undefined
            ? `${code} ${firstSentence(message)}`
            : `${code} reverted: ${error}`
        }
        case 'http':
          return `HTTP ${outcome.status}`
        case 'network':
          return 'no connection'
      }
    },
    fallback({ params, fallback }) {
      if (fallback === undefined) return ''
      const { outcome } = fallback
      const isSame = JSON.stringify(fallback.params) === JSON.stringify(params)
      const asked = isSame ? fallback.method : words.request(fallback)
      return `, then ${asked} → ${words.outcome(fallback, outcome)}`
    },
  }
  return words
}

function isCall(value: unknown): value is Call {
  const { to, data, input } = Object(value) as Call
  return typeof to === 'string' && typeof (input ?? data) === 'string'
}

/** A payment as people write it, in what wallets and nodes are asked. */
function withAmount(of: unknown): unknown {
  const { from, to, value } = Object(of)
  const isPayment =
    typeof (from ?? to) === 'string' &&
    typeof value === 'string' &&
    /^0x[0-9a-f]+$/.test(value)
  return isPayment ? { ...Object(of), value: amount(BigInt(value)) } : of
}

type Log = {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

/** One that the node answered, not the topics that somebody asks for. */
function isLog(value: unknown): value is Log {
  const { address, topics, data } = Object(value) as Log
  return (
    typeof address === 'string' &&
    typeof data === 'string' &&
    Array.isArray(topics)
  )
}

const mostShown = 3

function dataOf({ data, input }: Call): string {
  return input ?? data ?? '0x'
}

/** All of it stands at the top. */
function firstSentence(text: string): string {
  return text.replace(/\. .*$/s, '')
}

type Read = (value: unknown) => string | undefined

const number: Read = (value) =>
  typeof value === 'string' && /^0x[0-9a-f]+$/.test(value)
    ? `${BigInt(value)}`
    : undefined

const wei: Read = (value) =>
  typeof value === 'string' && /^0x[0-9a-f]+$/.test(value)
    ? amount(BigInt(value))
    : undefined

const block: Read = (value) => {
  const { number: of, transactions } = Object(value)
  const many = Array.isArray(transactions) ? transactions.length : undefined
  return many === undefined
    ? undefined
    : `block ${number(of) ?? of}, ${many} tx${many === 1 ? '' : 's'}`
}

const receipt: Read = (value) => {
  const { blockNumber, logs } = Object(value)
  if (!Array.isArray(logs)) return undefined
  const how = hasSucceeded(Object(value)) ? 'success' : 'reverted'
  return `${how}, block ${number(blockNumber) ?? blockNumber}, ${logs.length} log${logs.length === 1 ? '' : 's'}`
}

const sent: Read = (value) => {
  const { hash, blockNumber } = Object(value)
  if (typeof hash !== 'string') return undefined
  return blockNumber === null
    ? `${short(hash)}, in no block`
    : `${short(hash)}, block ${number(blockNumber)}`
}

/** Answers that say more than their hex. */
const answers: { readonly [method: string]: Read } = {
  eth_getBalance: wei,
  eth_gasPrice: wei,
  eth_maxPriorityFeePerGas: wei,
  eth_blockNumber: number,
  eth_chainId: number,
  eth_estimateGas: number,
  eth_getTransactionCount: number,
  eth_getBlockByNumber: block,
  eth_getBlockByHash: block,
  eth_getTransactionReceipt: receipt,
  eth_getTransactionByHash: sent,
}
