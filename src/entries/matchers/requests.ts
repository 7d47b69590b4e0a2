import { optional, readOptions } from '../../base/validation/fields.js'
import {
  milliseconds,
  natural,
  selector,
} from '../../base/validation/values.js'
import {
  count,
  fullText,
  requestText,
  sawText,
  valueText,
} from '../../base/words/words.js'
import type {
  AnsweredRequest,
  BlockSelector,
  MockNode,
  Saw,
  StoryFault,
} from '../../index.js'
import { readTimeline } from '../timeline/index.js'
import {
  checkArgument,
  checkNode,
  givenText,
  refuseMethod,
  refuseSubscription,
} from './internal/checks.js'
import { matchesValue, type Verdict, verdict } from './internal/verdict.js'

const expected = 'an array of parameters, and options behind it'

/** An exact number, in options. */
const counted = { times: optional(natural, undefined) }

/**
 * Whether the node received a request, by method and parameters.
 *
 * @param params - All parameters, if given; may contain values such as
 * `expect.any(String)`.
 * @param options - `times`: the exact number; default at least one.
 */
export function toHaveReceivedRequest(
  node: MockNode,
  method: string,
  params?: readonly unknown[] | undefined,
  options: { readonly times?: number | undefined } = {},
): Verdict {
  checkNode('toHaveReceivedRequest', node)
  const isList =
    params === undefined ||
    Array.isArray(params) ||
    typeof Object(params).asymmetricMatch === 'function'
  const { times } = readOptions('toHaveReceivedRequest', options, counted, [
    ...refuseMethod(node, method),
    ...(isList
      ? []
      : [{ path: ['params'], given: givenText(params), expected }]),
  ])
  const ofMethod = node.answeredRequests.filter(
    (asked) => asked.method === method,
  )
  const matching =
    params === undefined
      ? ofMethod
      : ofMethod.filter((asked) => matchesValue(params, asked.params))
  const { length } = matching
  const wanted = params === undefined ? method : `${method}${fullText(params)}`
  const often = times === undefined ? '' : ` ${count(times, 'time')}`
  return verdict({
    node,
    pass: times === undefined ? length > 0 : length === times,
    subject: 'the node',
    predicate: `have received ${wanted}${often}`,
    seen: [
      `It has ${count(length, 'time')}. Requests of that method:`,
      ...lines(ofMethod.map((asked) => `${method}${fullText(asked.params)}`)),
    ].join('\n'),
  })
}

/** Each different one once, with how often it came. */
function lines(texts: readonly string[]): string[] {
  if (texts.length === 0) return ['  nothing']
  return [...new Set(texts)].map((text) => {
    const often = texts.filter((other) => other === text).length
    return `  ${text}${often > 1 ? `, ${count(often, 'time')}` : ''}`
  })
}

/**
 * Whether a subscription to the node is active.
 *
 * @param params - Parameters of `eth_subscribe`, or the first of them; may
 * contain values such as `expect.anything()`. Default any subscription.
 * @param options - `times`: the exact number; default at least one.
 */
export function toHaveSubscription(
  node: MockNode,
  params?: readonly unknown[] | string | undefined,
  options: { readonly times?: number | undefined } = {},
): Verdict {
  checkNode('toHaveSubscription', node)
  const wrong = refuseSubscription(node, params)
  const { times } = readOptions('toHaveSubscription', options, counted, wrong)
  const standing = node.subscriptions
  const { length } = standing.filter((one) =>
    typeof params === 'string'
      ? one.params[0] === params
      : params === undefined || matchesValue(params, one.params),
  )
  const often = times === undefined ? '' : `, ${count(times, 'time')}`
  const wanted =
    params === undefined
      ? 'a subscription'
      : `a subscription to ${typeof params === 'string' ? params : fullText(params)}`
  return verdict({
    node,
    pass: times === undefined ? length > 0 : length === times,
    subject: 'the node',
    predicate: `have ${wanted}${often}`,
    seen:
      standing.length === 0
        ? 'Nobody is subscribed to it.'
        : [
            `It has ${count(standing.length, 'subscription')}:`,
            ...standing.map(
              ({ params, at, socket }) =>
                `  ${fullText(params)} since ${at} ms, by ${socket === null ? 'a provider' : `WebSocket ${socket}`}`,
            ),
          ].join('\n'),
  })
}

/**
 * Whether the node could serve every request: client libraries often hide that
 * a method was not found.
 */
export function toHaveNoUnexpectedRequests(
  node: MockNode,
  nothing?: undefined,
): Verdict {
  checkNode('toHaveNoUnexpectedRequests', node)
  checkNothing('toHaveNoUnexpectedRequests', nothing)
  const { answeredRequests: requests } = readTimeline(node)
  const unserved = requests.filter(({ isUnserved }) => isUnserved)
  return verdict({
    node,
    pass: unserved.length === 0,
    subject: 'the node',
    predicate: 'have received only requests that it serves',
    seen:
      unserved.length === 0
        ? 'It served every request.'
        : unserved
            .map(
              (request) =>
                `At ${request.at} ms it was asked ${requestText(request)}: ${request.failure}`,
            )
            .join('\n'),
    around: unserved[0]?.at,
  })
}

/**
 * Whether each fault has affected a request, or `times` requests: a test with
 * an unused fault tests nothing.
 */
export function toHaveNoUnusedFaults(
  node: MockNode,
  nothing?: undefined,
): Verdict {
  checkNode('toHaveNoUnusedFaults', node)
  checkNothing('toHaveNoUnusedFaults', nothing)
  const unused = readTimeline(node).faults.filter(isUnused)
  return verdict({
    node,
    pass: unused.length === 0,
    subject: 'the node',
    predicate: 'have no unused faults',
    seen:
      unused.length === 0
        ? 'Each fault has affected the requests that it was for.'
        : unused.map(unusedText).join('\n'),
    around: unused[0]?.since,
  })
}

function checkNothing(matcher: string, given: unknown): void {
  const expected = 'nothing'
  checkArgument(matcher, { given, isRight: given === undefined, expected })
}

function isUnused({ fault: { times = 1 }, requests }: StoryFault): boolean {
  return requests < times
}

function unusedText({ fault, label, since, requests }: StoryFault): string {
  const name = label === undefined ? '' : ` "${label}"`
  const of = fault.times === undefined ? '' : ` of ${fault.times}`
  return `The fault${name} ${valueText(fault)}, declared at ${since} ms, has affected ${requests}${of} ${requests === 1 && of === '' ? 'request' : 'requests'}.`
}

/** Reads of the state, which must fit together. */
const stateReads = [
  'eth_call',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_getBalance',
  'eth_getCode',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionCount',
  'eth_simulateV1',
]

export type TornReadsRange = {
  /** ms since the node was created; default its start */
  readonly since?: number | undefined
  /** ms since the node was created, inclusive; default now */
  readonly until?: number | undefined
  /** Only reads of this block. */
  readonly block?: BlockSelector | undefined
}

/**
 * Whether all reads of state within a range saw the same state. A page that
 * adds up reads of two states shows values that never existed.
 */
export function toHaveNoTornReads(
  node: MockNode,
  range: TornReadsRange = {},
): Verdict {
  checkNode('toHaveNoTornReads', node)
  const { since, until, block } = readOptions('toHaveNoTornReads', range, {
    since: optional(milliseconds(0), 0),
    until: optional(milliseconds(0), node.now),
    block: optional(selector, undefined),
  })
  checkArgument('toHaveNoTornReads', {
    given: range,
    isRight: since <= until,
    expected: `a "since", which is ${since}, of at most "until", which is ${until}`,
  })
  const reads = node.answeredRequests.filter(
    ({ at, method, params, saw }) =>
      saw !== null &&
      at >= since &&
      at <= until &&
      stateReads.includes(String(method)) &&
      (block === undefined || params.includes(block)),
  ) as Read[]
  const states = new Set(reads.map(({ saw }) => saw.state))
  return verdict({
    node,
    pass: states.size <= 1,
    subject: `all reads from ${since} to ${until} ms`,
    predicate: 'have seen one state',
    seen: [
      `${count(reads.length, 'read')} saw ${count(states.size, 'state')}:`,
      ...reads.map(
        (read) =>
          `  ${read.at} ms  ${requestText(read)} saw ${sawText(read.saw)}`,
      ),
    ].join('\n'),
    around: reads[0]?.at,
  })
}

type Read = AnsweredRequest & { readonly saw: Saw }
