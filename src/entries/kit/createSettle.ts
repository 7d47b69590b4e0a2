import { PresealError } from '../../base/errors/errors.js'
import { startAtCaller } from '../../base/errors/fromCaller.js'
import type { MockNode } from '../../index.js'
import { checkNotExploring } from './exploring.js'
import type { Host, TestError } from './host/host.js'
import { type SettleOptions, settleNodes } from './settleNodes.js'
import { appendText } from './story/appendText.js'
import type { Sleep } from './timers/watchSleeps.js'

type Settling = { isOver: boolean; readonly unawaited: UnawaitedError }

/** `settle`, and how to end what of it is still at work when its test ends. */
export function createSettle(
  host: Host,
  nodes: () => readonly MockNode[],
  sleeps: () => Iterable<Sleep>,
) {
  const settlings = new Set<Settling>()

  async function settle(options?: SettleOptions): Promise<void> {
    checkNotExploring(
      'settle',
      'Advance time with await wait(ms), which explore passes to its function.',
    )
    const own = { isOver: false, unawaited: new UnawaitedError() }
    // Its first line is the one that lacks the word.
    startAtCaller(own.unawaited, settle)
    settlings.add(own)
    try {
      const isOver = () => own.isOver
      await settleNodes({ nodes: nodes(), host, sleeps, isOver }, options)
    } catch (error) {
      if (!own.isOver) throw error
    } finally {
      settlings.delete(own)
    }
    // Its test is over, and so is what would come next in it.
    if (own.isOver) await new Promise(() => {})
  }

  return {
    settle,

    /**
     * Of a test that failed the error says that it may be by this.
     *
     * @returns what the test is to fail with, if it has not.
     */
    end(error: TestError | undefined): UnawaitedError | undefined {
      const left = [...settlings]
      for (const settling of left) settling.isOver = true
      settlings.clear()
      const unawaited = left[0]?.unawaited
      if (unawaited === undefined || error === undefined) return unawaited
      appendText(error, unawaited.message)
      return undefined
    },
  }
}

class UnawaitedError extends PresealError {
  override readonly name = 'UnawaitedError'

  constructor() {
    super(
      'settle: the test ended before settle had finished. Write await settle().',
    )
  }
}
