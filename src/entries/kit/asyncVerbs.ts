import { PresealError } from '../../base/errors/errors.js'
import { startAtCaller } from '../../base/errors/stack.js'
import { count } from '../../base/words/words.js'
import type { MockNode } from '../../index.js'
import {
  type Advance,
  type AsyncOptions,
  advanceNodes,
  checkNotExploring,
} from './advanceNodes.js'
import type { Runner } from './runner/runner.js'
import { realNow, testNow } from './timers/testClock.js'
import type { Sleep } from './timers/watchSleeps.js'

type Running = {
  isOver: boolean
  /** Timers that fired on its way. */
  fired: number
  readonly unawaited: PresealError<'MisuseError'>
  /**
   * How far it had come when the time of its test was over, what it met on the
   * way, and how long all of it takes.
   */
  readonly progress: (timeOut: number) => string
}

/**
 * The verbs that advance time and wait, and how to end what of them is still at
 * work when its test ends.
 */
export function createAsyncVerbs({
  runner,
  nodes,
  sleeps,
  onSettled,
}: {
  runner: Runner
  nodes: () => readonly MockNode[]
  sleeps: () => Iterable<Sleep>
  /** Called when a verb has come to its end, and all is shown. */
  onSettled: () => Promise<void>
}) {
  const running = new Set<Running>()

  async function run(
    advance: Advance,
    options: AsyncOptions | undefined,
    above: unknown,
  ): Promise<void> {
    const { verb } = advance
    checkNotExploring(
      verb,
      'Advance time with await wait(ms), which explore passes to its function.',
    )
    const progress = watchProgress(runner, advance, nodes(), () => own.fired)
    const own: Running = {
      isOver: false,
      fired: 0,
      unawaited: unawaitedError(verb),
      progress,
    }
    // Its first line is the one that lacks the word.
    startAtCaller(own.unawaited, above)
    running.add(own)
    try {
      const isOver = () => own.isOver
      const onFired = () => void own.fired++
      await advanceNodes(
        { nodes: nodes(), runner, sleeps, isOver, onFired },
        advance,
        options,
      )
      await onSettled()
    } catch (error) {
      if (!own.isOver) throw error
    } finally {
      running.delete(own)
    }
    // Its test is over, and so is what would come next in it.
    if (own.isOver) await new Promise(() => {})
  }

  return {
    nextBeatAsync: async function nextBeatAsync(options?: AsyncOptions) {
      await run({ verb: 'nextBeatAsync' }, options, nextBeatAsync)
    },
    nextBlockAsync: async function nextBlockAsync(options?: AsyncOptions) {
      await run({ verb: 'nextBlockAsync' }, options, nextBlockAsync)
    },
    advanceAsync: async function advanceAsync(
      ms: number,
      options?: AsyncOptions,
    ) {
      await run({ verb: 'advanceAsync', ms }, options, advanceAsync)
    },

    /**
     * A test that failed is told that it may be by this: one that ran out of
     * time, that the verb is slow, since nobody waits for ever.
     *
     * @param timeOut - ms of real time after which the runner gave up.
     * @returns whether a verb was at work, a hint for a failure, and what
     * a test is to fail with that has not.
     */
    end(
      hasFailed: boolean,
      timeOut: number | undefined,
    ): {
      readonly wasRunning: boolean
      readonly hint: string
      readonly unawaited?: PresealError<'MisuseError'>
    } {
      const [first] = running
      for (const one of running) one.isOver = true
      running.clear()
      if (first === undefined) return { wasRunning: false, hint: '' }
      const { unawaited, progress } = first
      if (!hasFailed) return { wasRunning: true, hint: '', unawaited }
      const hint = timeOut === undefined ? unawaited.message : progress(timeOut)
      return { wasRunning: true, hint }
    },
  }
}

/** What kept a verb that had not come to its end in time. */
function watchProgress(
  runner: Runner,
  advance: Advance,
  nodes: readonly MockNode[],
  fired: () => number,
): (timeOut: number) => string {
  const from = testNow()
  const began = realNow()
  const starts = nodes.map(({ now }) => now)
  return (timeOut) => {
    const done = testNow() - from
    const took = realNow() - began
    const { verb } = advance
    const whole =
      verb === 'advanceAsync' && done > 0
        ? (took / done) * advance.ms
        : undefined
    // Twice as long, since the next machine is slower.
    const limit = Math.max(
      whole === undefined ? 4 * timeOut : 2 * whole,
      30_000,
    )
    const call =
      verb === 'advanceAsync' ? `${verb}(${advance.ms})` : `${verb}()`
    const came =
      verb === 'advanceAsync'
        ? `${done} of ${advance.ms} ms`
        : `${done} ms, and to no end`
    const asked = nodes.flatMap((node, at) =>
      node.answeredRequests.filter((one) => one.at >= (starts[at] ?? 0)),
    )
    return [
      `${call} did not come to its end in the time of the test: it had come to ${came} after ${seconds(took)} s of real time.`,
      causeOf(asked, fired()),
      `${asked.length === 0 ? 'Give' : 'Or give'} the test longer: ${runner.longer(Math.ceil(limit / 10_000) * 10_000)}.${whole === undefined ? '' : ` All of it takes about ${seconds(whole)} s here, and a slower machine twice that.`}`,
    ].join('\n')
  }
}

function seconds(ms: number): string {
  return `${ms < 9_950 ? Math.round(ms / 100) / 10 : Math.round(ms / 1_000)}`
}

/** What took the time, by the requests that a node still knows. */
function causeOf(
  asked: readonly { readonly at: number; readonly method: string | null }[],
  fired: number,
): string {
  if (asked.length === 0)
    return `No request was answered on the way: what takes the time is the code that ${count(fired, 'timer')} called.`
  const instants = new Set(asked.map(({ at }) => at))
  const [first = 0, last = 0] = [Math.min(...instants), Math.max(...instants)]
  const counts = new Map<string, number>()
  for (const { method } of asked)
    if (method !== null) counts.set(method, (counts.get(method) ?? 0) + 1)
  const most = [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 3)
    .map(([method, times]) => `${method} ${count(times, 'time')}`)
    .join(', ')
  // The node may have forgotten some of the first.
  const later = asked.filter(({ at }) => at > first).length
  const gaps = instants.size - 1
  const rate =
    gaps < 2
      ? count(asked.length, 'request')
      : `${count(Math.round(later / gaps), 'request')} every ${Math.round((last - first) / gaps)} ms of the test's time`
  return `Clients sent ${rate} (of the last ${asked.length}: ${most}). Give them a longer pollingInterval where they are created; twenty times as long sends a twentieth.`
}

function unawaitedError(verb: Advance['verb']): PresealError<'MisuseError'> {
  return new PresealError(
    'MisuseError',
    `${verb}: the test ended before ${verb} had finished. Write await ${verb}(${verb === 'advanceAsync' ? 'ms' : ''}).`,
    { reason: 'unawaited' },
  )
}
