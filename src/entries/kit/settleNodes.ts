import { checkDuration, lastOfDate } from '../../base/clock/checkDuration.js'
import { laterTurn } from '../../base/clock/laterTurn.js'
import { isFiring } from '../../base/clock/ownTurns.js'
import { isPresealError, PresealError } from '../../base/errors/errors.js'
import { requestText } from '../../base/words/words.js'
import type { MockNode } from '../../index.js'
import { checkSettleOptions } from './checks.js'
import type { Host } from './host/host.js'
import { isLoading } from './isLoading.js'
import { readSleeps } from './story/readSleeps.js'
import { checkFakes } from './timers/checkFakes.js'
import { passTime } from './timers/passTime.js'
import { testNow } from './timers/testNow.js'
import { toNextBeat } from './timers/toNextBeat.js'
import type { Sleep } from './timers/watchSleeps.js'
import { withoutAct } from './withoutAct.js'

export type SettleOptions = {
  /**
   * ms to advance, instead of to the next beat. Everything due until then runs;
   * longer waits go on waiting.
   */
  readonly ms?: number | undefined
  /** React's or Testing Library's `act`, in which time is advanced. */
  readonly act?: ((callback: () => Promise<void>) => unknown) | undefined
}

const mostRounds = 50

/**
 * A limit, in case a client and the node answer each other for ever, or files
 * are read.
 */
const mostFired = 10_000

/** The test that waits. */
type Waiting = {
  readonly nodes: readonly MockNode[]
  readonly host: Host
  /** Its timers, if the kit faked them. */
  readonly sleeps: () => Iterable<Sleep>
  readonly isOver: () => boolean
}

/** Goes to the next beat of any node, and on until no request is outstanding. */
export async function settleNodes(
  { nodes, host, sleeps, isOver }: Waiting,
  options: SettleOptions = {},
): Promise<void> {
  checkSettleOptions(options)
  const { act = withoutAct, ms } = options
  const living = nodes.filter(isLiving)
  if (living.length === 0) throw new NoTestNodeError()
  if (ms !== undefined) checkDuration(ms, testNow(), 'settle', lastOfDate)
  checkFakes()
  await act(async () => {
    // Requests that began before it go out before the beat.
    await flush(living, isOver)
    if (ms !== undefined) await passTime(ms, host, isOver)
    else {
      const fired = await toNextBeat(living, host, isOver)
      if (fired !== undefined)
        throw new UnsettledError(endless(fired, await shortestOf(sleeps)))
    }
    const isSettled = await flush(living, isOver)
    if (ms === undefined && !isSettled)
      throw new UnsettledError(unanswered(living))
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
    await laterTurn()
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
    'Lift the fault that holds it, or wait out its delay with await settle({ ms }).',
  null: 'Resolve the promise of its handler, or advance time with await settle({ ms }).',
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
  return `${fired} timers have fired, and the next beat has not come.${which} Give a timer that sets itself again more than 0 ms, or end it. For timers much shorter than a beat, use await settle({ ms }).`
}

class UnsettledError extends PresealError {
  override readonly name = 'UnsettledError'

  constructor(said: string) {
    super(`settle: ${said}`)
  }
}

class NoTestNodeError extends PresealError {
  override readonly name = 'NoTestNodeError'

  constructor() {
    super(
      'settle: this test has no node, or only disposed ones. Create one with testNode first.',
    )
  }
}
