import { depositor, multicall3Address } from '../../../base/hex/addresses.js'
import { short } from '../../../base/words/words.js'
import type {
  AnsweredRequest,
  Fault,
  Hash,
  StoryEvent,
} from '../../../index.js'
import { isWalletMethod } from '../../../rpc/method/walletMethods.js'
import {
  type Annotations,
  type InnerCall,
  nameOfFunction,
  type Timeline,
  type TimelineRequest,
} from '../../timeline/index.js'
import type { Target } from '../model/mishap.js'
import type { Sent } from '../model/run.js'

/** What a request reads: how ids call it, and how sentences do. */
export type Read = { readonly target: string; readonly words: string }

/** What requests read, from text to text: a method, and its parameters. */
type Known = { reads?: readonly Read[]; readonly next: Map<string, Known> }

/** Of requests of texts alone, by the names that they are called by. */
const known = new WeakMap<Annotations, Known>()

/**
 * What a request reads, wherever it travels: the account or the function
 * that is read, alone or within Multicall3, at the block that is named.
 * Requests that share one are like each other.
 */
export function readsOf(
  request: TimelineRequest,
  { annotations }: Timeline,
): readonly Read[] {
  const { method, params } = request
  let like: Known = known.get(annotations) ?? { next: new Map() }
  known.set(annotations, like)
  // Applications poll: most requests are those before.
  like = after(like, `${method}`)
  for (const param of params) {
    if (typeof param !== 'string') return findReads(request, annotations)
    like = after(like, param)
  }
  like.reads ??= findReads(request, annotations)
  return like.reads
}

function after({ next }: Known, text: string): Known {
  const known = next.get(text)
  if (known !== undefined) return known
  const made: Known = { next: new Map() }
  next.set(text, made)
  return made
}

function findReads(
  { method, params, calls }: TimelineRequest,
  annotations: Annotations,
): Read[] {
  const name = (address: unknown) => nameOfAddress(address, annotations.names)
  const [first, second] = params as [unknown, unknown]
  if (calls.length > 0)
    return calls.map((call) => innerRead(call, second, annotations))
  if (method === 'eth_call' || method === 'eth_estimateGas') {
    const { to, data, input } = Object(first) as Call
    const text = data ?? input
    const called =
      typeof text === 'string' && text.length >= 10
        ? `.${functionName(text.slice(0, 10), annotations)}`
        : ''
    return [
      readOf(
        method,
        method === 'eth_call' ? 'the read of' : 'the gas estimate of',
        `${name(to)}${called}`,
        second,
      ),
    ]
  }
  if (method === 'eth_subscribe')
    return [
      readOf(method, `${method} to`, paramsName(params, annotations.names)),
    ]
  return typeof first === 'string' && /^0x[0-9a-f]{40}$/i.test(first)
    ? [readOf(`${method}`, `${method} of`, name(first), params.at(-1))]
    : [readOf(`${method}`, `${method}`, undefined, first)]
}

/** As a call that travels alone. */
export function innerRead(
  { to, selector }: Pick<InnerCall, 'to' | 'selector'>,
  block: unknown,
  annotations: Annotations,
): Read {
  const of = `${nameOfAddress(to, annotations.names)}.${functionName(selector, annotations)}`
  return readOf('eth_call', 'the read of', of, block)
}

/** A number changes with each block, so that it makes no request another one. */
function readOf(
  method: string,
  words: string,
  of?: string,
  block?: unknown,
): Read {
  const tag =
    typeof block === 'string' && /^[a-z]+$/.test(block) ? block : undefined
  const parts = [of, tag].filter((part) => part !== undefined)
  return {
    target: parts.length === 0 ? method : `${method}(${parts.join(',')})`,
    words: `${words}${of === undefined ? '' : ` ${of}`}${tag === undefined ? '' : ` at ${tag}`}`,
  }
}

type Call = {
  readonly to?: unknown
  readonly data?: unknown
  readonly input?: unknown
}

function functionName(selector: string, annotations: Annotations): string {
  return nameOfFunction(selector, annotations) ?? selector
}

/** The name of a subscription: `newHeads`, or `logs of USDC`. */
export function subscriptionName(
  id: unknown,
  { answeredRequests, annotations }: Timeline,
): string {
  const asked = answeredRequests.find(
    ({ method, outcome }) =>
      method === 'eth_subscribe' &&
      outcome.type === 'result' &&
      outcome.value === id,
  )
  return paramsName(asked?.params ?? [], annotations.names)
}

/** The same of the parameters of `eth_subscribe`. */
function paramsName(
  [type, filter]: readonly unknown[],
  names: Parameters<typeof nameOfAddress>[1],
): string {
  const { address } = Object(filter) as { readonly address?: unknown }
  const of = Array.isArray(address) ? address[0] : address
  return typeof of === 'string'
    ? `${type} of ${nameOfAddress(of, names)}`
    : `${type ?? 'a subscription'}`
}

/** As the test, the wallet or a token calls it; else its ends. */
export function nameOfAddress(
  address: unknown,
  names: { readonly [address: string]: string } = {},
): string {
  if (typeof address !== 'string') return 'no contract'
  const lower = address.toLowerCase()
  const known = Object.entries(names).find(
    ([other]) => other.toLowerCase() === lower,
  )
  return (
    known?.[1] ?? (lower === multicall3Address ? 'Multicall3' : short(lower))
  )
}

/** `the 2nd read of …`; of one alone just `the read of …`. */
export function nthOf(index: number, count: number, what: string): string {
  return count === 1 ? what : `the ${ordinal(index + 1)} ${bare(what)}`
}

function bare(what: string): string {
  return what.replace(/^the /, '')
}

/** 1st, 2nd, 3rd … */
export function ordinal(of: number): string {
  const teen = of % 100 >= 11 && of % 100 <= 13
  const ending = teen ? undefined : ['', 'st', 'nd', 'rd'][of % 10]
  return `${of}${ending || 'th'}`
}

/** Whether the wallet answers it by itself, where no endpoint can err. */
export function isOfWallet({ via, method }: AnsweredRequest): boolean {
  return (
    via === 'wallet' &&
    method !== null &&
    (method.startsWith('wallet_') || isWalletMethod(method))
  )
}

/** Whether it makes a filter, which the node keeps. */
export function isNewFilter(method: string | null): boolean {
  return /^eth_new\w*Filter$/.test(`${method}`)
}

/** Things that share a target, in their order, and how sentences call it. */
export type Series<thing> = Read & { readonly like: readonly thing[] }

/** The series of things; one may stand in several. */
export function seriesOf<thing>(
  things: readonly thing[],
  readsOf: (thing: thing) => readonly Read[],
): Series<thing>[] {
  const series = new Map<string, Read & { like: thing[] }>()
  for (const thing of things)
    for (const read of readsOf(thing)) {
      const like: thing[] = series.get(read.target)?.like ?? []
      if (like.at(-1) !== thing) like.push(thing)
      series.set(read.target, { ...read, like })
    }
  return [...series.values()]
}

/** One of a series, as mishaps hit it. */
export function nthOfSeries(
  { target, words, like }: Series<unknown>,
  index: number,
  chainId?: number | undefined,
): Target {
  return {
    target,
    place: index + 1,
    subject: nthOf(index, like.length, words),
    ...(chainId !== undefined && { chainId }),
  }
}

/**
 * The requests worth an error among like ones, as their places, the first tried
 * first: a request with the same answer before and after it errs alike, so that
 * only the ends of such stretches count, and the middle of them at last.
 *
 * @param answers - One text for each.
 */
export function picksOf(answers: readonly string[]): number[] {
  const starts = answers.flatMap((answer, index) =>
    index === 0 || answer !== answers[index - 1] ? [index] : [],
  )
  const ends = [...starts.slice(1), answers.length].map((next) => next - 1)
  const changes = starts.slice(1).flatMap((start) => [start - 1, start])
  const middles = starts.map((start, index) =>
    Math.floor((start + (ends[index] ?? start)) / 2),
  )
  return [...new Set([0, ...changes, answers.length - 1, ...middles])]
}

const texts = new WeakMap<AnsweredRequest, string>()

/** The outcome as text, for comparison. */
export function outcomeText(request: AnsweredRequest): string {
  const known = texts.get(request)
  if (known !== undefined) return known
  const text = JSON.stringify(request.outcome)
  texts.set(request, text)
  return text
}

/** Requests that a fault keeps from being answered. */
export function keptRequests(
  { type, methods }: Fault,
  waitingRequests: Timeline['waitingRequests'],
) {
  return type !== 'delay' && type !== 'hold'
    ? []
    : waitingRequests.filter(
        ({ heldBy, method }) =>
          heldBy === 'fault' && (methods?.includes(`${method}`) ?? true),
      )
}

/** Each block with its name, when it opened, and how early a sweep tries it. */
export function sealedBlocks(timeline: Timeline) {
  const { blocks, since } = timeline
  const included = includedIn(timeline)
  let idle = 0
  return blocks.map((block, index) => {
    const transactions = block.transactions.filter((hash) => included.has(hash))
    return {
      ...block,
      transactions,
      name: `block ${block.number}`,
      openedAt: blocks[index - 1]?.at ?? since,
      // Idle blocks are all alike: others come first.
      rank: transactions.length === 0 ? firstIdle + idle++ : 0,
    }
  })
}

/** A block, as mishaps hit it. */
export function blockTarget({
  name,
  number,
}: Pick<ReturnType<typeof sealedBlocks>[number], 'name' | 'number'>): Target {
  return { target: 'block', place: Number(number), subject: name }
}

/** A transaction by its place among those that were sent. */
export function sentTarget(
  index: number,
  count: number,
  chainId?: number | undefined,
): Target {
  return {
    target: 'sent',
    place: index + 1,
    subject: nthOf(index, count, 'the sent transaction'),
    chainId,
  }
}

/** The rank of the first idle block. */
export const firstIdle = 2

/**
 * Every transaction that arrived by request, in the order of arrival, whether
 * or not its sender got an answer; one that comes again, each time.
 */
export function sentIn({ events }: Pick<Timeline, 'events'>): Sent[] {
  return events.flatMap((event) =>
    event.type === 'step' && event.via === 'request' && event.hash !== null
      ? [{ hash: event.hash, at: event.at }]
      : [],
  )
}

/** A transaction that entered a block. */
type Included = Extract<StoryEvent, { type: 'preconfirmed' }>

/**
 * Whether a transaction entered a block that is not the chain's own deposit:
 * such a deposit opens the block, and can neither be left out nor moved.
 */
export function isIncluded(event: StoryEvent): event is Included {
  return (
    event.type === 'preconfirmed' &&
    !(
      event.transaction.type === 'deposit' &&
      event.transaction.from === depositor
    )
  )
}

/** Hashes of what entered blocks, without the chain's own deposits. */
function includedIn({ events }: Pick<Timeline, 'events'>): ReadonlySet<Hash> {
  return new Set(events.filter(isIncluded).map(({ hash }) => hash))
}

/** ms between two blocks, as they came. */
export function blockTimeOf({ blocks, blockTime }: Timeline): number {
  const [first, second] = blocks
  return first === undefined || second === undefined
    ? blockTime
    : Math.max(second.at - first.at, 1)
}
