import { readAggregate3 } from '../../../base/abi/abi.js'
import { isPresealError, PresealError } from '../../../base/errors/errors.js'
import { decidesInclusion } from '../../../chain/model/transaction.js'
import type { Fault, Hex, MockNode, Step, StepNow } from '../../../index.js'
import { isWalletMethod } from '../../../rpc/method/walletMethods.js'
import { readTimeline, type Timeline } from '../../timeline/index.js'
import type { Wallet } from '../../wallet/index.js'
import { isNewFilter, keptRequests, sentIn } from '../mishaps/reads.js'
import type { InnerCallAt, Mishap, Resend, UserAct } from '../model/mishap.js'
import type { Acted } from '../model/run.js'
import { createClicks } from './clicks.js'
import { actTwice, clickTwice, type Pause, sentSoFar } from './doubleClick.js'
import { putAside } from './page.js'

/** The outcomes of the mishaps of a run. */
export type Played = {
  /** Mishaps that did not fit the moment. */
  readonly misfits: ReadonlySet<Mishap>
  /** When a mishap acted that leaves no other trace. */
  readonly acted: ReadonlyMap<Mishap, number>
  /** The test's user, whose acts mishaps repeat. */
  readonly user: ReturnType<typeof createUser>
  /**
   * Whether the fault of one mishap hit a request that another one made, of
   * which the application knows nothing: such mishaps do not fit each other.
   */
  isSpoilt(timelines: readonly Timeline[]): boolean
  /** That an error of this library came when nobody could catch it. */
  miss(): void
}

/** Makes the mishaps of a run happen. */
export function playMishaps(
  mishaps: readonly Mishap[],
  {
    openWallet,
    now,
    pause,
  }: {
    readonly openWallet: () => Wallet
    /** ms since the start. */
    readonly now: () => number
    readonly pause: Omit<Pause, 'label'>
  },
): Played {
  const { nodes, after } = pause
  const misfits = new Set<Mishap>()
  const acted = new Map<Mishap, number>()

  /** A step is total: what does not fit the moment is left out. */
  function attempt(mishap: Mishap, act: () => unknown) {
    const miss = (error: unknown) => {
      // Where the page has no button any more, its user cannot press it.
      if (mishap.user === undefined && !isPresealError(error)) throw error
      misfits.add(mishap)
    }
    try {
      const result = act()
      acted.set(mishap, acted.get(mishap) ?? now())
      if (result instanceof Promise) result.catch(miss)
    } catch (error) {
      miss(error)
    }
  }

  const user = createUser(mishaps, {
    now,
    attempt,
    pause: { ...pause, label: ours },
  })
  mishaps.forEach((mishap, index) => {
    const node = nodeOf(mishap, nodes)
    for (const step of mishap.steps ?? [])
      at(step.at, () => {
        if (node === undefined) misfits.add(mishap)
        else attempt(mishap, () => node.apply(labelled(step, index)))
      })
    const { innerCall, resend, forgets } = mishap
    if (innerCall !== undefined && node !== undefined)
      failInnerCall(node, innerCall, () => acted.set(mishap, now()))
    if (resend !== undefined && node !== undefined)
      after(resend.at, () => attempt(mishap, () => sendAgain(node, resend)))
    if (forgets !== undefined && node !== undefined)
      after(forgets.at, () => attempt(mishap, () => forgetFilters(node)))
    if (mishap.user !== undefined) plan(mishap, mishap.user)
  })
  return {
    misfits,
    acted,
    user,
    isSpoilt(timelines) {
      const spoilt = timelines
        .flatMap(({ answeredRequests, waitingRequests }) => [
          ...answeredRequests.filter(({ faults }) =>
            faults.some((label) => label.startsWith(ours)),
          ),
          ...waitingRequests.filter(({ heldBy }) => heldBy === 'fault'),
        ])
        .flatMap((request) =>
          mishaps.filter(
            (mishap) => isOurs(request, [mishap]) || isPressed(request, mishap),
          ),
        )
      for (const mishap of spoilt) misfits.add(mishap)
      return spoilt.length > 0
    },
    miss() {
      // A plan of a seal is held to the block only as it is sealed.
      const late = mishaps.filter(({ steps = [] }) =>
        steps.some(({ type }) => type === 'planSeal'),
      )
      for (const mishap of late.length > 0 ? late : mishaps) misfits.add(mishap)
    },
  }

  function plan(mishap: Mishap, act: UserAct) {
    switch (act.type) {
      case 'reject':
        openWallet().reject({ methods: [act.method], skip: act.skip })
        return
      case 'approveTwice':
        openWallet().approveTwice({ methods: [act.method], skip: act.skip })
        return
      case 'leaveOpen': {
        const { method, skip, ms } = act
        const hold = openWallet().hold({ methods: [method], skip })
        if (ms === null) return
        void hold.arrived.then(() => after(ms, () => hold.release()))
        return
      }
      case 'again':
      case 'postpone':
        return
      case 'reload':
      case 'away':
      case 'secondTab':
        after(act.at, () => attempt(mishap, () => user.act(act)))
        return
      default:
        after(act.at, () => attempt(mishap, () => inWallet(openWallet(), act)))
    }
  }

  function at(ms: number, callback: () => void) {
    if (ms === 0) callback()
    else after(ms, callback)
  }
}

/** Sends a signed transaction once more. */
function sendAgain(node: MockNode, { nth }: Resend): Promise<unknown> {
  const raw = readTimeline(node)
    .answeredRequests.filter(
      ({ method, outcome }) =>
        method === 'eth_sendRawTransaction' && outcome.type === 'result',
    )
    .map(({ params }) => params[0] as Hex)[nth]
  if (raw === undefined)
    throw new PresealError(
      'UnknownTransactionError',
      'Only a transaction that was sent signed can come again.',
    )
  return node.provider.request({
    method: 'eth_sendRawTransaction',
    params: [raw],
  })
}

/** What whoever asks for it is then told: that the filter is not found. */
async function forgetFilters(node: MockNode): Promise<void> {
  for (const { method, outcome } of readTimeline(node).answeredRequests)
    if (isNewFilter(method) && outcome.type === 'result')
      await node.provider.request({
        method: 'eth_uninstallFilter',
        params: [outcome.value as Hex],
      })
}

type Asked = { readonly method: string | null; readonly at: number }

/** Whether a mishap asked it, and not the application. */
export function isOurs(
  { method, at }: Asked,
  mishaps: readonly Mishap[],
): boolean {
  return mishaps.some(
    ({ resend, forgets }) =>
      (method === 'eth_sendRawTransaction' && resend?.at === at) ||
      (method === 'eth_uninstallFilter' && forgets?.at === at),
  )
}

/**
 * The label of a mishap's faults, by which stories say whose they are, and by
 * which they are found among those that acted.
 */
function labelOf(index: number): string {
  return index === 0 ? ours : `${ours}, mishap ${index + 1}`
}

const ours = 'injected by explore'

/** Whether the wallet asks it where a mishap presses one of its buttons. */
function isPressed({ method, at }: Asked, { user }: Mishap): boolean {
  return (
    (user?.type === 'speedUp' || user?.type === 'cancel') &&
    user.at === at &&
    !isWalletMethod(`${method}`)
  )
}

/** A timeline in which the acts of mishaps are told from those of the test. */
export function withOurs(
  timeline: Timeline,
  mishaps: readonly Mishap[],
): Timeline {
  const steps = mishaps.flatMap(({ chainId, steps = [] }) =>
    (chainId ?? timeline.chainId) === timeline.chainId ? steps : [],
  )
  return {
    ...timeline,
    events: timeline.events.map((event) =>
      event.type === 'step' &&
      event.step.type !== 'fault' &&
      steps.some(({ at, type }) => at === event.at && type === event.step.type)
        ? { ...event, by: ours }
        : event,
    ),
  }
}

function nodeOf({ chainId }: Mishap, nodes: readonly MockNode[]) {
  return chainId === undefined
    ? nodes[0]
    : nodes.find(({ chain }) => chain.id === chainId)
}

function labelled({ at: _, ...step }: Step, index: number): StepNow {
  const label = labelOf(index)
  return step.type === 'fault'
    ? { ...step, fault: { ...step.fault, label } }
    : step
}

function inWallet(
  wallet: Wallet,
  user: Extract<
    UserAct,
    {
      type:
        | 'switchAccount'
        | 'switchChain'
        | 'disconnect'
        | 'speedUp'
        | 'cancel'
    }
  >,
) {
  switch (user.type) {
    case 'switchAccount':
      return wallet.switchAccount(
        wallet.accounts[user.account] ?? wallet.account,
      )
    case 'switchChain':
      return wallet.switchChain(user.chainId)
    case 'disconnect':
      return wallet.disconnect()
    case 'speedUp':
      return wallet.speedUp()
    case 'cancel':
      return wallet.cancel()
  }
}

/**
 * Has one call within Multicall3 fail, as an engine does that runs out of gas in
 * it; the others are answered as they are.
 *
 * @param onFailed - Called as it fails.
 */
function failInnerCall(
  node: MockNode,
  { to, selector, skip }: InnerCallAt,
  onFailed: () => void,
): void {
  let passed = 0
  node.handle('eth_call', (params, view) => {
    const result = view.request({ method: 'eth_call', params })
    const { data, input } = Object(params[0]) as { data?: Hex; input?: Hex }
    const calls = readAggregate3(input ?? data, result)
    for (const [index, call] of calls.entries()) {
      if (call.to !== to || call.selector !== selector) continue
      if (passed++ !== skip) continue
      onFailed()
      return withFailure(result, index)
    }
    return result
  })
}

/** The same results, of which one is `(false, '0x')`. */
function withFailure(result: Hex, index: number): Hex {
  const body = result.slice(2)
  const number = (byte: number) =>
    Number(`0x${body.slice(byte * 2, byte * 2 + 64)}`)
  const first = number(0) + 32
  const tuple = first + number(first + index * 32)
  const zero = (text: string, byte: number) =>
    `${text.slice(0, byte * 2)}${'0'.repeat(64)}${text.slice(byte * 2 + 64)}`
  return `0x${zero(zero(body, tuple), tuple + number(tuple + 32))}`
}

type Close = () => void

/** A call of `user`, or an act of a mishap, as far as it was possible. */
type Attempt = (mishap: Mishap, act: () => unknown) => void

/**
 * The acts that a test declares of its user, and its page; and what mishaps do
 * with them.
 */
function createUser(
  mishaps: readonly Mishap[],
  {
    now,
    attempt,
    pause,
  }: {
    /** ms since the start. */
    readonly now: () => number
    readonly attempt: Attempt
    readonly pause: Pause
  },
) {
  const { after } = pause
  const acts: { name: string; at: number }[] = []
  const clicks = createClicks(() => sentSoFar(pause))
  let pageAt: number | null = null
  let open: (() => unknown) | undefined
  const tabs = new Set<Close>()

  function openPage(): Close {
    const opened = open?.()
    const close: Close = () => {
      if (tabs.delete(close) && typeof opened === 'function') opened()
    }
    tabs.add(close)
    return close
  }
  let closeFirst: Close = () => {}

  return {
    async user<result>(
      name: string,
      act: () => result,
    ): Promise<Awaited<result>> {
      const nth = acts.filter((one) => one.name === name).length
      const index = acts.push({ name, at: now() }) - 1
      const own = (type: 'again' | 'postpone') =>
        mishaps.flatMap((mishap) => {
          const { user } = mishap
          return user?.type === type && user.act === name && user.nth === nth
            ? [{ mishap, user: user as Extract<UserAct, { act: string }> }]
            : []
        })
      for (const { mishap, user } of own('postpone'))
        if (user.type === 'postpone')
          await new Promise<void>((resolve) => {
            after(user.by, () => {
              attempt(mishap, resolve)
            })
          })
      // Whoever awaits the first need not await this one.
      const again = (mishap: Mishap) => () =>
        attempt(mishap, async () => {
          await Promise.resolve(act()).catch(() => {})
        })
      const repeats = own('again') as {
        mishap: Mishap
        user: Extract<UserAct, { type: 'again' }>
      }[]
      const doubles = repeats.filter(({ user }) => user.after === 0)
      const first = () =>
        clicks.during(index, act, (nth, second) => {
          for (const { mishap, user } of doubles) {
            if (user.click?.nth !== nth) continue
            const click = second(user.click.isSending)
            clickTwice(() => attempt(mishap, click), pause)
          }
        })
      const whole = doubles.find(({ user }) => user.click === undefined)
      const result =
        whole === undefined
          ? first()
          : actTwice(first, again(whole.mishap), pause)
      for (const { mishap, user } of repeats)
        if (user.after > 0) after(user.after, again(mishap))
      return await result
    },
    page(given: () => unknown): void {
      open = given
      pageAt = now()
      closeFirst = openPage()
    },
    /** What a mishap does with the page. */
    act(user: Extract<UserAct, { type: 'reload' | 'away' | 'secondTab' }>) {
      switch (user.type) {
        case 'reload':
          closeFirst()
          closeFirst = openPage()
          return
        case 'away':
          closeFirst()
          after(user.ms, () => {
            closeFirst = openPage()
          })
          return
        case 'secondTab':
          putAside(openPage)
      }
    },
    read: () => ({
      acts: acts.map((act, index) => ({ ...act, clicks: clicks.read(index) })),
      pageAt,
    }),
    end() {
      clicks.end()
      for (const close of [...tabs]) close()
    },
  }
}

/** From when to when a mishap acted; undefined if it did not. */
export function readActed(
  mishap: Mishap,
  index: number,
  timelines: readonly Timeline[],
  actedAt?: number,
): Acted | undefined {
  const { chainId, steps = [], user, innerCall, resend, phase } = mishap
  const { wallet, limits, forgets } = mishap
  const timeline =
    timelines.find((one) => one.chainId === chainId) ?? timelines[0]
  if (timeline === undefined) return undefined
  const isSeenOnlyByActing =
    innerCall !== undefined ||
    (resend ?? forgets) !== undefined ||
    (user !== undefined && !('skip' in user))
  const longer = user?.type === 'away' ? user.ms : 0
  const spans = [
    ...(phase === undefined ? [] : [{ at: 0, until: phase }]),
    ...(user === undefined && (wallet ?? limits) !== undefined
      ? [{ at: 0, until: limits === undefined ? 0 : Number.POSITIVE_INFINITY }]
      : []),
    ...(user?.type === 'reject' ? refusals(user, timelines) : []),
    ...(user?.type === 'leaveOpen' || user?.type === 'approveTwice'
      ? promptOf(user, timelines)
      : []),
    ...(isSeenOnlyByActing && actedAt !== undefined
      ? [{ at: actedAt, until: actedAt + longer }]
      : []),
    ...steps.flatMap((step) => spansOf(step, index, timeline)),
  ]
  const [first] = spans
  if (first === undefined) return undefined
  return {
    mishap,
    at: Math.min(...spans.map(({ at }) => at)),
    until: Math.max(...spans.map(({ until }) => until)),
  }
}

type Span = { readonly at: number; readonly until: number }

function spansOf(step: Step, index: number, timeline: Timeline): Span[] {
  switch (step.type) {
    case 'disconnectSockets':
      return timeline.sockets
        .filter(
          (event) =>
            event.at === step.at &&
            (event.type === 'silenced' ||
              (event.type === 'closed' && event.by === 'node')),
        )
        .map(({ at, type }) => ({
          at,
          // Nobody hears of it, and so nobody connects again.
          until: type === 'silenced' ? Number.POSITIVE_INFINITY : at,
        }))
    case 'fault':
      if (decidesInclusion(step.fault)) return spansOfSent(step.fault, timeline)
      if (step.fault.type === 'socket')
        return spansOfSocketFault(step.fault, timeline)
      return timeline.answeredRequests
        .filter(({ faults }) => faults.includes(labelOf(index)))
        .map(({ at, settledAt }) => ({ at, until: settledAt }))
        .concat(waitingSpans(step.fault, timeline))
    case 'planSeal':
      return [{ at: step.at, until: step.at + (step.delay ?? 0) + 1 }]
    default:
      return [{ at: step.at, until: step.at }]
  }
}

/** From its sending on, until its last move. */
function spansOfSent({ skip = 0 }: Fault, timeline: Timeline): Span[] {
  const sent = sentIn(timeline)[skip]
  if (sent === undefined) return []
  const life = timeline.transactions.find(({ hash }) => hash === sent.hash)
  const last = life?.moves.at(-1)?.at ?? sent.at
  return [{ at: sent.at, until: Math.max(sent.at, last) }]
}

/** Of requests that it keeps, without an answer yet. */
function waitingSpans(fault: Fault, { waitingRequests }: Timeline): Span[] {
  return keptRequests(fault, waitingRequests).map(({ at }) => ({
    at,
    until: fault.type === 'delay' ? at + fault.ms : Number.POSITIVE_INFINITY,
  }))
}

function spansOfSocketFault(
  { opening, messages, ms = 0, until }: Extract<Fault, { type: 'socket' }>,
  { sockets }: Timeline,
): Span[] {
  return sockets
    .filter((event) =>
      event.type === 'message'
        ? event.became === messages
        : event.type === 'refused' && opening !== undefined,
    )
    .map(({ at }) => ({ at, until: until ?? at + ms }))
}

/** Wallets say it by codes of their own. */
function refusals(
  { method }: Extract<UserAct, { type: 'reject' }>,
  timelines: readonly Timeline[],
): Span[] {
  return timelines
    .flatMap(({ answeredRequests }) => answeredRequests)
    .filter(
      (one) =>
        one.via === 'wallet' &&
        one.method === method &&
        one.outcome.type === 'error',
    )
    .map(({ at, settledAt }) => ({ at, until: settledAt }))
}

/** The prompt that an act is about, from its request to its answer. */
function promptOf(
  { method, skip }: Extract<UserAct, { skip: number }>,
  timelines: readonly Timeline[],
): Span[] {
  const spans = timelines
    .flatMap(({ answeredRequests, waitingRequests }) => [
      ...answeredRequests
        .filter(({ via }) => via === 'wallet')
        .map((one) => ({ ...one, until: one.settledAt })),
      ...waitingRequests.map((one) => ({
        ...one,
        until: Number.POSITIVE_INFINITY,
      })),
    ])
    .filter((one) => one.method === method)
    .sort((one, other) => one.at - other.at)
    .map(({ at, until }) => ({ at, until }))
  return spans.slice(skip, skip + 1)
}
