import { readAggregate3 } from '../../../base/abi/abi.js'
import { lateFields, lazy } from '../../../base/memo/memo.js'
import { decidesInclusion } from '../../../chain/model/transaction.js'
import type {
  Address,
  AnsweredRequest,
  Hash,
  Hex,
  MockNode,
  Outcome,
  StoryEvent,
  StoryFault,
} from '../../../index.js'
import { storyOf } from '../../../node/runtime/story/storyAccess.js'
import type {
  InnerCall,
  Move,
  TimelineOutcome,
  TimelineRequest,
  TimelineTransaction,
} from './timeline.js'

type Life = Omit<TimelineTransaction, 'moves'> & { moves: Move[] }

type Status = 'success' | 'reverted' | null

/**
 * The lives of the transactions in a story. `statusAt` is asked if a block may
 * be sealed differently from its pre-confirmation.
 */
export function readTransactions(
  events: readonly StoryEvent[],
  faults: readonly StoryFault[],
  statusAt: (hash: Hash, at: number) => Status,
): TimelineTransaction[] {
  const lives = new Map<Hash, Life>()
  const isPlain =
    !faults.some(({ fault }) => decidesInclusion(fault)) &&
    !events.some(
      (event) => event.type === 'step' && changing.includes(event.step.type),
    )
  for (const event of events) follow(lives, event, isPlain ? null : statusAt)
  return [...lives.values()]
}

/** After these a receipt is not always what was pre-confirmed. */
const changing = ['planSeal', 'importBlock', 'reorg']

function follow(
  lives: Map<Hash, Life>,
  event: StoryEvent,
  statusAt: ((hash: Hash, at: number) => Status) | null,
) {
  const { at } = event
  switch (event.type) {
    case 'step': {
      const { step, hash } = event
      if (step.type === 'preconfirm' && hash !== null)
        lifeOf(lives, hash, step).moves.push({ type: 'sent', at })
      break
    }
    case 'preconfirmed': {
      const { hash, transaction, blockNumber, index } = event
      lifeOf(lives, hash, transaction).moves.push({
        type: 'preconfirmed',
        at,
        blockNumber,
        index,
        status: transaction.status,
      })
      break
    }
    case 'dropped': {
      const { hash, transaction, blockNumber, reason } = event
      lifeOf(lives, hash, transaction).moves.push({
        type: 'dropped',
        at,
        blockNumber,
        reason,
      })
      break
    }
    case 'sealed': {
      const { blockNumber } = event
      for (const hash of event.transactions) {
        const life = lives.get(hash)
        if (life === undefined) continue
        const expected = lastStatus(life)
        const move = { type: 'sealed', at, blockNumber } as const
        life.moves.push(
          withStatus()(move, () =>
            statusAt === null ? expected : statusAt(hash, at),
          ),
        )
      }
    }
  }
}

const withStatus = lazy(() =>
  lateFields<() => Status, { readonly status: Status }>({
    status: (read) => read(),
  }),
)

type Known = Pick<Life, 'from'> & {
  readonly label?: Life['label']
  readonly to?: Life['to'] | undefined
  readonly value?: Life['value'] | undefined
}

function lifeOf(
  lives: Map<Hash, Life>,
  hash: Hash,
  { label, from, to = null, value = 0n }: Known,
): Life {
  const known = lives.get(hash)
  if (known !== undefined) return known
  const life: Life = { hash, label, from, to, value, moves: [] }
  lives.set(hash, life)
  return life
}

function lastStatus({ moves }: Life): Status {
  const last = moves.at(-1)
  return last !== undefined && 'status' in last ? last.status : null
}

const mostOutcomes = 500

/** The outcomes of the newest transactions, each at the instant of its beat. */
export function readOutcomes(
  node: MockNode,
  events: readonly StoryEvent[],
): TimelineOutcome[] {
  return events
    .filter((event) => event.type === 'preconfirmed')
    .slice(-mostOutcomes)
    .flatMap(({ at, hash, transaction }) => {
      const { isExecuted, status } = transaction
      const isReverted = isExecuted && status === 'reverted'
      const { request } = node.view(at)
      try {
        const seen = storyOf(node).lookAt(at)
        if (seen.isUnhashed()) {
          const { logs = [], output = '0x' } = seen.outcomeOf(hash) ?? {}
          return [{ hash, at, logs, revertData: isReverted ? output : '0x' }]
        }
        const receipt = request({
          method: 'eth_getTransactionReceipt',
          params: [hash],
        })
        if (receipt === null) return []
        const logs = receipt.logs.map(({ address, topics, data }) => ({
          address,
          topics: topics as readonly Hash[],
          data,
        }))
        const revertData = isReverted ? readRevert(request, hash) : '0x'
        return [{ hash, at, logs, revertData }]
      } catch {
        // Nobody knows an instant that is gone.
        return []
      }
    })
}

function readRevert(
  request: ReturnType<MockNode['view']>['request'],
  hash: Hash,
): Hex {
  const { output = '0x' } = request({
    method: 'debug_traceTransaction',
    params: [hash, { tracer: 'callTracer' }],
  }) as { output?: Hex }
  return output
}

/** The requests that a node was asked within a range. */
export function readRequests(
  node: MockNode,
  { since, until }: { since: number; until: number },
): TimelineRequest[] {
  return node.answeredRequests
    .filter(({ at }) => at >= since && at <= until)
    .map((request) => ({
      // Field by field: an exploration reads all requests of each run.
      via: request.via,
      endpoint: request.endpoint,
      method: request.method,
      params: request.params,
      at: request.at,
      settledAt: request.settledAt,
      outcome: request.outcome,
      saw: request.saw,
      position: request.position,
      faults: request.faults,
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
