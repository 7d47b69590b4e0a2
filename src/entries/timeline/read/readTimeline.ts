import { display } from '../../../base/hex/display.js'
import type { Issue } from '../../../base/hex/hex.js'
import { hasSucceeded } from '../../../base/hex/receiptStatus.js'
import { lateFields, lazy } from '../../../base/memo/memo.js'
import {
  arrayOf,
  type FieldValidators,
  fitting,
  optional,
  readOptions,
} from '../../../base/validation/fields.js'
import { invalidParameters } from '../../../base/validation/problem.js'
import {
  address,
  natural,
  type Validator,
} from '../../../base/validation/values.js'
import {
  type Annotations,
  annotationsOf,
  type CalledStep,
  calledAt,
  calledSteps,
  givenContracts,
} from '../../../base/words/words.js'
import { type WalletDoor, walletDoor } from '../../../doors/walletDoor.js'
import type {
  Address,
  Contract,
  Hash,
  MockNode,
  StoryEvent,
} from '../../../index.js'
import { hasStory, storyOf } from '../../../node/runtime/story/storyAccess.js'
import { readServed, readStates } from './readServed.js'
import { readHeld, readTokens } from './readTokens.js'
import {
  readOutcomes,
  readRequests,
  readTransactions,
} from './readTransactions.js'
import type {
  Timeline,
  TimelineBlock,
  TimelineRange,
  TimelineState,
  TimelineTransaction,
} from './timeline.js'

/**
 * Reads the story of a node as plain data.
 *
 * @example
 * readTimeline(node).transactions[0]?.moves // sent, preconfirmed, sealed
 *
 * @param range - Default: the whole time of the node. It lists the first and the
 * last of over 100 idle blocks in a row.
 * @throws InvalidParametersError if that is not a node, or not a range.
 */
export function readTimeline(
  node: MockNode,
  given: TimelineRange = {},
): Timeline {
  const { accounts: wanted, ...range } = readOptions(
    'readTimeline',
    given,
    rangeFields,
    refuseNode('readTimeline', node),
  )
  refuseBackward(range)
  const story = storyOf(node).read(range)
  const { since, until, faults, sockets } = story
  const events = withPlaces(story.events, node)
  const transactions = readTransactions(events, faults, (hash, at) =>
    statusAt(node, hash, at),
  )
  const accounts = accountsOf(wanted, transactions)
  const answeredRequests = readRequests(node, { since, until })
  const timeline = {
    since,
    until,
    chainId: node.chain.id,
    preconfirmationTime: story.preconfirmationTime,
    blockTime: story.blockTime,
    blocks: readBlocks(node, events),
    events,
    transactions,
    accounts,
    answeredRequests,
    waitingRequests: node.waitingRequests.filter(({ at }) => at <= until),
    faults,
    sockets,
    annotations: readAnnotations(node),
  }
  return withComputed()(timeline, {
    node,
    timeline,
    beats: lazy(story.readBeats),
    tokens: lazy(() => readTokens(node, until, events, answeredRequests)),
  })
}

type Computed = Pick<
  Timeline,
  'beats' | 'states' | 'served' | 'outcomes' | 'tokens'
>

type Source = {
  readonly node: MockNode
  readonly timeline: Omit<Timeline, keyof Computed>
  readonly beats: () => Timeline['beats']
  readonly tokens: () => Timeline['tokens']
}

const withComputed = lazy(() =>
  lateFields<Source, Computed>({
    beats: ({ beats }) => beats(),
    states: readAllStates,
    served: ({ node, timeline: { since, events } }) =>
      readServed(node, since, events),
    outcomes: ({ node, timeline: { events } }) => readOutcomes(node, events),
    tokens: ({ tokens }) => tokens(),
  }),
)

function readAllStates({
  node,
  timeline: { since, events, accounts },
  tokens,
}: Source): TimelineState[] {
  const changing = events.filter(
    (event) =>
      event.type !== 'idle' &&
      (event.type !== 'step' || event.step.type !== 'preconfirm'),
  )
  const instants = [...new Set([since, ...changing.map(({ at }) => at)])]
  const areFew = instants.length <= mostHeld
  const states = readStates(node, instants.slice(0, mostStates), accounts).map(
    (state) => ({
      ...state,
      held: areFew ? readHeld(node, state.at, tokens()) : [],
    }),
  )
  const left = instants[mostStates]
  return left === undefined
    ? states
    : [...states, unknownState(left, accounts.length)]
}

/** With the lines of the test that called the steps, where they are known. */
function withPlaces(
  events: readonly StoryEvent[],
  node: MockNode & { readonly [calledSteps]?: readonly CalledStep[] },
): readonly StoryEvent[] {
  const calls = [...(node[calledSteps] ?? [])].reverse()
  if (calls.length === 0) return events
  const told = [...events].reverse().map((event) => {
    if (event.type !== 'step' || event.via !== 'script') return event
    // Steps of the options come first at an instant, then the test's calls.
    const index = calls.findIndex(
      ({ at, type }) => at === event.at && type === event.step.type,
    )
    const [call] = index < 0 ? [] : calls.splice(index, 1)
    return call === undefined
      ? event
      : { ...event, by: `${calledAt}${call.place}` }
  })
  return told.reverse()
}

function unknownState(at: number, accounts: number): TimelineState {
  const balances = Array.from({ length: accounts }, () => ({
    pending: null,
    latest: null,
  }))
  return { at, safe: null, finalized: null, balances, held: [] }
}

const mostStates = 4_000
/** Of tokens, whose balances are calls of contracts. */
const mostHeld = 200
const mostAccounts = 12

function accountsOf(
  wanted: readonly Address[],
  transactions: readonly TimelineTransaction[],
): Address[] {
  const all = transactions.flatMap(({ from, to }) =>
    to === null ? [from] : [from, to],
  )
  const known = [...new Set(all)].slice(0, mostAccounts)
  const first = wanted.map((one) => one.toLowerCase() as Address)
  return [...new Set([...first, ...known])]
}

/** As its receipt says; null if there is none. */
function statusAt(node: MockNode, hash: Hash, at: number) {
  try {
    const seen = storyOf(node).lookAt(at)
    if (seen.isUnhashed()) return seen.outcomeOf(hash)?.status ?? null
    const receipt = node.view(at).request({
      method: 'eth_getTransactionReceipt',
      params: [hash],
    }) as { status?: string } | null
    if (receipt?.status === undefined) return null
    return hasSucceeded(receipt) ? 'success' : 'reverted'
  } catch {
    return null
  }
}

function readBlocks(
  node: MockNode,
  events: readonly StoryEvent[],
): TimelineBlock[] {
  return events.flatMap((event) => {
    if (event.type !== 'sealed') return []
    const { at, blockNumber: number, timestamp, gasUsed, transactions } = event
    const block = { at, number, timestamp, gasUsed, transactions }
    return withHash()(block, { node, event })
  })
}

type Sealed = Extract<StoryEvent, { type: 'sealed' }>

const withHash = lazy(() =>
  lateFields<{ node: MockNode; event: Sealed }, Pick<TimelineBlock, 'hash'>>({
    hash: ({ node, event }) =>
      storyOf(node).lookAt(event.at).isUnhashed() ? null : hashOf(event),
  }),
)

/** Null if a hash depends on more blocks than are hashed at once. */
function hashOf(sealed: { readonly hash: Hash }): Hash | null {
  try {
    return sealed.hash
  } catch {
    return null
  }
}

type Known = {
  readonly [givenContracts]?: readonly Contract[]
  readonly [walletDoor]?: WalletDoor
}

/** The ABIs and names that a test, a wallet and the contracts of a node know. */
function readAnnotations(node: MockNode): Annotations {
  const { [givenContracts]: contracts = [], [walletDoor]: door = {} } =
    node as MockNode & Known
  // Annotations of the test come first, so that they count.
  const all = [
    annotationsOf(node),
    annotationsOf(door),
    ...contracts.map(annotationsOfContract),
  ]
  return {
    abis: all.flatMap(({ abis = [] }) => abis),
    names: Object.assign({}, ...all.map(({ names }) => names).reverse()),
  }
}

function annotationsOfContract(contract: Contract): Annotations {
  return contract.type === 'erc20'
    ? { names: { [contract.address]: contract.symbol } }
    : annotationsOf(contract.native)
}

const rangeFields = {
  since: optional(natural, undefined),
  until: optional(natural, undefined),
  accounts: optional(arrayOf(address), []),
} satisfies FieldValidators<TimelineRange>

function refuseBackward({ since, until }: TimelineRange) {
  if (since !== undefined && until !== undefined && since > until)
    throw invalidParameters('readTimeline', [
      {
        path: 'since',
        given: display(since),
        expected: `at most ${until}, which is "until"`,
      },
    ])
}

/** What is wrong if it is given no node. */
export function refuseNode(
  name: string,
  given: unknown,
  expected = 'a node',
): readonly Issue[] {
  if (hasStory(given)) return []
  const advice = `Write ${name}(node${name === 'annotate' ? ', { abis, names }' : ''}), where node is what createMockNode returned.`
  return [{ path: ['node'], given: display(given), expected, advice }]
}

export function isTimeline(given: unknown): given is Timeline {
  const { events, answeredRequests } = Object(given) as Partial<Timeline>
  return !hasStory(given) && (events ?? answeredRequests) !== undefined
}

const number = fitting<number>(Number.isFinite, 'a number')
const array = fitting<never[]>(Array.isArray, 'an array')
const timelineFields: FieldValidators<Timeline> = {
  since: number,
  until: number,
  chainId: number,
  preconfirmationTime: number,
  blockTime: number,
  beats: array,
  blocks: array,
  events: array,
  transactions: array,
  answeredRequests: array,
  waitingRequests: array,
  faults: array,
  sockets: array,
  accounts: array,
  states: array,
  served: array,
  outcomes: array,
  tokens: array,
  annotations: fitting(
    (given) => typeof given === 'object' && given !== null,
    'an object { abis?, names? }',
  ),
}

/** What is wrong with the fields of a timeline that was changed by hand. */
export function refuseTimeline(timeline: Timeline): readonly Issue[] {
  return Object.entries<Validator<unknown>>(timelineFields).flatMap(
    ([name, { check }]) => {
      const { get, value } =
        Object.getOwnPropertyDescriptor(timeline, name) ?? {}
      // What is computed on read is right.
      const checked = get === undefined && check(value)
      return checked && !checked.ok
        ? [{ ...checked, path: ['timeline', name] }]
        : []
    },
  )
}
