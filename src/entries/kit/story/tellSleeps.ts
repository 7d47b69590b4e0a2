import type { TestError } from '../host/host.js'
import type { Sleep } from '../timers/watchSleeps.js'
import { askerIn } from './askerIn.js'

/** As vitest and jest say it. */
const timedOut = /timed out in \d+ ?ms|Exceeded timeout of \d+ ms/

/** Why a test was over its time: its own timers wait for time which nobody moves. */
export function tellSleeps(
  error: TestError,
  sleeps: Iterable<Sleep>,
): string | undefined {
  if (!timedOut.test(error.message ?? '')) return undefined
  const lines = [...sleeps].flatMap(({ ms, trace }) => {
    const { line } = askerIn(trace.stack)
    return line === undefined ? [] : [{ ms, text: `  ${ms} ms, in ${line}` }]
  })
  const [first] = lines
  if (first === undefined) return undefined
  const texts = new Set(lines.map(({ text }) => text))
  return `Timers of the test are fake, and these wait for time that nobody moves:\n${[...texts].join('\n')}\nWrite await settle({ ms: ${first.ms} }) in place of a sleep.`
}
