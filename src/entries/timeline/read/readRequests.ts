import { readAggregate3 } from '../../../base/abi/abi.js'
import type {
  Address,
  AnsweredRequest,
  Hex,
  MockNode,
  Outcome,
} from '../../../index.js'
import type { InnerCall, TimelineRequest } from './timeline.js'

/** The requests that a node was asked within a range. */
export function readRequests(
  node: MockNode,
  { since, until }: { since: number; until: number },
): TimelineRequest[] {
  return node.answeredRequests
    .filter(({ at }) => at >= since && at <= until)
    .map((request) => ({
      ...request,
      failure: failureOf(request.outcome),
      isUnserved: isUnserved(request.outcome),
      calls: readCalls(node, request),
    }))
}

function failureOf(outcome: Outcome): string | null {
  switch (outcome.type) {
    case 'result':
      return null
    case 'error':
      return `${outcome.error.code} ${outcome.error.message}`
    case 'http':
      return `HTTP ${outcome.status}`
    case 'network':
      return 'no connection'
  }
}

/** Method not found, or no request at all. */
const unserved = [-32601, -32600]

function isUnserved(outcome: Outcome): boolean {
  if (outcome.type !== 'error') return false
  const { code, data } = outcome.error
  return unserved.includes(code) || isUnanswered(code, data)
}

/**
 * Codes of calls that nobody runs, without a contract, and without an engine.
 */
const unanswered = [-32000, -32001, -32004]

/** A call of what nobody runs: its reason stands in data without a revert. */
function isUnanswered(code: number, data: unknown): boolean {
  return (
    unanswered.includes(code) &&
    typeof data === 'string' &&
    data.startsWith('0x08c379a0')
  )
}

function readCalls(
  node: MockNode,
  { settledAt, method, params, outcome }: AnsweredRequest,
): InnerCall[] {
  if (method !== 'eth_call') return []
  const { data, input } = Object(params[0]) as { data?: Hex; input?: Hex }
  const result = outcome.type === 'result' ? outcome.value : undefined
  return readAggregate3(input ?? data, result).map((call) => ({
    ...call,
    isCodeless:
      call.isSuccess === true &&
      call.output === '0x' &&
      hasNoCode(node, settledAt, call.to, params[1]),
  }))
}

function hasNoCode(
  node: MockNode,
  at: number,
  address: Address,
  block: unknown = 'latest',
): boolean {
  try {
    const code = node.view(at).request({
      method: 'eth_getCode',
      params: [address, block as 'latest'],
    })
    return code === '0x'
  } catch {
    // Nobody knows an instant that is gone.
    return false
  }
}
