import {
  amount,
  calledAt,
  nameOf,
  valueText,
} from '../../../base/words/words.js'
import { decidesInclusion } from '../../../chain/model/transaction.js'
import type { Address, Hash, StoryEvent } from '../../../index.js'
import type { Move, Timeline } from '../read/timeline.js'
import type { Words } from '../text/createWords.js'
import { declares, faultsOf, isRead } from '../text/eventLines.js'
import { eventText } from '../text/eventText.js'

/** What went wrong, and by what; that is empty if nobody knows. */
export type Wrong = readonly [at: number, text: string, cause: string]

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
  for (const request of answeredRequests) {
    const { settledAt, failure, faults, outcome } = request
    const text = words.request(request)
    const cause = because.faults(faults)
    if (failure !== null)
      found.push([
        settledAt,
        `${text} failed: ${words.outcome(request, outcome)}`,
        cause,
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
          : `, and ${lost.map(nameOf).join(', ')} ${lost.length === 1 ? 'is' : 'are'} in no block any more`
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
                `${name} was dropped${move.reason === 'requested' ? '' : `: ${words.dropReason(move)}`}`,
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
export type LastRead = readonly [at: number, text: string, method: string]

/**
 * The last read of an application, and what the other block tag would have said,
 * since a test that fails on a sound chain has often asked for the wrong one.
 */
export function lastRead(timeline: Timeline, words: Words): LastRead | null {
  const request = timeline.answeredRequests
    .filter((one) => one.failure === null && isRead(one))
    .at(-1)
  if (request === undefined) return null
  const { params, settledAt: at, outcome } = request
  const method = request.method ?? ''
  const said = `At ${at} ms ${words.request(request)} answered ${words.outcome(request, outcome)}`
  const tag = params.find((one) => one === 'latest' || one === 'pending')
  const other = tag === 'latest' ? 'pending' : 'latest'
  const account = `${params[0]}`.toLowerCase()
  const index = timeline.accounts.indexOf(account as Address)
  const state = timeline.states.filter((one) => one.at <= at).at(-1)
  const balance = state?.balances[index]
  if (method !== 'eth_getBalance' || tag === undefined || !balance)
    return [at, said, method]
  const [one, two] = [balance.pending, balance.latest]
  if (one === null || two === null || one === two) return [at, said, method]
  return [
    at,
    `${said}; in the ${other} block it was ${amount(balance[other] ?? 0n)}`,
    method,
  ]
}
