import { askerIn } from '../../../base/errors/askerIn.js'
import type { ReadSleeps, Sleep } from '../timers/watchSleeps.js'

/** A timer that waits, in words. */
export type DescribedSleep = {
  readonly ms: number
  readonly repeats: boolean
  /** Whether the test set it, rather than a package. */
  readonly isOwn: boolean
  /** Such as `700 ms, by viem, called in /app/test.ts:7`. */
  readonly text: string
  /** How to be rid of it, if a client waits before it asks again. */
  readonly retry: string | undefined
  /** What to write, if to advance time first is no help. */
  readonly remedy: string | undefined
}

type Retrying = {
  /** The files that wait, by their ends, and a function among them. */
  readonly files: RegExp
  readonly within?: RegExp
  readonly advice?: string
  readonly remedy?: string
}

/** Clients that ask again later. */
const retrying: readonly Retrying[] = [
  {
    files: /\/viem\/\S*\/wait\.[cm]?[jt]s \S*\/withRetry\.[cm]?[jt]s/,
    advice:
      'viem waits before it retries: with retryCount: 0 a transport asks once, as in custom(node.provider, { retryCount: 0 }), and with retryDelay: 0 it retries at once.',
  },
  {
    files: /\/query-core\/\S*\/utils\.[cm]?[jt]s \S*\/retryer\.[cm]?[jt]s/,
    advice:
      'TanStack Query waits before it retries: with retry: false in the defaultOptions of the QueryClient a query asks once, and with retryDelay: 0 it retries at once.',
  },
  {
    files: /\/provider-jsonrpc\.js/,
    within: /\bcheckTx \(\S*\/ethers\//,
    remedy:
      'ethers has sent a transaction, and polls for it, after 100 ms, 1 s more and then every 4 s, before sendTransaction returns: advance time while it is awaited. Write const sent = signer.sendTransaction(…), then await advanceAsync(1100), then await sent.',
  },
]

/** The timers that wait in the words of messages, the shortest first. */
export function readSleeps(sleeps: Iterable<Sleep>): readonly DescribedSleep[] {
  return [...sleeps]
    .flatMap(({ ms, repeats, trace }) => {
      const { line, caller } = askerIn(trace.stack)
      // A node's own timers only make it punctual.
      if (caller === undefined) return []
      const isOwn = caller.package === null
      const place = line === undefined ? '' : `, called in ${line}`
      const asker = isOwn ? `in ${line}` : `by ${caller.package}${place}`
      const text = `${repeats ? 'every ' : ''}${ms} ms, ${asker}`
      const near = caller.files.join(' ')
      const known = retrying.find(
        ({ files, within }) =>
          files.test(near) && within?.test(`${trace.stack}`) !== false,
      )
      const { advice: retry, remedy } = known ?? {}
      return [{ ms, repeats, isOwn, text, retry, remedy }]
    })
    .sort((one, other) => one.ms - other.ms)
}

const mostLines = 8

/** Why a test was over its time: timers in it wait for time which nobody moves. */
export function formatSleeps(timeOut: number, sleeps: ReadSleeps): string {
  // Timers of 0 ms run by themselves.
  const waiting = readSleeps([...sleeps(timeOut)].filter(({ ms }) => ms > 0))
  const listed = [...waiting].sort((one, other) => rank(one) - rank(other))
  const [first] = listed
  if (first === undefined) return ''
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
    listed.find(({ remedy }) => remedy)?.remedy ??
      `Write await advanceAsync(${first.ms}) ${advice}.`,
    ...retries,
  ].join('\n')
}

/** Sleeps of the test come first, and what repeats comes last. */
function rank({ repeats, isOwn }: DescribedSleep): number {
  return Number(repeats) * 2 + Number(!isOwn)
}
