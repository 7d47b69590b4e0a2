import type { TestError } from '../host/host.js'
import type { Sleep } from '../timers/watchSleeps.js'
import { askerIn } from './askerIn.js'

/** As vitest and jest say it. */
const timedOut = /timed out in \d+ ?ms|Exceeded timeout of \d+ ms/

const mostLines = 8

/** Why a test was over its time: timers in it wait for time which nobody moves. */
export function tellSleeps(
  error: TestError,
  sleeps: Iterable<Sleep>,
): string | undefined {
  if (!timedOut.test(error.message ?? '')) return undefined
  const waiting = [...sleeps].flatMap(({ ms, trace }) => {
    const { line, caller } = askerIn(trace.stack)
    // A node's own timers only make it punctual.
    if (caller === undefined) return []
    const isOwn = caller.package === null
    const place = line === undefined ? '' : `, called in ${line}`
    const text = isOwn ? `in ${line}` : `by ${caller.package}${place}`
    return [{ ms, isOwn, text: `  ${ms} ms, ${text}` }]
  })
  const others = waiting.filter(({ isOwn }) => !isOwn)
  const listed = [
    ...waiting.filter(({ isOwn }) => isOwn),
    ...others.sort((one, other) => one.ms - other.ms),
  ]
  const [first] = listed
  if (first === undefined) return undefined
  const texts = new Set(listed.map(({ text }) => text))
  const lines = [...texts].slice(0, mostLines)
  const advice = first.isOwn ? 'instead of a sleep' : 'to let it pass'
  return `Timers of the test are fake, and these wait for time that nobody moves:\n${lines.join('\n')}\nWrite await settle({ ms: ${first.ms} }) ${advice}.`
}
