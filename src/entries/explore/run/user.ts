import type { Mishap, UserAct } from '../model/mishap.js'
import { putAside } from './page.js'

type Close = () => void

/** A call of `user`, or an act of a mishap, as far as it was possible. */
type Attempt = (mishap: Mishap, act: () => unknown) => void

/**
 * The acts that a test declares of its user, and its page; and what mishaps do
 * with them.
 */
export function createUser(
  mishaps: readonly Mishap[],
  {
    now,
    after,
    attempt,
  }: {
    /** ms since the start. */
    readonly now: () => number
    /** Calls back that many ms later. */
    readonly after: (ms: number, callback: () => void) => void
    readonly attempt: Attempt
  },
) {
  const acts: { name: string; at: number }[] = []
  let pageAt: number | null = null
  let open: (() => unknown) | undefined
  const tabs = new Set<Close>()

  function openPage(): Close {
    const opened = open?.()
    const close: Close = () => {
      if (tabs.delete(close) && typeof opened === 'function') opened()
    }
    tabs.add(close)
    return close
  }
  let closeFirst: Close = () => {}

  return {
    async user<result>(
      name: string,
      act: () => result,
    ): Promise<Awaited<result>> {
      const nth = acts.filter((one) => one.name === name).length
      acts.push({ name, at: now() })
      const own = (type: 'again' | 'postpone') =>
        mishaps.flatMap((mishap) => {
          const { user } = mishap
          return user?.type === type && user.act === name && user.nth === nth
            ? [{ mishap, user: user as Extract<UserAct, { act: string }> }]
            : []
        })
      for (const { mishap, user } of own('postpone'))
        if (user.type === 'postpone')
          await new Promise<void>((resolve) => {
            after(user.by, () => {
              attempt(mishap, resolve)
            })
          })
      const result = act()
      for (const { mishap, user } of own('again')) {
        // Whoever awaits the first need not await this one.
        const again = () =>
          attempt(mishap, async () => {
            await Promise.resolve(act()).catch(() => {})
          })
        if (user.type === 'again' && user.after > 0) after(user.after, again)
        else again()
      }
      return await result
    },
    page(given: () => unknown): void {
      open = given
      pageAt = now()
      closeFirst = openPage()
    },
    /** What a mishap does with the page. */
    act(user: Extract<UserAct, { type: 'reload' | 'away' | 'secondTab' }>) {
      switch (user.type) {
        case 'reload':
          closeFirst()
          closeFirst = openPage()
          return
        case 'away':
          closeFirst()
          after(user.ms, () => {
            closeFirst = openPage()
          })
          return
        case 'secondTab':
          putAside(openPage)
      }
    },
    read: () => ({ acts: [...acts], pageAt }),
    end() {
      for (const close of [...tabs]) close()
    },
  }
}
