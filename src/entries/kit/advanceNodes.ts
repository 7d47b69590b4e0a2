import { checkDuration, lastOfDate } from '../../base/clock/clock.js'
import { isFiring, laterRender, laterTurn } from '../../base/clock/turns.js'
import { isPresealError, PresealError } from '../../base/errors/errors.js'
import { display } from '../../base/hex/display.js'
import { isUrlAwaited, socketDoorOf } from '../../base/http/nodeUrls.js'
import { invalidArgument } from '../../base/validation/problem.js'
import { requestText } from '../../base/words/words.js'
import { type WalletDoor, walletDoor } from '../../doors/walletDoor.js'
import type { MockNode } from '../../index.js'
import { storyOf } from '../../node/runtime/story/storyAccess.js'
import type { Runner } from './runner/runner.js'
import { readSleeps } from './story/sleeps.js'
import { passTime, toNext } from './timers/passTime.js'
import { checkFakes, type TestClock, testNow } from './timers/testClock.js'
import type { Sleep } from './timers/watchSleeps.js'

/** Options of `nextBeatAsync`, `nextBlockAsync` and `advanceAsync`. */
export type AsyncOptions = {
  /** React's or Testing Library's `act`, in which time is advanced. */
  readonly act?: ((callback: () => Promise<void>) => unknown) | undefined
}

/** The function that was called, and how far it goes. */
export type Advance =
  | { readonly verb: 'nextBeatAsync' | 'nextBlockAsync' }
  | { readonly verb: 'advanceAsync'; readonly ms: number }

const mostRounds = 50

/**
 * A limit, in case a client and the node answer each other for ever, or files
 * are read.
 */
const mostFired = 10_000

/** The test that waits. */
type Waiting = {
  readonly nodes: readonly MockNode[]
  readonly runner: Runner
  /** Its timers, if the kit faked them. */
  readonly sleeps: () => Iterable<Sleep>
  readonly isOver: () => boolean
  /** Called for each timer that fired. */
  readonly onFired: () => void
}

/**
 * Advances time, and lets all that it leads to go on; to a beat or boundary,
 * until no request is outstanding.
 */
export async function advanceNodes(
  { nodes, runner, sleeps, isOver, onFired }: Waiting,
  advance: Advance,
  options: AsyncOptions = {},
): Promise<void> {
  const { verb } = advance
  if (verb === 'advanceAsync') checkMs(advance.ms)
  checkAsyncOptions(verb, options)
  const { act = withoutAct } = options
  const living = nodes.filter(isLiving)
  if (living.length === 0) throw noTestNodeError(verb)
  if (verb === 'advanceAsync')
    checkDuration(advance.ms, testNow(), verb, lastOfDate)
  checkFakes()
  if (verb !== 'advanceAsync') checkAhead(verb, living)
  const run = {
    ...runner.timers,
    toNextTimer() {
      onFired()
      return runner.toNextTimer()
    },
  }
  await act(async () => {
    // Requests that began before it go out before the beat.
    await flush(living, isOver)
    if (verb === 'advanceAsync') await passTime(advance.ms, run, isOver)
    else {
      const what = verb === 'nextBeatAsync' ? 'beat' : 'boundary'
      const fired = await toNext(what, living, run, isOver)
      if (fired !== undefined)
        throw unsettledError(verb, endless(fired, await shortestOf(sleeps)))
    }
    const isSettled = await flush(living, isOver)
    if (verb !== 'advanceAsync' && !isSettled)
      throw unsettledError(verb, unanswered(living))
  })
}

/** A node that was disposed of has no beat to go to. */
function isLiving(node: MockNode): boolean {
  try {
    node.on('beat', () => {})()
    return true
  } catch (error) {
    if (isPresealError(error) && error.name === 'DisposedError') return false
    throw error
  }
}

/** Lets all that needs no time go on; false if requests still wait. */
async function flush(
  nodes: readonly MockNode[],
  isOver: () => boolean,
): Promise<boolean> {
  let quiet = 0
  let rounds = 0
  // Events of sockets are soon over, even many of them; a request may never be.
  for (let fired = 0; fired < mostFired && rounds < mostRounds && quiet < 2; ) {
    await laterRender()
    if (isOver()) return true
    if (isFiring() || isLoading()) {
      quiet = 0
      fired++
      continue
    }
    rounds++
    quiet = nodes.some(({ waitingRequests: waiting }) => waiting.length > 0)
      ? 0
      : quiet + 1
  }
  return quiet === 2
}

/** By what holds a request back. */
const remedy = {
  gate: 'Call release() on the gate that holds it.',
  fault:
    'Lift the fault that holds it, or wait out its delay with await advanceAsync(ms).',
  null: 'Resolve the promise of its handler, or advance time with await advanceAsync(ms).',
}

function unanswered(nodes: readonly MockNode[]): string {
  const requests = nodes.flatMap(({ waitingRequests: waiting }) => waiting)
  const texts = requests.map(
    (request) => `${requestText(request)}, asked at ${request.at} ms`,
  )
  const remedies = new Set(requests.map(({ heldBy }) => remedy[`${heldBy}`]))
  return `after ${mostRounds} rounds there is no answer to ${texts.join('; ')}. ${[...remedies].join(' ')}`
}

/** A client may be about to set it again, once it has its answer. */
async function shortestOf(sleeps: () => Iterable<Sleep>) {
  for (let turn = 0; turn < mostRounds; turn++) {
    const first = readSleeps(sleeps()).find(({ ms }) => ms === 0)
    if (first !== undefined) return first
    await laterTurn()
  }
  return readSleeps(sleeps())[0]
}

function endless(
  fired: number,
  shortest: Awaited<ReturnType<typeof shortestOf>>,
): string {
  const which =
    shortest === undefined
      ? ''
      : ` The shortest one that waits: ${shortest.text}.`
  return `${fired} timers have fired, and the next beat has not come.${which} Give a timer that sets itself again more than 0 ms, or end it. For timers much shorter than a beat, use await advanceAsync(ms).`
}

function unsettledError(
  verb: Advance['verb'],
  said: string,
): PresealError<'NothingAheadError'> {
  return new PresealError('NothingAheadError', `${verb}: ${said}`, {
    reason: 'rest',
  })
}

function noTestNodeError(verb: Advance['verb']): PresealError<'MisuseError'> {
  return new PresealError(
    'MisuseError',
    `${verb}: this test has no node, or only disposed ones. Create one with testNode first.`,
    { reason: 'noTestNode' },
  )
}

/** @throws NothingAheadError if no node has another beat or boundary. */
function checkAhead(
  verb: 'nextBeatAsync' | 'nextBlockAsync',
  nodes: readonly MockNode[],
): void {
  const ofNode = verb === 'nextBeatAsync' ? 'nextBeat' : 'nextBlock'
  if (nodes.some((node) => storyOf(node).isAhead(ofNode))) return
  throw nothingAheadError(verb, ofNode === 'nextBeat' ? 'beat' : 'boundary')
}

/** As the verb of a node throws it. */
function nothingAheadError(
  verb: string,
  what: 'beat' | 'boundary',
): PresealError<'NothingAheadError'> {
  return new PresealError(
    'NothingAheadError',
    `${verb}: no further ${what} will come, because option "sealing" is not "timed". Call advanceAsync, or node.seal, or add a step of type "seal".`,
    { reason: what === 'beat' ? 'beat' : 'block' },
  )
}

/** A caller that writes `nextBeatAsync({ ms })` would go one beat. */
function checkAsyncOptions(verb: string, given: unknown): void {
  const isByMs = verb === 'advanceAsync'
  const call = isByMs ? 'advanceAsync(ms)' : `${verb}()`
  const refusal = (what: string, expected: string, advice = `Write ${call}.`) =>
    invalidArgument(verb, what, expected, advice)
  if (typeof given === 'number' && !isByMs)
    throw refusal(
      `${given}`,
      'an object { act? }',
      `Write await ${call} once for each ${verb === 'nextBeatAsync' ? 'beat' : 'block'}, or advanceAsync(${given}) for that many ms.`,
    )
  if (typeof given !== 'object' || given === null)
    throw refusal(display(given), 'an object { act? }')
  const unknown = Object.keys(given).find((key) => key !== 'act')
  if (unknown !== undefined)
    throw refusal(
      `"${unknown}"`,
      '"act" or nothing',
      `Write ${callByMs(given)} to advance by ms${isByMs ? '' : `, or ${call}`}.`,
    )
  const { act } = given as { readonly act?: unknown }
  if (act !== undefined && typeof act !== 'function')
    throw refusal(
      `${display(act)} as "act"`,
      'a function',
      'Pass act of @testing-library/react, or leave it out.',
    )
}

/** Any number that is no duration is refused as one. */
function checkMs(given: unknown): void {
  if (typeof given === 'number') return
  throw invalidArgument(
    'advanceAsync',
    display(given),
    'a number of ms',
    `Write ${callByMs(given)}, or nextBeatAsync() for the next beat.`,
  )
}

/** The call that was meant, with the ms of options if there are any. */
function callByMs(options: unknown): string {
  const { ms } = Object(options) as { readonly ms?: unknown }
  return `advanceAsync(${typeof ms === 'number' ? ms : 'ms'})`
}

type Runtime = { getActiveResourcesInfo?(): readonly string[] }

/** Node's names for requests that read files. */
const reading = /^(FSReq|CloseReq|FileHandle)/

/**
 * Whether a client is expected at a node's `wsUrl`, and files are being read:
 * viem imports what it opens sockets with as it opens the first one.
 */
export function isLoading(): boolean {
  if (!isUrlAwaited()) return false
  const { process } = globalThis as { process?: Runtime }
  const active = process?.getActiveResourcesInfo?.() ?? []
  return active.some((name) => reading.test(name))
}

type Reactive = { IS_REACT_ACT_ENVIRONMENT?: boolean }

/** As testing-library waits: React renders by itself, and says nothing of it. */
export async function withoutAct<value>(
  callback: () => Promise<value>,
): Promise<value> {
  const reactive = globalThis as Reactive
  const before = reactive.IS_REACT_ACT_ENVIRONMENT
  if (before !== undefined) reactive.IS_REACT_ACT_ENVIRONMENT = false
  try {
    return await callback()
  } finally {
    if (before !== undefined) reactive.IS_REACT_ACT_ENVIRONMENT = before
  }
}

/** Known to all copies of the package in a process. */
const key = Symbol.for('preseal.exploring')

type Registry = { [key]?: boolean | undefined }

/** Whether an exploration has the timers. */
export function isExploring(): boolean {
  return (globalThis as Registry)[key] === true
}

/** @param isOn - From the start of an exploration until its end. */
export function setExploring(isOn: boolean): void {
  ;(globalThis as Registry)[key] = isOn ? true : undefined
}

/** @throws ExplorationError */
export function checkNotExploring(verb: string, advice: string): void {
  if (isExploring()) throw explorationError(verb, advice)
}

function explorationError(
  verb: string,
  advice: string,
): PresealError<'ExplorationError'> {
  return new PresealError(
    'ExplorationError',
    `${verb}: called inside explore, where only explore creates nodes and moves time. ${advice}`,
    { reason: 'inside' },
  )
}

/**
 * Ends the nodes of a test, and the time that they follow. A request that still
 * waits would be rejected with nobody left to catch it, and a client whose
 * socket is cut would connect again in the next test.
 */
export function endNodes(
  nodes: readonly MockNode[],
  clocks: readonly TestClock[],
): void {
  for (const clock of clocks) clock.stop()
  for (const node of nodes) {
    socketDoorOf(node)?.leave()
    if (node.waitingRequests.length === 0) node.dispose()
    else doorOf(node).leave()
  }
}

/** A wallet before the node is not to stay on the page. */
function doorOf(node: MockNode): WalletDoor {
  return (node as MockNode & { [walletDoor]: WalletDoor })[walletDoor]
}
