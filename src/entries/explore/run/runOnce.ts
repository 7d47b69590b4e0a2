import { isPresealError, PresealError } from '../../../base/errors/errors.js'
import { lateFields, lazy } from '../../../base/memo/memo.js'
import type { Clock, MockNode } from '../../../index.js'
import { storyOf } from '../../../node/runtime/story/storyAccess.js'
import {
  endNodes,
  isRenderingLate,
  laterTurn,
  letZeroTimersRun,
  placeWebSocket,
  readTestNode,
  type TestNodeOptions,
  type Timers,
  testClock,
} from '../../kit/index.js'
import { readTimeline, type ShownAt } from '../../timeline/index.js'
import {
  createWallet,
  type Wallet,
  type WalletOptions,
} from '../../wallet/index.js'
import { sentIn } from '../mishaps/reads.js'
import { type Acts, profiles } from '../mishaps/userMishaps.js'
import { errorText, type Mishap, textOf } from '../model/mishap.js'
import {
  type Body,
  basics,
  type Invariant,
  type Run,
  type UserActed,
} from '../model/run.js'
import { type Drive, driveTo } from './drive.js'
import { hearErrors, isAuthorsError, isOwnError } from './errors.js'
import { type Judged, judge, type UnjudgedInvariant } from './judge.js'
import { createLooks } from './looks.js'
import {
  cleanPage,
  createPace,
  type Due,
  isReactOnPage,
  pageText,
  trackListeners,
} from './page.js'
import { isOurs, playMishaps, readActed } from './playMishaps.js'

/** How far a run goes on while an invariant cannot be decided. */
const mostLonger = 120_000

/** ms by which a run goes on while the test itself is not over. */
const patience = 5_000

/** Turns of the event loop that belong to a run after its end. */
const lastTurns = 3

/** A run, and what was wrong with it. */
export type Ran = {
  readonly run: Run
  /** What was watched, and the page, whenever they changed; if they are kept. */
  readonly shown: readonly ShownAt[]
  /** What the test declared of its user. */
  readonly acts: Acts
  readonly judged: Judged | undefined
  /** The invariants that had nothing to judge. */
  readonly unjudged: readonly UnjudgedInvariant[]
  /** Names of all that judged the run. */
  readonly invariants: readonly string[]
  /** Whether there is any invariant of the test's own. */
  readonly isWatched: boolean
  /** Names of watches that changed only when the page did. */
  readonly ofPage: ReadonlySet<string>
  /** Prompts that the test itself leaves open for a while. */
  readonly heldPrompts: ReadonlySet<string>
}

/** Runs the test once, on a network with these mishaps. */
export async function runOnce(
  body: Body,
  mishaps: readonly Mishap[],
  options: RunOptions,
  timers: Timers,
  plainly?: Pick<Ran, 'run' | 'ofPage' | 'heldPrompts'>,
  areShotsKept = false,
): Promise<Ran> {
  const plain = plainly?.run
  let zeroTimers = 0
  const { start, make, endpoints } = readNodes(options.nodes, mishaps, plain)
  // vitest 3 leaves timers that are fake already as they are, and their time.
  timers.restore()
  timers.fake(start)
  placeWebSocket()
  const endZeroTimers = letZeroTimersRun(() => zeroTimers++)
  const clock = testClock(timers.advance)
  const now = () => clock.now - start
  const errors = hearErrors(now, timers.process?.())
  const stopListeners = trackListeners()
  const nodes = make(clock)
  const profile = mishaps.find((mishap) => mishap.wallet !== undefined)?.wallet
  let wallet: Wallet | undefined
  const openWallet = () => {
    wallet ??= openFunded()
    return wallet
  }
  const looks = createLooks(plainly?.ofPage ?? new Set())
  const shown: ShownAt[] = []
  const ends: (() => void)[] = []
  const stories = nodes.map(storyOf)
  const after = (ms: number, callback: () => void) =>
    void clock.setTimeout(callback, ms)
  const rests = createRests()
  const { rest, nextRest } = rests
  const openedWallet = () => wallet
  const pause = { nodes, openedWallet, after, rest, nextRest }
  const played = playMishaps(mishaps, { openWallet, now, pause })
  const { user } = played
  let failure: Judged | undefined
  let isOver = false
  /** The test itself asked for what the mishap has made impossible. */
  let isMissed = false
  const isUnanswered = mishaps.some(
    ({ user }) => user?.type === 'leaveOpen' && user.ms === null,
  )
  const heldPrompts = new Set<string>()
  /** The test may wait for a prompt that the mishap has answered. */
  const isTaken = mishaps.some(
    ({ user }) =>
      (user?.type === 'reject' || user?.type === 'leaveOpen') &&
      plainly?.heldPrompts.has(promptName(user.method, user.skip)),
  )
  const activity = () => {
    let seen = zeroTimers + Number(isOver) + rests.asked()
    for (const story of stories) seen += story.ended()
    return seen
  }
  const pace = createPace(activity)
  const drive: Drive = {
    timers,
    now,
    activity,
    fail(error) {
      if (plain === undefined || isAuthorsError(error)) throw error
      errors.hear(error)
    },
    goOn: rests.goOn,
    look() {
      if (plain === undefined) seeHeldPrompts()
      const due = pace.read(now())
      if (due.isDue) look(due)
    },
  }

  try {
    const phase = mishaps.find((mishap) => mishap.phase !== undefined)?.phase
    if (phase !== undefined) timers.advance(phase)
    const [node] = nodes as [MockNode]
    const running = begin(() =>
      body(
        withWallet()(
          {
            node,
            nodes,
            watch: looks.watch,
            user: user.user,
            page: user.page,
            onEnd: (callback: () => void) => void ends.push(callback),
            wait: (ms: number) =>
              new Promise<void>((resolve) =>
                clock.setTimeout(() => resolve(), ms),
              ),
          },
          openWallet,
        ),
      ),
    )
    running.then(
      (end) => {
        isOver = true
        if (typeof end === 'function') ends.push(end as () => void)
      },
      (error: unknown) => {
        isOver = true
        isMissed = plain !== undefined && isMissing(error)
        if (isMissed) played.miss()
        else
          failure ??= wrong(
            basics.passes,
            now(),
            `it threw ${text(error)}`,
            error,
          )
      },
    )
    let end = options.duration
    for (;;) {
      after(end - now(), () => {})
      const stuck = await driveTo(end, drive)
      look({ ...pace.read(now()), isPageDue: true })
      if (stuck !== undefined) {
        failure ??= wrong(basics.goesOn, now(), stuck)
        // Else they go on in the next run.
        endZeroTimers()
      }
      const [own] = errors.own
      if (own !== undefined && plain === undefined) throw own
      if (own !== undefined) played.miss()
      if (plain === undefined && isRenderingLate && isReactOnPage())
        throw rendersLateError()
      const isLast = end >= options.duration + mostLonger
      // No application can go on where its user never answers.
      if (!isOver && (isUnanswered || isTaken)) isMissed = true
      if (!isOver && failure === undefined && (isLast || plain === undefined))
        failure = wrong(basics.ends, now(), unended(now()))
      const run = readRun()
      const said = judge(run, looks.watched, options.invariants, plain)
      failure ??= said.judged
      const isDecided =
        failure !== undefined && failure.undecidedUntil === undefined
      // A test that awaits the application waits for late answers, too.
      const longer = isDecided
        ? undefined
        : (failure?.undecidedUntil ??
          (isOver || isMissed ? undefined : end + patience))
      if (longer === undefined || isLast) {
        const judged = isDecided && !isMissed ? failure : undefined
        const { unjudged, names } = said
        const isWatched =
          options.invariants.length > 0 ||
          looks.watched.some(({ invariants }) => invariants.length > 0)
        const invariants = [...Object.values(basics), ...names]
        return {
          run,
          shown,
          acts: readActs(run),
          judged,
          unjudged,
          invariants,
          isWatched,
          ofPage: looks.ofPage(),
          heldPrompts,
        }
      }
      failure = undefined
      end = Math.min(Math.max(longer, end + 1), options.duration + mostLonger)
    }
  } finally {
    pace.stop()
    user.end()
    for (const end of ends.reverse()) end()
    endNodes(nodes, [clock])
    stopListeners()
    cleanPage()
    // What the end itself makes go wrong must not count in the next run.
    for (let turn = 0; turn < lastTurns; turn++) await laterTurn()
    errors.stop()
  }

  /** By itself, the user answers at once. */
  function seeHeldPrompts() {
    const counts = new Map<string, number>()
    for (const { method, state } of wallet?.prompts ?? []) {
      const nth = counts.get(method) ?? 0
      counts.set(method, nth + 1)
      if (state === 'open') heldPrompts.add(promptName(method, nth))
    }
  }

  function openFunded(): Wallet {
    const opened = createWallet(nodes, {
      endpointFaults: true,
      ...options.wallet,
      ...(profile !== undefined && { profile: profiles.get(profile) }),
    })
    if (options.wallet?.balance === undefined) fund(opened, nodes)
    return opened
  }

  function readActs({ answeredRequests }: Run): Acts {
    const isAsked = answeredRequests.some(({ via }) => via === 'wallet')
    return {
      ...user.read(),
      isConnected:
        wallet !== undefined &&
        (isAsked || wallet.isConnected) &&
        wallet.accounts.length > 1,
      isAnyWallet: options.wallet?.profile === undefined,
      endpoints: nodes.map(({ chain }, index) => ({
        chainId: chain.id,
        names: endpoints[index] ?? [],
      })),
    }
  }

  function look(due: Omit<Due, 'isDue'>) {
    if (failure !== undefined) return
    try {
      looks.look(now(), due)
      if (areShotsKept) keepShot()
    } catch (error) {
      if (
        !isPresealError(error, 'ExplorationError') ||
        error.reason !== 'watch'
      )
        throw error
      const { message } = error
      failure = wrong(basics.isSeen, now(), message, error)
    }
  }

  function keepShot() {
    const shot = { values: looks.texts(), html: pageText() }
    const { at: _, ...last } = shown.at(-1) ?? { at: 0 }
    if (textOf(shot) !== textOf(last)) shown.push({ at: now(), ...shot })
  }

  function readRun(): Run {
    const { misfits, acted: actedAt } = played
    const timelines = nodes.map((node) => readTimeline(node))
    if (mishaps.length > 1 && played.isSpoilt(timelines)) isMissed = true
    const acted = mishaps.flatMap((mishap, index) =>
      misfits.has(mishap)
        ? []
        : (readActed(mishap, index, timelines, actedAt.get(mishap)) ?? []),
    )
    const answeredRequests = timelines
      .flatMap((timeline) => timeline.answeredRequests)
      .filter((request) => !isOurs(request, mishaps))
      .sort((one, other) => one.at - other.at)
    return {
      looks: looks.read(),
      answeredRequests,
      sent: timelines.flatMap(sentIn).sort((one, other) => one.at - other.at),
      acts: actsOf(user.read().acts, acted),
      timelines,
      nodes,
      wallet,
      mishaps: acted,
      skipped: mishaps
        .filter((mishap) => !acted.some((one) => one.mishap === mishap))
        .map(({ id }) => id),
      rejections: [...errors.rejections],
      consoleErrors: [...errors.consoleErrors],
      now: now(),
    }
  }
}

function rendersLateError(): PresealError<'ExplorationError'> {
  return new PresealError(
    'ExplorationError',
    "explore: this environment hides setImmediate, so React renders by timers in real time, which explore does not wait for, and no two runs would be the same. jest's jsdom does so: write globalThis.setImmediate = require('node:timers').setImmediate in a file of its setupFiles, which runs before React is loaded.",
    { reason: 'undisturbed' },
  )
}

/** In order of time, with those that a mishap repeats or puts off. */
function actsOf(
  acts: readonly UserActed[],
  acted: Run['mishaps'],
): readonly UserActed[] {
  const others = acted.flatMap(({ mishap: { user }, at }) =>
    user?.type === 'again' || user?.type === 'postpone'
      ? [{ name: user.act, at }]
      : [],
  )
  return [...acts.map(({ name, at }) => ({ name, at })), ...others].sort(
    (one, other) => one.at - other.at,
  )
}

/** Who waits until nothing more happens at an instant. */
function createRests() {
  let waiting: (() => void)[] = []
  let later: (() => void)[] = []
  let asked = 0
  return {
    rest: () =>
      new Promise<void>((resolve) => {
        asked++
        waiting.push(resolve)
      }),
    nextRest: () => new Promise<void>((resolve) => later.push(resolve)),
    asked: () => asked,
    /** Lets them go on; false if nobody waits. */
    goOn(): boolean {
      const all = waiting
      waiting = []
      for (const resolve of all) resolve()
      if (all.length > 0) return true
      waiting = later
      later = []
      return false
    },
  }
}

function promptName(method: string, nth: number): string {
  return `${method} ${nth}`
}

/** Most runs of an application that only reads need none. */
const withWallet = lazy(() =>
  lateFields<() => Wallet, { readonly wallet: Wallet }>({
    wallet: (open) => open(),
  }),
)

function isMissing(error: unknown): boolean {
  return isOwnError(error) && !isAuthorsError(error)
}

function unended(now: number): string {
  return `it was not over after ${now} ms, since what it awaits did not happen. If the application may rightly wait for ever, do not await it in the test: start it, and watch what it shows`
}

/** Accounts of different balances: else nobody sees that one is mistaken. */
function fund({ accounts, account }: Wallet, nodes: readonly MockNode[]): void {
  const ether = 10n ** 18n
  const all = new Set([...accounts, account])
  for (const node of nodes)
    for (const [index, address] of [...all].entries()) {
      const less = BigInt(index % 10) * ether
      node.setBalance({ address, value: 10n * ether - less })
    }
}

async function begin(body: () => unknown): Promise<unknown> {
  return body()
}

function wrong(
  invariant: string,
  at: number,
  said: string,
  cause?: unknown,
): Judged {
  return { watch: undefined, invariant, at, text: said, cause }
}

function text(error: unknown): string {
  if (error instanceof PresealError) return error.message
  return errorText(error)
}

/** The options of every run. */
export type RunOptions = {
  /** ms of the chain's time that a run takes. */
  readonly duration: number
  /** Options, one for each node. */
  readonly nodes: readonly (TestNodeOptions | (() => TestNodeOptions))[]
  readonly wallet: WalletOptions | undefined
  /** Invariants of the whole run, which watch nothing. */
  readonly invariants: readonly Invariant[]
}

/** With an endpoint that refuses more than before. */
function limited(
  { endpoint, ...options }: TestNodeOptions,
  { limits }: Mishap,
): TestNodeOptions {
  const own = typeof endpoint === 'object' ? endpoint : undefined
  return {
    ...options,
    ...(endpoint !== undefined && { endpoint }),
    ...(limits !== undefined && { endpoint: { ...own, ...limits } }),
  }
}

/** The options of the nodes of one run, and how to make the nodes. */
function readNodes(
  given: readonly (TestNodeOptions | (() => TestNodeOptions))[],
  mishaps: readonly Mishap[],
  plain: Run | undefined,
) {
  const options = given.map((one, index) => {
    const own = typeof one === 'function' ? one() : one
    const limits = mishaps.filter(
      ({ chainId }) => chainId === plain?.timelines[index]?.chainId,
    )
    return limits.reduce(limited, { requestHistory: 100_000, ...own })
  })
  const nodes = options.map(readTestNode)
  return {
    /** Names of further endpoints, of each node. */
    endpoints: options.map(({ endpoints = [] }) => endpoints),
    /** unix ms, of the latest among them. */
    start: Math.max(...nodes.map(({ start }) => start)),
    make: (clock: Clock) => nodes.map(({ make }) => make(clock)),
  }
}
