import { formatEther } from 'viem/utils'
import type { App } from '../model/film.js'
import { isWrong, type Judgement } from '../model/judge.js'
import { poll } from '../model/story.js'

/** As the page names it in a sentence. */
export const nameOf: { readonly [app in App]: string } = {
  naive: 'the naive app',
  careful: 'the careful app',
  yours: 'your app',
}

/** An amount of wei in ETH, as short as it can be read. */
export function eth(wei: bigint): string {
  return formatEther(wei).replace(/(\.\d{4})\d+$/, '$1…')
}

/** An instant, such as `1,200 ms`. */
export function ms(at: number): string {
  return `${at.toLocaleString('en')} ms`
}

/** What a test of the app does, and why. */
export function verdictOf(judgement: Judgement): string {
  const { falls, late, lag } = judgement
  if (!isWrong(judgement)) {
    const passes = 'This test passes: the balance never dropped'
    return lag < 2 * poll
      ? `${passes}.`
      : `${passes}, but it was up to ${ms(lag)} behind.`
  }
  const reasons = [
    ...(falls.length > 0 ? [`the balance dropped ${times(falls.length)}`] : []),
    ...(late.length > 0
      ? [
          `${falls.length > 0 ? 'it' : 'the balance'} was stale for ${lasting(late.length)}`,
        ]
      : []),
  ]
  return `This test fails: ${reasons.join(', and ')}.`
}

/** How often an app was wrong up to a moment, for its card. */
export function countOf({ falls, late }: Judgement, until: number): string {
  const past = ({ at }: { readonly at: number }) => at <= until
  const [fell, stale] = [falls.filter(past).length, late.filter(past).length]
  if (fell > 0) return `Dropped ${times(fell)}`
  return stale > 0 ? `Stale for ${lasting(stale)}` : 'Never dropped'
}

function lasting(frames: number): string {
  return `${(frames * poll) / 1_000} s`
}

function times(count: number): string {
  if (count === 1) return 'once'
  return count === 2 ? 'twice' : `${count} times`
}
