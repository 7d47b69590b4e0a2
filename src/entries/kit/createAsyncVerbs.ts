import { PresealError } from '../../base/errors/errors.js'
import { startAtCaller } from '../../base/errors/fromCaller.js'
import type { MockNode } from '../../index.js'
import {
  type Advance,
  type AsyncOptions,
  advanceNodes,
} from './advanceNodes.js'
import { checkNotExploring } from './exploring.js'
import type { Host, TestError } from './host/host.js'
import { appendText } from './story/appendText.js'
import type { Sleep } from './timers/watchSleeps.js'

type Running = {
  isOver: boolean
  readonly unawaited: PresealError<'MisuseError'>
}

/**
 * The verbs that advance time and wait, and how to end what of them is still at
 * work when its test ends.
 */
export function createAsyncVerbs(
  host: Host,
  nodes: () => readonly MockNode[],
  sleeps: () => Iterable<Sleep>,
) {
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
    const own = { isOver: false, unawaited: unawaitedError(verb) }
    // Its first line is the one that lacks the word.
    startAtCaller(own.unawaited, above)
    running.add(own)
    try {
      const isOver = () => own.isOver
      await advanceNodes(
        { nodes: nodes(), host, sleeps, isOver },
        advance,
        options,
      )
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
     * Of a test that failed the error says that it may be by this.
     *
     * @returns what the test is to fail with, if it has not.
     */
    end(error: TestError | undefined): PresealError<'MisuseError'> | undefined {
      const left = [...running]
      for (const one of left) one.isOver = true
      running.clear()
      const unawaited = left[0]?.unawaited
      if (unawaited === undefined || error === undefined) return unawaited
      appendText(error, unawaited.message)
      return undefined
    },
  }
}

function unawaitedError(verb: Advance['verb']): PresealError<'MisuseError'> {
  return new PresealError(
    'MisuseError',
    `${verb}: the test ended before ${verb} had finished. Write await ${verb}(${verb === 'advanceAsync' ? 'ms' : ''}).`,
    { reason: 'unawaited' },
  )
}
