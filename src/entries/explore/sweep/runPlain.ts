import { PresealError } from '../../../base/errors/errors.js'
import { firstDifference } from '../run/firstDifference.js'
import type { Ran } from '../run/runOnce.js'

/**
 * The test on the network without mishaps, which must be the same twice: else
 * nobody could say that it was the mishap.
 */
export async function runPlain(run: () => Promise<Ran>): Promise<Ran> {
  const first = await run()
  throwOwn(first)
  const second = await run()
  throwOwn(second)
  const difference = firstDifference(first.run, second.run)
  if (difference !== undefined) throw new NotDeterministicError(difference)
  return second
}

/** What the test itself throws is told as that. */
function throwOwn({ judged, run }: Ran): void {
  if (judged?.cause !== undefined) throw judged.cause
  if (judged?.invariant === 'the test ends')
    throw new UnendingTestError(run.now)
}

class NotDeterministicError extends PresealError {
  override readonly name = 'NotDeterministicError'

  constructor(difference: string) {
    super(
      `explore: two runs without any mishap differ, so nothing could be said of one with a mishap: ${difference}. Make all state within the test (stores, query clients, caches at the top of a module live on), and import before it what is imported lazily.`,
    )
  }
}

class UnendingTestError extends PresealError {
  override readonly name = 'UnendingTestError'

  constructor(now: number) {
    super(
      `explore: the test was not over after ${now} ms of the chain's time, even without any mishap. Await nothing in it that only the end brings, or give it more time with "for".`,
    )
  }
}
