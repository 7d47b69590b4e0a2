import { isPresealError, PresealError } from '../../base/errors/errors.js'
import { requestText } from '../../base/words/words.js'
import type { MockNode } from '../../index.js'
import type { Host } from './host.js'
import { laterTurn } from './timers/laterTurn.js'

export type SettleOptions = {
  /** React's or testing-library's `act`, to do it in. */
  readonly act?: ((callback: () => Promise<void>) => unknown) | undefined
}

const mostRounds = 50

/** A ms each would be fifty beats. */
const mostTimers = 10_000

/** Goes to the next beat of any node, and on until no request is outstanding. */
export async function settleNodes(
  nodes: readonly MockNode[],
  host: Host,
  { act = withoutAct }: SettleOptions = {},
): Promise<void> {
  const living = nodes.filter(isLiving)
  if (living.length === 0) throw new NoTestNodeError()
  await act(async () => {
    // What was begun before it is asked before the beat.
    await flush(living)
    await toNextBeat(living, host)
    if (!(await flush(living))) throw new UnsettledError(living)
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

/**
 * To that of whichever node comes first, wherever steps move it: all of them
 * share the test's time, which moves once.
 */
async function toNextBeat(nodes: readonly MockNode[], host: Host) {
  let isReached = false
  const stops = nodes.map((node) => {
    const from = node.now
    return node.on('beat', ({ now }) => {
      isReached ||= now > from
    })
  })
  try {
    // Where the chain stands still, no timer brings a beat.
    for (let fired = 0; fired < mostTimers && !isReached; fired++) {
      if (host.countTimers() === 0) break
      await host.toNextTimer()
    }
    // What others do at that instant, other nodes among them.
    host.advance(0)
  } finally {
    for (const stop of stops) stop()
  }
}

/** Lets all that needs no time go on; false where requests still wait. */
async function flush(nodes: readonly MockNode[]): Promise<boolean> {
  let quiet = 0
  for (let round = 0; round < mostRounds && quiet < 2; round++) {
    await laterTurn()
    quiet = nodes.some(({ waitingRequests: waiting }) => waiting.length > 0)
      ? 0
      : quiet + 1
  }
  return quiet === 2
}

type Reactive = { IS_REACT_ACT_ENVIRONMENT?: boolean }

/** As testing-library waits: React renders by itself, and says nothing of it. */
async function withoutAct(callback: () => Promise<void>): Promise<void> {
  const reactive = globalThis as Reactive
  const before = reactive.IS_REACT_ACT_ENVIRONMENT
  if (before !== undefined) reactive.IS_REACT_ACT_ENVIRONMENT = false
  try {
    await callback()
  } finally {
    if (before !== undefined) reactive.IS_REACT_ACT_ENVIRONMENT = before
  }
}

/** By what holds a request back. */
const remedy = {
  gate: 'Open the gate that holds it with gate.release().',
  fault: 'Lift the fault that holds it back, or move time as far as it needs.',
  null: 'Have the handler that it waits for settle, or move time as far as it needs.',
}

class UnsettledError extends PresealError {
  override readonly name = 'UnsettledError'

  constructor(nodes: readonly MockNode[]) {
    const requests = nodes.flatMap(({ waitingRequests: waiting }) => waiting)
    const texts = requests.map(
      (request) => `${requestText(request)}, asked at ${request.at} ms`,
    )
    const remedies = new Set(requests.map(({ heldBy }) => remedy[`${heldBy}`]))
    super(
      `settle: after ${mostRounds} rounds there is no answer to ${texts.join('; ')}. ${[...remedies].join(' ')}`,
    )
  }
}

class NoTestNodeError extends PresealError {
  override readonly name = 'NoTestNodeError'

  constructor() {
    super(
      'settle: this test has no node to go to a beat of, or none that is not disposed. Create one with testNode first.',
    )
  }
}
