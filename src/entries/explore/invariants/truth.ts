import type {
  Address,
  AnsweredRequest,
  HandlerView,
  Hex,
  MockNode,
  StoryEvent,
} from '../../../index.js'
import type { Timeline } from '../../timeline/index.js'
import { blockTimeOf, keptRequests } from '../mishaps/reads.js'
import { type Mishap, textOf } from '../model/mishap.js'
import type { Seen } from '../model/run.js'
import { checkGiven } from './given.js'

export type TruthOptions = {
  /** The account whose balance is shown. */
  readonly address?: Address | undefined
  /** The token; default the chain's own coin */
  readonly token?: Address | undefined
  /** Reads a value other than a balance from the node, at a block. */
  readonly read?:
    | ((view: HandlerView, block: 'pending' | 'latest') => unknown)
    | undefined
}

/**
 * The values that were true from an instant on, under `pending` and `latest`.
 */
type State = { readonly at: number; readonly values: readonly unknown[] }

/** The chain's values at all times, looked up when they may have changed. */
export function createTruth(
  node: MockNode,
  { events }: Timeline,
  { address, token, read }: TruthOptions,
) {
  const instants = [...new Set([0, ...events.map(({ at }) => at)])].sort(
    (one, other) => one - other,
  )
  const isOwn = read === undefined && token === undefined
  const known = new Map<number, State>()
  let isRead = false
  let failure: unknown

  /** A block that is not there says nothing. */
  function attempt(look: () => unknown): unknown {
    try {
      return look()
    } catch (error) {
      failure = error
      return undefined
    }
  }

  function stateAt(at: number): State {
    const state = known.get(at)
    if (state !== undefined) return state
    const view = node.view(at)
    const values = (['pending', 'latest'] as const).map((block) =>
      attempt(() => {
        const value =
          read === undefined
            ? balanceOf(view, block, address, token)
            : read(view, block)
        checkGiven(
          'wasTrue',
          value,
          !('then' in Object(value)),
          '{ read } that returns a value, as view.request does, and no promise',
        )
        isRead = true
        return value
      }),
    )
    const made = { at, values }
    known.set(at, made)
    return made
  }

  return {
    /**
     * Whether it is a number, so that a text without one says nothing.
     *
     * @throws whatever `read` threw, if it never returned anything.
     */
    isNumber(): boolean {
      const isNumber = instants.some((at) =>
        stateAt(at).values.some((value) => toBigint(value) !== undefined),
      )
      if (!isRead && failure !== undefined) throw failure
      return isNumber
    },
    /** Everything that was true at some time of a span, newest first. */
    within(from: number, until: number): readonly unknown[] {
      const first = instants.filter((at) => at <= from).at(-1) ?? 0
      const inside = instants.filter((at) => at >= first && at <= until)
      for (const event of events)
        if (event.type === 'idle') inside.push(...sealsOf(event, from, until))
      return [...new Set(inside)]
        .sort((one, other) => other - one)
        .flatMap((at) => stateAt(at).values)
        .flatMap((value) => (isOwn && isNoCoin(value) ? [value, 0n] : [value]))
    },
  }
}

/**
 * Whether it is the balance that a chain without a coin answers for everybody,
 * where contracts read 0.
 */
function isNoCoin(balance: unknown): boolean {
  return typeof balance === 'bigint' && balance >> 128n > 0n
}

const mostSeals = 100

/** The last seals of idle blocks in a span, and the one before it. */
function sealsOf(
  {
    at,
    until: end,
    firstBlock,
    lastBlock,
  }: Extract<StoryEvent, { type: 'idle' }>,
  from: number,
  until: number,
): number[] {
  const blocks = Number(lastBlock - firstBlock)
  const blockTime = (end - at) / blocks
  const placeOf = (time: number) => Math.floor((time - at) / blockTime)
  const last = Math.min(placeOf(until), blocks)
  const first = Math.max(placeOf(from), 0, last - mostSeals + 1)
  return Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, place) => at + (first + place) * blockTime,
  )
}

function balanceOf(
  view: HandlerView,
  block: 'pending' | 'latest',
  address: Address | undefined,
  token: Address | undefined,
): unknown {
  if (address === undefined) return undefined
  if (token === undefined)
    return BigInt(
      view.request({ method: 'eth_getBalance', params: [address, block] }),
    )
  const data: Hex = `0x70a08231${address.slice(2).padStart(64, '0')}`
  return BigInt(
    view.request({ method: 'eth_call', params: [{ to: token, data }, block] }),
  )
}

/**
 * Whether the shown value is true: equal to the true one, or a text with that
 * number in wei or in coins of `decimals` digits, whose last place may be cut
 * off or rounded.
 */
export function isShown(
  shown: unknown,
  truth: unknown,
  decimals: readonly number[],
): boolean {
  if (shown === truth) return true
  const number = numberIn(shown)
  const value = toBigint(truth)
  if (number === undefined || value === undefined)
    return `${shown}` === `${truth}`
  const { digits, places } = number
  return [0, ...decimals].some((unit) => {
    if (places > unit) return false
    const scale = 10n ** BigInt(unit - places)
    const low = digits * scale
    // A whole number is no rounded one: of dust, 0 would be true.
    if (places === 0) return low === value
    return (
      (low <= value && value < low + scale) ||
      (low - scale / 2n <= value && value <= low)
    )
  })
}

/** Whether a look says any value at all. */
export function saysNumber(shown: unknown): boolean {
  return numberIn(shown) !== undefined
}

/** Of a quantity on the wire, too, as a node answers. */
function toBigint(truth: unknown): bigint | undefined {
  if (typeof truth === 'bigint') return truth
  if (typeof truth === 'string')
    return /^0x(0|[1-9a-f][0-9a-f]{0,31})$/.test(truth)
      ? BigInt(truth)
      : undefined
  return typeof truth === 'number' && Number.isInteger(truth)
    ? BigInt(truth)
    : undefined
}

function numberIn(shown: unknown) {
  if (typeof shown === 'string' && shown.startsWith('0x')) {
    const digits = toBigint(shown)
    return digits === undefined ? undefined : { digits, places: 0 }
  }
  const text =
    typeof shown === 'bigint' || typeof shown === 'number'
      ? `${shown}`
      : typeof shown === 'string'
        ? shown
        : ''
  const [, sign, whole, part = ''] =
    text
      .replaceAll(/(?<=\d)[,_'\u202f](?=\d{3})/g, '')
      .match(/(-?)(\d+)(?:\.(\d+))?/) ?? []
  if (whole === undefined) return undefined
  const digits = BigInt(whole + part)
  return { digits: sign === '-' ? -digits : digits, places: part.length }
}

/**
 * When the application's newest answer was true, given the requests that the
 * mishap made err, and until when that excuses it. Undefined if no request
 * erred.
 */
export function newestKnown(
  { mishaps }: Seen,
  timeline: Timeline,
  now: number,
  again: number,
): { readonly at: number; readonly until: number } | undefined {
  const { answeredRequests, waitingRequests } = timeline
  const late = mishaps.flatMap(({ mishap: { steps = [] } }) =>
    steps.flatMap((step) =>
      step.type === 'fault' ? keptRequests(step.fault, waitingRequests) : [],
    ),
  )
  const erred = [
    ...answeredRequests.filter(({ faults }) => faults.length > 0),
    ...late,
  ].filter(({ at }) => at <= now)
  const kept = mishaps
    .filter(({ mishap, at }) => at <= now && keepsBack(mishap))
    .map(({ at }) => at)
  const until = Math.max(0, ...mishaps.map((acted) => acted.until)) + again
  if (erred.length + kept.length === 0 || now > until) return undefined
  if (erred.length === 0) return { at: Math.min(...kept), until }
  const asked = new Set(erred.map(askedText))
  const known = answeredRequests
    .filter(
      (request) =>
        request.settledAt <= now &&
        request.outcome.type === 'result' &&
        asked.has(askedText(request)),
    )
    .map(({ at, faults }) =>
      faults.length > 0 ? at - ageAt(at, mishaps, timeline) : at,
    )
  return { at: Math.min(Math.max(0, ...known), ...kept), until }
}

/** The very same question. */
function askedText({
  method,
  params,
}: Pick<AnsweredRequest, 'method' | 'params'>): string {
  return textOf([method, params])
}

/** Whether it loses what no request asks for: a message, or a call of several. */
function keepsBack({ steps = [], innerCall, kind }: Mishap): boolean {
  return (
    innerCall !== undefined ||
    steps.some(
      (step) =>
        step.type === 'disconnectSockets' ||
        (step.type === 'fault' &&
          step.fault.type === 'socket' &&
          kind !== 'doubled'),
    )
  )
}

/** ms by which an answer of that time may be older than its request. */
function ageAt(
  at: number,
  mishaps: Seen['mishaps'],
  timeline: Timeline,
): number {
  const faults = mishaps
    .flatMap(({ mishap: { steps = [] } }) => steps)
    .flatMap((step) => (step.type === 'fault' ? [step.fault] : []))
  return Math.max(
    0,
    ...faults.map(({ type, since = at }) => {
      if (type === 'frozen') return at - since
      return type === 'stale' || type === 'otherBlock'
        ? Math.max(2_000, blockTimeOf(timeline))
        : 0
    }),
  )
}
