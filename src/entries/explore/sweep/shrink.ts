import { delayOf, type Mishap, withDelay } from '../model/mishap.js'

/** ms within which it does not matter when something happens. */
const fine = 50

/**
 * The least of several mishaps that still break the law: without those that are
 * not needed, and with the shortest delays, found by bisection.
 */
export async function shrink(
  mishaps: readonly Mishap[],
  breaks: (mishaps: readonly Mishap[]) => Promise<boolean>,
): Promise<readonly Mishap[]> {
  let least = mishaps
  for (const mishap of mishaps) {
    const fewer = least.filter((other) => other !== mishap)
    if (fewer.length > 0 && (await breaks(fewer))) least = fewer
  }
  for (const mishap of least) {
    const ms = delayOf(mishap)
    if (ms === undefined) continue
    const others = (to: number) =>
      least.map((other) => (other === mishap ? withDelay(other, to) : other))
    let works = ms
    let fails = 0
    while (works - fails > fine) {
      const middle = Math.round((works + fails) / 2)
      if (await breaks(others(middle))) works = middle
      else fails = middle
    }
    if (works !== ms) least = others(works)
  }
  return least
}
