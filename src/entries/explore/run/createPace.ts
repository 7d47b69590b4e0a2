import { watchPage } from './watchPage.js'

/** ms after which one looks again, though the page stands still */
const soon = 200
const later = 1_000

/**
 * When to look. Without a page always, since a look is cheap there; else when the
 * page has changed, since to find something on it is not, and now and then.
 */
export function createPace(activity: () => number) {
  const page = watchPage()
  let lookedAt = Number.NEGATIVE_INFINITY
  let seen = -1

  return {
    isDue(now: number): boolean {
      if (page === undefined) return true
      const isActive = activity() !== seen
      const isDue =
        page.takeChange() || now - lookedAt >= (isActive ? soon : later)
      if (!isDue) return false
      lookedAt = now
      seen = activity()
      return true
    },
    stop: () => page?.stop(),
  }
}
