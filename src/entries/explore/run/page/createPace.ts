import { watchPage } from './watchPage.js'

/** ms after which one looks again, though nothing seems to have changed */
const pause = 200

/**
 * When to look. Without a page always, since a look is cheap there; else when the
 * page has changed or something was asked or answered, since to find something
 * on a page is not cheap, and now and then.
 */
export function createPace(activity: () => number) {
  const page = watchPage()
  let lookedAt = Number.NEGATIVE_INFINITY
  let seen = -1

  return {
    isDue(now: number): boolean {
      if (page === undefined) return true
      const isChanged = page.takeChange() || activity() !== seen
      if (!isChanged && now - lookedAt < pause) return false
      lookedAt = now
      seen = activity()
      return true
    },
    stop: () => page?.stop(),
  }
}
