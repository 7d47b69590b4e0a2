import { display } from '../../base/hex/display.js'
import type { BlockSelector } from '../../base/hex/hex.js'
import type { Refuse } from '../../base/validation/problem.js'
import { readEntries, readJson } from '../../base/validation/read.js'
import {
  code,
  milliseconds,
  natural,
  oneOf,
  positive,
  selector,
  status,
  text,
} from '../../base/validation/values.js'
import type {
  InclusionDecision,
  SentMatch,
} from '../../chain/model/transaction.js'
import {
  batchTooLong,
  copyJson,
  type Outcome,
  type RpcError,
} from '../../rpc/answers/outcome.js'
import {
  anywhere,
  type FaultType,
  type Match,
  optional,
  parsed,
  ran,
  type Window,
} from './faultType.js'

/** The request fails with the HTTP `status`, and is not executed. */
export type HttpFault = {
  readonly type: 'http'
  readonly status: number
  readonly body?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

// Names that the constructor of Headers takes, since fetch hands them to one.
const headerName = /^[\w!#$%&'*+\-.^`|~]+$/
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/

const http: FaultType<HttpFault> = {
  type: 'http',
  fields: {
    status,
    body: optional(text),
    headers: optional({
      read: readHeaders,
      json: {
        type: 'object',
        propertyNames: { pattern: headerName.source },
        additionalProperties: { type: 'string', pattern: headerValue.source },
      },
    }),
  },
  stages: anywhere,
  effect: { type: 'answer', answer: httpOutcome },
}

export function httpOutcome({ status, body, headers }: HttpFault): HttpOutcome {
  return {
    type: 'http',
    status,
    body: body ?? defaultBody(status),
    headers: { ...headers },
  }
}

type HttpOutcome = Extract<Outcome, { type: 'http' }>

// As Optimism's proxyd answers, which stands in front of public endpoints.
const bodies: { readonly [status: number]: Readonly<RpcError> | undefined } = {
  403: { code: -32601, message: 'rpc method is not whitelisted' },
  413: batchTooLong,
  429: { code: -32016, message: 'over rate limit' },
  503: {
    code: -32011,
    message: 'no backend is currently healthy to serve traffic',
  },
  504: { code: -32015, message: 'gateway timeout' },
}

function defaultBody(status: number): RpcError | '' {
  const error = bodies[status]
  return error === undefined ? '' : { ...error }
}

function readHeaders(
  given: unknown,
  refuse: Refuse,
): Record<string, string> | undefined {
  const target: Record<string, string> = {}
  const refusal = readEntries(
    given,
    'an object of header values by name',
    (key, value) => {
      const path = [key]
      const name = key.toLowerCase()
      const checked = text.check(value)
      if (!headerName.test(key) || name === '__proto__')
        refuse({
          path,
          given: 'a key that is not a header name',
          expected: 'letters, digits and hyphens',
        })
      else if (Object.hasOwn(target, name))
        refuse({
          path,
          given: `a second entry for ${name}`,
          expected: 'one',
          advice: 'Letter case makes no difference: remove one.',
        })
      else if (!checked.ok) refuse({ ...checked, path })
      else if (!headerValue.test(checked.value))
        refuse({
          path,
          given: display(checked.value),
          expected: 'one line of Latin-1 characters',
        })
      else target[name] = checked.value
    },
  )
  if (refusal === undefined) return target
  refuse(refusal)
  return undefined
}

/** The request fails with the given JSON-RPC error, and is not executed. */
type RpcFault = {
  readonly type: 'rpc'
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

const rpc: FaultType<RpcFault> = {
  type: 'rpc',
  fields: {
    code,
    message: text,
    data: optional({ read: readJson, json: {} }),
  },
  stages: parsed,
  effect: {
    type: 'answer',
    answer: ({ code, message, data }) => ({
      type: 'error',
      error: {
        code,
        message,
        ...(data !== undefined && { data: copyJson(data, 'data', 'any') }),
      },
    }),
  },
}

/** The request is executed, but its answer is null. */
type NullFault = { readonly type: 'null' }

const nullType: FaultType<NullFault> = {
  type: 'null',
  fields: {},
  stages: ['zeroed', 'answered'],
  effect: {
    type: 'answer',
    // An error stays one, even if a handler promised a value.
    answer: (_, ran) =>
      ran?.type === 'result'
        ? {
            type: 'result',
            value: ran.value instanceof Promise ? ran.value.then(nil) : null,
          }
        : (ran ?? { type: 'result', value: null }),
  },
}

const nil = () => null

/**
 * The request fails with code 4900, as if there were no connection, and is not
 * executed.
 */
type NetworkFault = { readonly type: 'network' }

const network: FaultType<NetworkFault> = {
  type: 'network',
  fields: {},
  stages: anywhere,
  effect: { type: 'answer', answer: () => ({ type: 'network' }) },
}

/**
 * The request is executed, but its answer is lost: it fails with code 4900, or
 * with the HTTP `status`.
 */
type LostResponseFault = {
  readonly type: 'lostResponse'
  readonly status?: number | undefined
}

const lostResponse: FaultType<LostResponseFault> = {
  type: 'lostResponse',
  fields: { status: optional(status) },
  stages: ['malformed', 'unknown', ...ran],
  effect: {
    type: 'answer',
    answer: ({ status }) =>
      status === undefined
        ? { type: 'network' }
        : httpOutcome({ type: 'http', status }),
  },
}

/** The request is executed on arrival, but its answer arrives `ms` later. */
type DelayFault = { readonly type: 'delay'; readonly ms: number }

const delay: FaultType<DelayFault> = {
  type: 'delay',
  fields: { ms: milliseconds(0) },
  stages: anywhere,
  effect: { type: 'delay', ms: ({ ms }) => ms },
}

/**
 * The request waits until the fault is lifted, and is executed only then; with
 * `what: 'answers'`, it is executed first.
 */
type HoldFault = {
  readonly type: 'hold'
  /**
   * `'requests'` wait before they are answered. `'answers'` are computed when
   * the request arrives, then wait. Default `'requests'`
   */
  readonly what?: 'requests' | 'answers' | undefined
}

/** Selects the requests that a gate holds. */
export type HoldParameters = Omit<Match, 'label'> & Omit<HoldFault, 'type'>

export const hold: FaultType<HoldFault> = {
  type: 'hold',
  fields: { what: optional(oneOf('requests', 'answers')) },
  stages: anywhere,
  effect: { type: 'hold' },
}

/** Reads see the state of `beats` beats ago; writes take effect now. */
type StaleFault = { readonly type: 'stale'; readonly beats: number }

const stale: FaultType<StaleFault> = {
  type: 'stale',
  fields: { beats: natural },
  stages: ran,
  effect: { type: 'past', past: ({ beats }) => ({ beats }) },
  changes: (_, { reads }) => reads !== 'nothing',
}

/**
 * Reads see the state at the time when the fault was declared, or at its `since`
 * if that is later; writes take effect now.
 */
type FrozenFault = { readonly type: 'frozen' }

const frozen: FaultType<FrozenFault> = {
  type: 'frozen',
  fields: {},
  stages: ran,
  effect: {
    type: 'past',
    past: (_, { since, from, instant }) =>
      from !== undefined && from > since ? { at: from } : { instant },
  },
  changes: (_, { reads }) => reads !== 'nothing',
}

/**
 * Reads see the block `to` instead of the requested block; writes take effect.
 */
type OtherBlockFault = {
  readonly type: 'otherBlock'
  readonly to: BlockSelector
}

const otherBlock: FaultType<OtherBlockFault> = {
  type: 'otherBlock',
  fields: { to: selector },
  stages: ran,
  effect: { type: 'redirect', to: ({ to }) => to },
  changes: (
    fault: OtherBlockFault & { block?: BlockSelector },
    { reads, block },
  ) =>
    reads === 'block' || reads === 'state'
      ? !isHash(block) || fault.block !== undefined
      : reads === 'transaction' && fault.to !== 'pending',
}

function isHash(block: string | undefined): boolean {
  return block?.length === 66
}

/** Reads of a block that is not found return `'0x0'`; writes take effect. */
type UnknownBlockAsZeroFault = { readonly type: 'unknownBlockAsZero' }

const unknownBlockAsZero: FaultType<UnknownBlockAsZeroFault> = {
  type: 'unknownBlockAsZero',
  fields: {},
  stages: ['notFound', 'zeroed'],
  effect: { type: 'zero' },
}

const openingEffects = ['refused', 'delayed', 'held'] as const

const messageEffects = [
  'dropped',
  'doubled',
  'swapped',
  'delayed',
  'held',
] as const

/**
 * The request is executed, but its WebSocket opens badly, or mishandles
 * messages.
 */
export type SocketFault = {
  readonly type: 'socket'
  /** The effect on a connection that a client opens. */
  readonly opening?: (typeof openingEffects)[number] | undefined
  /**
   * The effect on a message to the client: an answer, or a message of a
   * subscription (method `eth_subscription`). A `'swapped'` message is sent
   * after the one that follows it.
   */
  readonly messages?: (typeof messageEffects)[number] | undefined
  /** Delay in ms, for `'delayed'`. */
  readonly ms?: number | undefined
}

const socket: FaultType<SocketFault> = {
  type: 'socket',
  fields: {
    opening: optional(oneOf(...openingEffects)),
    messages: optional(oneOf(...messageEffects)),
    ms: optional(milliseconds(0)),
  },
  stages: [],
  effect: { type: 'connection' },
  changes: () => false,
  check({ opening, messages, ms, methods, block }, refuse) {
    const isDelayed = opening === 'delayed' || messages === 'delayed'
    if ((opening === undefined) === (messages === undefined))
      refuse({
        given: `a "socket" fault with ${opening === undefined ? 'neither' : 'both'}`,
        expected: 'either "opening" or "messages"',
      })
    if (isDelayed !== (ms !== undefined))
      refuse({
        path: ['ms'],
        given: ms === undefined ? 'nothing' : `${ms}`,
        expected: isDelayed
          ? 'by how many ms it is late'
          : 'nothing, since nothing is "delayed"',
      })
    if (opening !== undefined && methods !== undefined)
      refuse({
        path: ['methods'],
        given: 'a list',
        expected: 'nothing, since no method is asked as a socket opens',
      })
    if (block !== undefined)
      refuse({
        path: ['block'],
        given: `${block}`,
        expected: 'nothing, since a socket reads no block',
      })
  },
}

/** When a transaction is included that the application sends. */
const inclusion = { stages: [], effect: { type: 'inclusion' } } as const

type InclusionFault<type> = Extract<InclusionDecision, { type: type }>

const includeLate: FaultType<InclusionFault<'includeLate'>> = {
  type: 'includeLate',
  fields: { beats: positive },
  ...inclusion,
}

const includeNever: FaultType<InclusionFault<'includeNever'>> = {
  type: 'includeNever',
  fields: {},
  ...inclusion,
}

const drop: FaultType<InclusionFault<'drop'>> = {
  type: 'drop',
  fields: { beats: positive },
  ...inclusion,
}

const omitAtSeal: FaultType<InclusionFault<'omitAtSeal'>> = {
  type: 'omitAtSeal',
  fields: {},
  ...inclusion,
}

const revert: FaultType<InclusionFault<'revert'>> = {
  type: 'revert',
  fields: {},
  ...inclusion,
}

const revertAtSeal: FaultType<InclusionFault<'revertAtSeal'>> = {
  type: 'revertAtSeal',
  fields: {},
  ...inclusion,
}

const ofRequests = [
  http,
  rpc,
  nullType,
  network,
  lostResponse,
  delay,
  hold,
  stale,
  frozen,
  otherBlock,
  unknownBlockAsZero,
  socket,
] as const

const ofTransactions = [
  includeLate,
  includeNever,
  drop,
  omitAtSeal,
  revert,
  revertAtSeal,
] as const

/** Every type of fault, in the order in which messages list them. */
export const faultTypes = [...ofRequests, ...ofTransactions] as const

type OwnOf<types> = types extends FaultType<infer own> ? own : never

/** A fault of any type, without what narrows what it acts on. */
export type OwnFault = OwnOf<(typeof faultTypes)[number]>

/** A fault that acts on transactions that are sent; absent fields match all. */
export type TransactionFault = Window &
  Readonly<SentMatch> &
  OwnOf<(typeof ofTransactions)[number]> & {
    readonly [field in Exclude<keyof Match, keyof Window>]?: undefined
  }

/** A fault that acts on requests, or on the messages of sockets. */
export type RequestFault = Match & OwnOf<(typeof ofRequests)[number]>

/**
 * A failure or wrong answer, in place of the chain's answer; or a transaction
 * that is included otherwise than it would be.
 */
export type Fault = RequestFault | TransactionFault

const byType: ReadonlyMap<string, FaultType<OwnFault>> = new Map(
  faultTypes.map((faultType) => [faultType.type, faultType]),
)

export function faultTypeOf({ type }: OwnFault): FaultType<OwnFault> {
  return byType.get(type) as FaultType<OwnFault>
}

/**
 * The answer of a fault in place of the method's outcome, if there is one;
 * undefined if its type answers nothing itself.
 */
export function answerOf(fault: Fault, ran?: Outcome): Outcome | undefined {
  const { effect } = faultTypeOf(fault)
  return effect.type === 'answer' ? effect.answer(fault, ran) : undefined
}
