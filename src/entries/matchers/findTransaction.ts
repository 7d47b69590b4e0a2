import { namesOfTransaction } from '../../base/validation/namesOfTransaction.js'
import { fullText } from '../../base/words/words.js'
import type { Hash, Hex, MockNode, TransactionName } from '../../index.js'
import { storyOf } from '../../node/runtime/story/storyAccess.js'
import {
  type Move,
  readTimeline,
  type TimelineTransaction,
} from '../timeline/index.js'
import { checkArgument } from './internal/checks.js'

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

/** The place of a transaction, by the node's methods and its story. */
export function findTransaction(
  matcher: string,
  node: MockNode,
  named: TransactionName,
): FoundTransaction {
  checkArgument(matcher, {
    given: named,
    isRight: isName(named),
    expected: namesOfTransaction,
  })
  const name =
    typeof named === 'string'
      ? named
      : (storyOf(node).findSent(named)[0] as Hash)
  const life = lifeOf(node, name)
  const hash = isHash(name) ? (name.toLowerCase() as Hash) : life?.hash
  const last = life?.moves.at(-1)
  const drop = last?.type === 'dropped' ? last : undefined
  const found = { name: nameOf(name, hash), at: last?.at, drop }
  if (hash === undefined) {
    checkLabel(matcher, node, name)
    return {
      ...found,
      status: 'unknown',
      seen: 'No transaction of this node has that label yet.',
    }
  }
  const number = blockOf(node, hash)
  if (storyOf(node).isPreconfirmed(hash))
    return {
      ...found,
      status: 'preconfirmed',
      seen: `It is pre-confirmed, in ${isShown(node, hash) ? 'the pending block' : 'a block that the node shows once it is sealed,'}${since(last, 'preconfirmed')}.`,
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
  if (last === undefined) {
    checkHash(matcher, node, hash)
    return {
      ...found,
      status: 'unknown',
      seen: 'This node knows no such transaction.',
    }
  }
  return { ...found, status: 'queued', seen: 'It is still queued.' }
}

export function isName(given: unknown): boolean {
  if (typeof given === 'string') return given !== ''
  const { sent } = Object(given) as { sent?: { nth?: unknown } }
  return typeof sent === 'object' && sent !== null && sent.nth !== 'all'
}

/** If it is mistyped, every assertion with `not` would hold. */
function checkLabel(matcher: string, node: MockNode, label: string): void {
  const seen = readTimeline(node).transactions.flatMap(({ label }) =>
    label === undefined ? [] : [label],
  )
  const known = new Set([...seen, ...storyOf(node).scriptLabels()])
  checkArgument(matcher, {
    given: label,
    isRight: known.has(label) || storyOf(node).hasGoneBack(),
    expected:
      known.size === 0
        ? 'a label of a transaction, and this node has none with a label'
        : `a label of this node's: ${quoted([...known])}`,
  })
}

/** The same of a hash that no request brought, either. */
function checkHash(matcher: string, node: MockNode, hash: Hash): void {
  checkArgument(matcher, {
    given: hash,
    isRight: storyOf(node).hasGoneBack() || wasAskedOf(node, hash),
    expected:
      "the hash of a transaction that this node has seen. If nothing was to be sent, write expect(node).not.toHaveReceivedRequest('eth_sendRawTransaction')",
  })
}

/** Whether a request has it, also as a transaction that was refused or lost. */
function wasAskedOf(node: MockNode, hash: Hash): boolean {
  const { request } = node.view()
  return [...node.answeredRequests, ...node.waitingRequests].some(
    ({ method, params }) =>
      fullText(params).toLowerCase().includes(hash) ||
      (`${method}`.startsWith('eth_sendRaw') &&
        isBytes(params[0]) &&
        request({ method: 'web3_sha3', params: [params[0]] }) === hash),
  )
}

function isBytes(given: unknown): given is Hex {
  return typeof given === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(given)
}

function quoted(labels: readonly string[]): string {
  const most = 5
  const shown = labels.slice(-most).map((label) => `'${label}'`)
  return `${labels.length > most ? '…, ' : ''}${shown.join(', ')}`
}

function isHash(name: string): name is Hash {
  return /^0x[0-9a-f]{64}$/i.test(name)
}

/** The newest one that has a label. */
function lifeOf(node: MockNode, name: string): TimelineTransaction | undefined {
  return readTimeline(node)
    .transactions.filter(({ hash, label }) =>
      isHash(name) ? hash === name.toLowerCase() : label === name,
    )
    .at(-1)
}

function nameOf(name: string, hash: Hash | undefined): string {
  if (isHash(name)) return `transaction ${name}`
  return hash === undefined
    ? `transaction "${name}"`
    : `transaction "${name}" (${hash})`
}

/** A chain may hide its beats, and an import may leave blocks unknown. */
function isShown(node: MockNode, hash: Hash): boolean {
  try {
    const block = storyOf(node).lookAt(node.now).blockAt('pending')
    return block === null || block.transactions.includes(hash)
  } catch {
    return true
  }
}

function since(last: Move | undefined, type: Move['type']): string {
  return last?.type === type ? ` since ${last.at} ms` : ''
}

/** Null if no block has it. */
function blockOf(node: MockNode, hash: Hash): bigint | null {
  const number = storyOf(node).lookAt(node.now).sealedIn(hash)
  if (number !== null) return number
  const found = node.view().request({
    method: 'eth_getTransactionByHash',
    params: [hash],
  })
  return found?.blockNumber ? BigInt(found.blockNumber) : null
}
