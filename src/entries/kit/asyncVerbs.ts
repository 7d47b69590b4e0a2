import { PresealError } from '../../base/errors/errors.js'
import { startAtCaller } from '../../base/errors/stack.js'
import { count } from '../../base/words/words.js'
import type { MockNode } from '../../index.js'
import {
  type Advance,
  type AsyncOptions,
  advanceNodes,
} from './advanceNodes.js'
import { checkNotExploring } from './exploring.js'
import type { Runner, TestError } from './runner/runner.js'
import { appendText } from './story/stories.js'
import { realNow, testNow } from './timers/ambient.js'
import type { Sleep } from './timers/watchSleeps.js'

type Running = {
  isOver: boolean
  /** Timers that fired on its way. */
  fired: number
  readonly unawaited: PresealError<'MisuseError'>
  /** How far it has come, and what it met on the way. */
  readonly progress: () => string
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
    const progress = watchProgress(advance, nodes(), () => own.fired)
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
     * Of a test that failed the error says that it may be by this: of one that
     * ran out of time, that the verb is slow, since nobody waits for ever.
     *
     * @param timeOut - ms of real time after which the runner gave up.
     * @returns whether a verb was at work, and what the test is to fail with, if
     * it has not.
     */
    end(
      error: TestError | undefined,
      timeOut: number | undefined,
    ): {
      readonly wasRunning: boolean
      readonly unawaited?: PresealError<'MisuseError'>
    } {
      const [first] = running
      for (const one of running) one.isOver = true
      running.clear()
      if (first === undefined) return { wasRunning: false }
      const { unawaited, progress } = first
      if (error === undefined) return { wasRunning: true, unawaited }
      appendText(
        error,
        timeOut === undefined
          ? unawaited.message
          : `${progress()} Give the test longer: ${runner.longer(longerThan(timeOut))}.`,
      )
      return { wasRunning: true }
    },
  }
}

/** A limit of which somebody would think. */
function longerThan(timeOut: number): number {
  return Math.max(30_000, timeOut * 4)
}

/** What kept a verb that had not come to its end in time. */
function watchProgress(
  advance: Advance,
  nodes: readonly MockNode[],
  fired: () => number,
): () => string {
  const from = testNow()
  const began = realNow()
  const starts = nodes.map(({ now }) => now)
  return () => {
    const requests = nodes.flatMap((node, at) =>
      node.answeredRequests.filter((asked) => asked.at >= (starts[at] ?? 0)),
    )
    const counts = new Map<string, number>()
    for (const { method } of requests)
      if (method !== null) counts.set(method, (counts.get(method) ?? 0) + 1)
    const most = [...counts]
      .sort(([, one], [, other]) => other - one)
      .slice(0, 3)
      .map(([method, times]) => `${method} (${times})`)
    const done = testNow() - from
    const call =
      advance.verb === 'advanceAsync'
        ? `advanceAsync(${advance.ms}) had come ${done} of ${advance.ms} ms`
        : `${advance.verb}() had come ${done} ms, and to no end,`
    const last =
      requests.length === 1 ? 'request' : `${requests.length} requests`
    const asked =
      requests.length === 0
        ? 'no request was answered'
        : `the last ${last} that got an answer: ${most.join(', ')}`
    return `${call} in ${Math.round(realNow() - began)} ms of real time when the test ran out of it. On the way, ${count(fired(), 'timer')} fired; ${asked}.`
  }
}

function unawaitedError(verb: Advance['verb']): PresealError<'MisuseError'> {
  return new PresealError(
    'MisuseError',
    `${verb}: the test ended before ${verb} had finished. Write await ${verb}(${verb === 'advanceAsync' ? 'ms' : ''}).`,
    { reason: 'unawaited' },
  )
}
