import type { Hash, MockNode } from '../../index.js'
import {
  type Move,
  readTimeline,
  type TimelineTransaction,
} from '../timeline/index.js'
import { checkArgument } from './checkGiven.js'

/** The hash of a transaction, or the label of the newest one that has it. */
export type TransactionName =
  | Hash
  | { readonly hash: Hash }
  | { readonly label: string }

/** A transaction as it stands now. */
export type FoundTransaction = {
  /** How a message calls it. */
  readonly name: string
  readonly status: 'unknown' | 'queued' | 'preconfirmed' | 'sealed' | 'dropped'
  /** A sentence that says it. */
  readonly seen: string
  /** When it last went on, ms since the node was created. */
  readonly at: number | undefined
  readonly drop: Extract<Move, { type: 'dropped' }> | undefined
}

/** Where a transaction stands, by what the node's methods and its story say. */
export function findTransaction(
  matcher: string,
  node: MockNode,
  named: TransactionName,
): FoundTransaction {
  checkArgument(matcher, {
    given: named,
    isRight: isName(named),
    expected:
      "a transaction: its hash, { hash }, or { label } as in { label: 'pay' }",
  })
  const life = lifeOf(node, named)
  const hash = typeof named === 'string' ? named : (life?.hash ?? hashIn(named))
  const name = nameOf(named, hash)
  const last = life?.moves.at(-1)
  const drop = last?.type === 'dropped' ? last : undefined
  const found = { name, at: last?.at, drop }
  if (hash === undefined)
    return {
      ...found,
      status: 'unknown',
      seen: 'No transaction of this node has that label.',
    }
  const number = blockOf(node, hash)
  if (isPending(node, hash))
    return {
      ...found,
      status: 'preconfirmed',
      seen: `It is pre-confirmed, in the pending block${since(last, 'preconfirmed')}.`,
    }
  if (number !== null)
    return {
      ...found,
      status: 'sealed',
      seen: `It is sealed, in block ${number}${since(last, 'sealed')}.`,
    }
  if (drop !== undefined)
    return {
      ...found,
      status: 'dropped',
      seen: `It was dropped at ${drop.at} ms: ${drop.reason}.`,
    }
  return last === undefined
    ? {
        ...found,
        status: 'unknown',
        seen: 'This node knows no such transaction.',
      }
    : {
        ...found,
        status: 'queued',
        seen: 'It waits in the queue for a beat to come.',
      }
}

function isName(given: unknown): boolean {
  if (typeof given === 'string') return /^0x[0-9a-f]{64}$/i.test(given)
  const { hash, label } = Object(given) as { hash?: unknown; label?: unknown }
  return typeof label === 'string' || (typeof hash === 'string' && isName(hash))
}

function lifeOf(
  node: MockNode,
  named: TransactionName,
): TimelineTransaction | undefined {
  const { transactions } = readTimeline(node)
  const isNamed =
    typeof named === 'object' && 'label' in named
      ? ({ label }: TimelineTransaction) => label === named.label
      : ({ hash }: TimelineTransaction) =>
          hash === (typeof named === 'string' ? named : named.hash)
  return transactions.filter(isNamed).at(-1)
}

function hashIn(named: Exclude<TransactionName, string>): Hash | undefined {
  return 'hash' in named ? named.hash : undefined
}

function nameOf(named: TransactionName, hash: Hash | undefined): string {
  const label =
    typeof named === 'object' && 'label' in named ? named.label : undefined
  if (label === undefined) return `transaction ${hash}`
  return hash === undefined
    ? `transaction "${label}"`
    : `transaction "${label}" (${hash})`
}

function since(last: Move | undefined, type: Move['type']): string {
  return last?.type === type ? ` since ${last.at} ms` : ''
}

function isPending(node: MockNode, hash: Hash): boolean {
  const block = node.view().request({
    method: 'eth_getBlockByNumber',
    params: ['pending', false],
  }) as { transactions: readonly unknown[] } | null
  return block?.transactions.includes(hash) ?? false
}

/** Null where no block has it. */
function blockOf(node: MockNode, hash: Hash): bigint | null {
  const found = node.view().request({
    method: 'eth_getTransactionByHash',
    params: [hash],
  })
  return found?.blockNumber ? BigInt(found.blockNumber) : null
}
