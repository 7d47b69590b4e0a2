import type { Fault } from 'preseal'
import type { Declared, World } from './world.js'

/** How a request ended, as a client of the provider sees it. */
export type Answer = { value: unknown } | { code: number; status?: number }

/** What a request asks for; `block` is the selector in its own words. */
export type Asked = {
  readonly method: string
  readonly block: string | undefined
  readonly params: 'malformed' | 'unknown' | 'good'
  /** What the answer rests on. */
  readonly reads: 'block' | 'transaction' | 'chain' | 'nothing'
}

/** What reads the chain of some instant. */
export type Reader = (
  past: Past | undefined,
  skew: string | undefined,
) => Promise<Answer>

type Past = { at: number } | { chain: World['chain'] } | { beats: number }

const deciding = ['http', 'network', 'rpc', 'null']

/** What proxyd sends where a fault has no body. */
const proxied: { readonly [status: number]: number } = {
  403: -32601,
  413: -32014,
  429: -32016,
  503: -32011,
  504: -32015,
}

/** As MetaMask maps what is no JSON-RPC error. */
function mapped(status: number): number {
  if (status === 401) return -32006
  if (status === 429) return -32005
  return status >= 500 || status === 402 || status === 404 ? -32002 : -32050
}

function decided(fault: Fault): Answer {
  switch (fault.type) {
    case 'http': {
      const { status, body } = fault
      const own = /"code":(-?\d+)/.exec(body ?? '')?.[1]
      const sent = body === undefined ? proxied[status] : own && Number(own)
      return { code: sent || mapped(status), status }
    }
    case 'rpc':
      return { code: fault.code }
    case 'network':
      return { code: 4900 }
    default:
      return { value: null }
  }
}

/** Before any fault; what is refused counts as well. */
export function refusedByEndpoint(
  world: World,
  method: string,
): Answer | undefined {
  const { endpoint } = world.config
  const rules =
    endpoint === 'public'
      ? {
          isAllowed:
            !method.endsWith('Receipts') && !method.endsWith('unserved'),
        }
      : endpoint === 'dedicated'
        ? { isAllowed: true }
        : {
            isAllowed: endpoint.allow?.includes(method) ?? true,
            rate: endpoint.rate,
          }
  const refusal = rules.isAllowed ? undefined : { code: -32601, status: 403 }
  if (!('rate' in rules) || rules.rate === undefined) return refusal
  const window = Math.floor(world.now / rules.rate.per)
  const requests = world.rate.window === window ? world.rate.requests : 0
  if (requests >= rules.rate.requests) return { code: -32016, status: 429 }
  world.rate = { window, requests: requests + 1 }
  return refusal
}

function matches({ fault, affected }: Declared, asked: Asked, now: number) {
  const { methods, block, times, since: from = 0, until } = fault
  return (
    (methods?.includes(asked.method) ?? true) &&
    (block === undefined || block.toLowerCase() === asked.block) &&
    from <= now &&
    (until === undefined || now < until) &&
    (times === undefined || affected < times)
  )
}

/** Whether the next request that it is for is one that it affects. */
function isTurn({ fault, seen }: Declared): boolean {
  const turn = seen + 1 - (fault.skip ?? 0)
  return turn > 0 && turn % (fault.everyNth ?? 1) === 0
}

function count(fault: Declared, isAffected: boolean) {
  fault.seen += 1
  if (isAffected) fault.affected += 1
}

/** Answers a request as the faults have it, and counts it for those that act. */
export async function judge(
  world: World,
  asked: Asked,
  read: Reader,
): Promise<Answer> {
  const { now } = world
  const matching = world.faults.filter((one) => matches(one, asked, now))
  const ofTypes = (...types: string[]) =>
    matching.filter(({ fault }) => types.includes(fault.type))
  const deciders = ofTypes(...deciding)
  const decision = deciders.find(isTurn)
  /** Those up to the one that decides had their say. */
  const heard = decision
    ? deciders.slice(0, deciders.indexOf(decision) + 1)
    : deciders
  const say = (...types: string[]) => {
    for (const one of heard)
      if (types.includes(one.fault.type)) count(one, one === decision)
  }
  const { type } = decision?.fault ?? {}
  say('http', 'network')
  if (decision !== undefined && (type === 'http' || type === 'network'))
    return decided(decision.fault)
  if (asked.params === 'malformed') return { code: -32602 }
  say('rpc')
  if (decision !== undefined && type === 'rpc') return decided(decision.fault)
  if (asked.params === 'unknown') return { code: -32601 }

  const past = last(asked.reads === 'nothing' ? [] : ofTypes('stale', 'frozen'))
  const skew = last(
    ofTypes('otherBlock').filter(({ fault }) => moves(fault, asked)),
  )
  let answer = await read(
    past && pastOf(past),
    skew?.fault.type === 'otherBlock' ? skew.fault.to : undefined,
  )
  if ('code' in answer) {
    if (answer.code !== -32001) return answer
    const zeros = ofTypes('unknownBlockAsZero')
    const zero = zeros.find(isTurn)
    for (const one of zero ? zeros.slice(0, zeros.indexOf(zero) + 1) : zeros)
      count(one, one === zero)
    if (zero === undefined) return answer
    answer = { value: '0x0' }
  }
  say('null')
  return type === 'null' ? { value: null } : answer
}

/** Whether a skew can change anything. */
function moves(fault: Fault, { reads, block }: Asked): boolean {
  const isHidden = fault.type === 'otherBlock' && fault.to !== 'pending'
  const isFree = block?.length !== 66 || fault.block !== undefined
  return reads === 'block' ? isFree : reads === 'transaction' && isHidden
}

/** The last one whose turn it is; those after it let the request through. */
function last(faults: readonly Declared[]): Declared | undefined {
  for (const fault of [...faults].reverse()) {
    const isAffected = isTurn(fault)
    count(fault, isAffected)
    if (isAffected) return fault
  }
  return undefined
}

function pastOf({ fault, since, chain }: Declared): Past | undefined {
  if (fault.type === 'stale') return { beats: fault.beats }
  const { since: from } = fault
  return from !== undefined && from > since ? { at: from } : { chain }
}
