import {
  amount,
  calledAt,
  nameOf,
  valueText,
} from '../../../base/words/words.js'
import { decidesInclusion } from '../../../chain/model/transaction.js'
import type { Address, Hash, StoryEvent } from '../../../index.js'
import type { Move, Timeline, TimelineRequest } from '../read/timeline.js'
import type { Words } from '../text/createWords.js'
import { declares, faultsOf, isRead } from '../text/eventLines.js'
import { eventText } from '../text/eventText.js'

/** What went wrong, by what (empty if nobody knows), and what came after. */
export type Wrong = readonly [
  at: number,
  text: string,
  cause: string,
  after?: string,
]

type StepEvent = Extract<StoryEvent, { type: 'step' }>

/** The first thing that went wrong, which a page opens at, and its cause. */
export function findWrong(
  timeline: Timeline,
  /** The positions of blocks that were sealed in another order. */
  reordered: readonly number[],
  words: Words,
  callOf: (hash: Hash) => string | undefined,
): Wrong | null {
  const { transactions, events, blocks, answeredRequests, waitingRequests } =
    timeline
  const because = createCauses(timeline, words)
  const found: Wrong[] = []
  for (const [index, request] of answeredRequests.entries()) {
    const { settledAt, failure, faults, outcome } = request
    const text = words.request(request)
    const cause = because.faults(faults)
    if (failure !== null)
      found.push([
        settledAt,
        `${text} failed: ${words.outcome(request, outcome).replace(/\.$/, '')}`,
        cause || because.user(request),
        retried(request, answeredRequests.slice(index + 1)),
      ])
    // The cause of a failing test may be an answer that looks right.
    else if (faults.length > 0)
      found.push([settledAt, `${faultsOf(faults)}${text}`, cause])
  }
  for (const request of waitingRequests)
    found.push([request.at, `${words.request(request)} still waits`, ''])
  for (const event of events)
    if (event.type === 'reorged') {
      const { at, blockNumber, depth } = event
      const last = blockNumber + BigInt(depth) - 1n
      const which =
        depth === 1 ? `block ${last}` : `blocks ${blockNumber} to ${last}`
      const lost = transactions.filter(({ moves }) =>
        moves.some((move) => move.at === at && isOmitted(move)),
      )
      const what =
        lost.length === 0
          ? ''
          : ` by ${depth === 1 ? 'one' : 'others'} without ${lost.map(nameOf).join(', ')}`
      found.push([
        at,
        `a reorg replaced ${which}${what}`,
        because.step(at, ['reorg', 'importBlock']),
      ])
    }
  const failures = new Map(
    events.flatMap((event) =>
      event.type === 'preconfirmed' ? [[event.hash, event] as const] : [],
    ),
  )
  const outcomes = new Map(timeline.outcomes.map((one) => [one.hash, one]))
  /** By which transaction of its sender and nonce, once a beat has shown it. */
  const by = (hash: Hash) => {
    const old = events.find(
      (event) => event.type === 'dropped' && event.hash === hash,
    )
    const found = [...failures.values()].find(
      ({ hash: other, transaction: { from, nonce } }) =>
        old?.type === 'dropped' &&
        other !== hash &&
        from === old.transaction.from &&
        nonce === old.transaction.nonce,
    )
    return found === undefined ? '' : ` by ${words.transaction(found.hash)}`
  }
  for (const { moves, ...one } of transactions) {
    const name = nameOf(one)
    for (const move of moves)
      if (move.type === 'dropped')
        found.push(
          isOmitted(move)
            ? [
                move.at,
                `block ${move.blockNumber} was sealed without ${name}`,
                because.step(move.at, ['planSeal']),
              ]
            : [
                move.at,
                move.reason === 'replaced'
                  ? `${name} was replaced${by(one.hash)}`
                  : `${name} was dropped${move.reason === 'requested' ? '' : `: ${words.dropReason(move)}`}`,
                move.reason === 'fault'
                  ? because.inclusion(move.at)
                  : because.step(move.at, ['drop']),
              ],
        )
      else if ('status' in move && move.status === 'reverted') {
        const event = failures.get(one.hash)
        const isExecuted = event?.transaction.isExecuted ?? true
        const call = callOf(one.hash)
        const called = call === undefined ? '' : `, which calls ${call},`
        const [said = ''] = event
          ? eventText(event, words, outcomes.get(one.hash))
          : []
        const why = /, reverted(: .*)$/.exec(said)?.[1] ?? ''
        found.push([
          move.at,
          `${name}${called} reverted${isExecuted ? why : ', as scripted: its code did not run'}`,
          isExecuted ? '' : because.sent(one.hash),
        ])
      }
  }
  for (const index of reordered) {
    const { at, number } = blocks[index] as (typeof blocks)[number]
    const text = `block ${number} was sealed in another order`
    found.push([at, text, because.step(at, ['planSeal'])])
  }
  return found.sort(([one], [other]) => one - other)[0] ?? null
}

/**
 * Whether a request was answered before such an act of the same instant.
 */
export function precedes(
  { events }: Timeline,
  isAct: (event: StepEvent) => boolean,
) {
  const last = new Map(
    events.flatMap((event) =>
      event.type === 'step' && isAct(event)
        ? [[event.at, event.position] as const]
        : [],
    ),
  )
  return ({ settledAt, position }: TimelineRequest) =>
    position <= (last.get(settledAt) ?? -1)
}

/** Whether what failed is among what was asked later. */
function retried(
  { method, params, settledAt }: TimelineRequest,
  later: Timeline['answeredRequests'],
): string {
  const asked = JSON.stringify(params)
  const again = later.find(
    (one) =>
      one.method === method &&
      one.at >= settledAt &&
      JSON.stringify(one.params) === asked,
  )
  return again === undefined
    ? 'It was not asked again.'
    : `It was asked again at ${again.at} ms.`
}

function isOmitted(move: Move): boolean {
  return move.type === 'dropped' && move.reason === 'omitted'
}

/** What the test, its options or an exploration did, in words. */
function createCauses({ events, faults }: Timeline, words: Words) {
  const steps = events.filter(
    (event): event is StepEvent =>
      event.type === 'step' && event.via === 'script',
  )
  const text = (given: object) => valueText(given, words.hex)
  const say = (event: StepEvent | undefined): string => {
    if (event === undefined) return ''
    const { by, step } = event
    const { type, ...fields } = step
    const given = step.type === 'fault' ? step.fault : fields
    const isLong = type === 'preconfirm' || type === 'importBlock'
    const inside = isLong || Object.keys(given).length === 0 ? '' : text(given)
    const call = `node.${type}(${isLong ? '…' : inside})`
    if (by === undefined)
      return `because of ${call}, or of the step of that name in its options`
    return by.startsWith(calledAt)
      ? `because of ${call} at ${by.slice(calledAt.length)}`
      : `because of ${call}, ${by}`
  }
  const byFault = (name: string): string => {
    const fault = faults.find(
      ({ fault: { type }, label = type }) => label === name,
    )
    if (fault === undefined) return ''
    const declared = steps.find((event) => declares(event, fault))
    const { label: _, ...given } = fault.fault
    if (/^injected by explore/.test(name))
      return `because explore injected the fault ${text(given)}`
    return declared === undefined
      ? `because the options of the node have the fault ${text(given)}`
      : say(declared)
  }
  return {
    /** The last step of these types, up to then. */
    step: (at: number, types: readonly string[]) =>
      say(
        steps
          .filter((event) => event.at <= at && types.includes(event.step.type))
          .at(-1),
      ),
    sent: (hash: Hash) =>
      say(
        steps.find(
          (event) => event.hash === hash && event.step.type === 'preconfirm',
        ),
      ),
    user: ({ via, outcome }: TimelineRequest) =>
      via === 'wallet' &&
      outcome.type === 'error' &&
      outcome.error.code === 4001
        ? 'because the user rejected it in the wallet'
        : '',
    faults: ([name]: readonly string[]) =>
      name === undefined ? '' : byFault(name),
    /** The rule that kept a transaction out. */
    inclusion: (at: number) => {
      const rule = faults.find(
        ({ fault, since, until }) =>
          decidesInclusion(fault) && since <= at && at <= (until ?? at),
      )
      return rule === undefined ? '' : byFault(rule.label ?? rule.fault.type)
    },
  }
}

/** A test can fail on a chain where nothing did. */
export function nothingWrong(failure: string | null): string {
  return failure === null
    ? 'Nothing failed, and nothing was lost or replaced.'
    : 'The node saw no failure: every request was answered, and nothing was lost or replaced.'
}

/** What an application read last. */
export type LastRead = {
  readonly at: number
  readonly text: string
  /** The transaction whose receipt it was; null if it was none. */
  readonly receiptOf: string | null
  /** Whether it was answered before a reorg of the same instant. */
  readonly isBefore: boolean
}

/**
 * The last read of an application, and what the other block tag would have said,
 * since a test that fails on a sound chain has often asked for the wrong one.
 */
export function lastRead(timeline: Timeline, words: Words): LastRead | null {
  const request = timeline.answeredRequests
    .filter(
      (one) =>
        one.failure === null &&
        isRead(one) &&
        one.method !== 'eth_fillTransaction',
    )
    .at(-1)
  if (request === undefined) return null
  const { params, method, settledAt: at, outcome } = request
  const hasReceipt =
    method === 'eth_getTransactionReceipt' &&
    outcome.type === 'result' &&
    outcome.value !== null
  const receiptOf = hasReceipt ? words.transaction(params[0] as Hash) : null
  const isBeforeReorg = precedes(
    timeline,
    ({ step: { type } }) => type === 'reorg' || type === 'importBlock',
  )
  const said = `At ${at} ms ${words.request(request)} answered ${words.outcome(request, outcome)}`
  const tag = params.find((one) => one === 'latest' || one === 'pending')
  const other = tag === 'latest' ? 'pending' : 'latest'
  const account = `${params[0]}`.toLowerCase()
  const index = timeline.accounts.indexOf(account as Address)
  const state = timeline.states.filter((one) => one.at <= at).at(-1)
  const balance = state?.balances[index]
  const isOther =
    method === 'eth_getBalance' &&
    tag !== undefined &&
    balance !== undefined &&
    balance.pending !== null &&
    balance.latest !== null &&
    balance.pending !== balance.latest
  const text = isOther
    ? `${said}; in the ${other} block it was ${amount(balance[other] ?? 0n)}`
    : said
  return { at, text, receiptOf, isBefore: isBeforeReorg(request) }
}
