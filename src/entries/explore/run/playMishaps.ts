import { readAggregate3 } from '../../../base/abi/abi.js'
import { isPresealError, PresealError } from '../../../base/errors/errors.js'
import type { Hex, MockNode, Step, StepNow } from '../../../index.js'
import { readTimeline, type Timeline } from '../../timeline/index.js'
import type { Wallet } from '../../wallet/index.js'
import { isNewFilter } from '../mishaps/reads.js'
import type { InnerCallAt, Mishap, Resend, UserAct } from '../model/mishap.js'
import { createUser } from './user.js'

/** The outcomes of the mishaps of a run. */
export type Played = {
  /** Mishaps that did not fit the moment. */
  readonly misfits: ReadonlySet<Mishap>
  /** When a mishap acted that leaves no other trace. */
  readonly acted: ReadonlyMap<Mishap, number>
  /** The test's user, whose acts mishaps repeat. */
  readonly user: ReturnType<typeof createUser>
  /** That an error of this library came when nobody could catch it. */
  miss(): void
}

/** Makes the mishaps of a run happen. */
export function playMishaps(
  mishaps: readonly Mishap[],
  {
    nodes,
    openWallet,
    now,
    after,
  }: {
    readonly nodes: readonly MockNode[]
    readonly openWallet: () => Wallet
    /** ms since the start. */
    readonly now: () => number
    /** Calls back that many ms later. */
    readonly after: (ms: number, callback: () => void) => void
  },
): Played {
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

  const user = createUser(mishaps, { now, after, attempt })
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

/** Whether a mishap asked it, and not the application. */
export function isOurs(
  { method, at }: { readonly method: string | null; readonly at: number },
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
export function labelOf(index: number): string {
  return index === 0 ? ours : `${ours}, mishap ${index + 1}`
}

const ours = 'injected by explore'

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
