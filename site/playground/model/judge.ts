import type { App, Film, Frame, Shown } from './film.js'
import { poll } from './story.js'

/** ms for which money may be sealed before an app shows it. */
const patience = 1_000

/** What an app did wrong, and how far behind it was. */
export type Judgement = {
  /** The frames at which it shows less than just before. */
  readonly falls: readonly Frame[]
  /** The frames at which it does not show what was sealed for a second. */
  readonly late: readonly Frame[]
  /** ms, the longest time for which it showed less than is pending. */
  readonly lag: number
}

export function judge({ frames }: Film, app: App): Judgement {
  const shownAt = (index: number): Shown =>
    frames[index]?.shown[app] ?? { balance: 0n, coming: 0n }
  const totalAt = (index: number) =>
    shownAt(index).balance + shownAt(index).coming
  const isLate = (index: number) =>
    frames
      .slice(Math.max(0, index - patience / poll), index + 1)
      .every(({ latest }) => latest.balance > totalAt(index))
  let lag = 0
  let behind = 0
  frames.forEach(({ pending }, index) => {
    behind = pending.balance > totalAt(index) ? behind + poll : 0
    lag = Math.max(lag, behind)
  })
  return {
    falls: frames.filter(
      (_, index) =>
        index > 0 && shownAt(index).balance < shownAt(index - 1).balance,
    ),
    late: frames.filter((_, index) => isLate(index)),
    lag,
  }
}

export function isWrong({ falls, late }: Judgement): boolean {
  return falls.length > 0 || late.length > 0
}
