import type { TestError } from '../host/host.js'
import type { ReadSleeps } from '../timers/watchSleeps.js'
import { type DescribedSleep, readSleeps } from './readSleeps.js'

/** As vitest and jest say it. */
const timedOut = /(?:timed out in|Exceeded timeout of) (\d+) ?ms/

const mostLines = 8

/** Why a test was over its time: timers in it wait for time which nobody moves. */
export function formatSleeps(
  error: TestError,
  sleeps: ReadSleeps,
): string | undefined {
  const [, timeOut] = timedOut.exec(error.message ?? '') ?? []
  if (timeOut === undefined) return undefined
  // Timers of 0 ms run by themselves.
  const waiting = readSleeps(
    [...sleeps(Number(timeOut))].filter(({ ms }) => ms > 0),
  )
  const listed = [...waiting].sort((one, other) => rank(one) - rank(other))
  const [first] = listed
  if (first === undefined) return undefined
  const texts = new Set(listed.map(({ text }) => `  ${text}`))
  const lines = [...texts].slice(0, mostLines)
  const isSleep = first.isOwn && !first.repeats
  const advice = isSleep
    ? 'instead of a sleep'
    : 'to let it pass, before the test awaits what depends on it'
  const retries = new Set(listed.flatMap(({ retry }) => retry ?? []))
  return [
    'Timers of the test are fake, and these wait for time that nobody moves:',
    ...lines,
    `Write await advanceAsync(${first.ms}) ${advice}.`,
    ...retries,
  ].join('\n')
}

/** Sleeps of the test come first, and what repeats comes last. */
function rank({ repeats, isOwn }: DescribedSleep): number {
  return Number(repeats) * 2 + Number(!isOwn)
}
