/** ms after which one looks again, though nothing seems to have changed */
const pause = 200

/** The same for what changes only when the page does. */
const pagePause = 2_000

/** Whether to look, and what may have changed since one looked last. */
export type Due = {
  readonly isDue: boolean
  /** Whether what changes only with the page may have changed, too. */
  readonly isPageDue: boolean
  readonly isPageChanged: boolean
}

/**
 * When to look. Without a page always, since a look is cheap there; else when the
 * page has changed or something was asked or answered, since to find something
 * on a page is not cheap, and now and then.
 */
export function createPace(activity: () => number) {
  const page = watchPage()
  let lookedAt = Number.NEGATIVE_INFINITY
  let pageLookedAt = Number.NEGATIVE_INFINITY
  let seen = -1

  return {
    read(now: number): Due {
      if (page === undefined)
        return { isDue: true, isPageDue: true, isPageChanged: false }
      const isPageChanged = page.takeChange()
      const isPageDue = isPageChanged || now - pageLookedAt >= pagePause
      const isDue = isPageDue || activity() !== seen || now - lookedAt >= pause
      if (isDue) {
        lookedAt = now
        seen = activity()
      }
      if (isPageDue) pageLookedAt = now
      return { isDue, isPageDue, isPageChanged }
    },
    stop: () => page?.stop(),
  }
}

type Observer = {
  observe(target: object, options: object): void
  takeRecords(): readonly unknown[]
  disconnect(): void
}

type Ambient = {
  readonly document?: {
    querySelectorAll(selectors: string): ArrayLike<object>
    readonly body?: Body | null
    createElement(name: string): { append(...nodes: unknown[]): void }
  }
  readonly localStorage?: Store
  readonly sessionStorage?: Store
  readonly MutationObserver?: new (callback: () => void) => Observer
}

/** Says whether the page changed since it was asked last, if there is one. */
function watchPage() {
  const { document, MutationObserver } = globalThis as Ambient
  if (document === undefined || MutationObserver === undefined) return undefined
  let isChanged = false
  const observer = new MutationObserver(() => {
    isChanged = true
  })
  observer.observe(document, {
    attributes: true,
    characterData: true,
    childList: true,
    subtree: true,
  })
  return {
    takeChange(): boolean {
      const was = isChanged || observer.takeRecords().length > 0
      isChanged = false
      return was
    },
    stop: () => observer.disconnect(),
  }
}

type Listening = [type: string, listener: unknown, options?: unknown]

type Target = {
  addEventListener?(...listening: Listening): void
  removeEventListener?(...listening: Listening): void
}

/**
 * Removes the listeners that a run adds to the window: stores of wallets keep
 * listening for announcements, and would ask the wallet of the next run.
 * Returns a function that ends it.
 */
export function trackListeners(): () => void {
  const window = (globalThis as { readonly window?: Target }).window
  const add = window?.addEventListener
  if (window === undefined || add === undefined) return () => {}
  const added: Listening[] = []
  const own = Object.getOwnPropertyDescriptor(window, 'addEventListener')
  window.addEventListener = (...listening) => {
    added.push(listening)
    add.apply(window, listening)
  }
  return () => {
    if (own === undefined) Reflect.deleteProperty(window, 'addEventListener')
    else Object.defineProperty(window, 'addEventListener', own)
    for (const listening of added) window.removeEventListener?.(...listening)
  }
}

/** The page as it is now, as HTML; undefined without one. */
export function pageText(): string | undefined {
  return (globalThis as Ambient).document?.body?.innerHTML
}

/** Whether React has rendered something on the page. */
export function isReactOnPage(): boolean {
  const all = (globalThis as Ambient).document?.querySelectorAll('*') ?? []
  return Array.from(all).some((element) =>
    Object.keys(element).some((key) => key.startsWith('__reactContainer$')),
  )
}

type Store = { clear(): void }

type Body = {
  readonly children: ArrayLike<unknown>
  readonly innerHTML: string
  replaceChildren(): void
}

/** Takes off the page, and out of its stores, what a run left there. */
export function cleanPage(): void {
  const ambient = globalThis as Ambient
  if (ambient.document === undefined) return
  ambient.document.body?.replaceChildren()
  ambient.localStorage?.clear()
  ambient.sessionStorage?.clear()
}

/**
 * Opens something on the page out of the sight of the test, as in a second tab:
 * what it adds to the page lives on beside it.
 */
export function putAside(open: () => unknown): void {
  const { document } = globalThis as Ambient
  const { body } = document ?? {}
  const before = new Set(Array.from(body?.children ?? []))
  open()
  const added = Array.from(body?.children ?? []).filter(
    (one) => !before.has(one),
  )
  if (added.length > 0) document?.createElement('div').append(...added)
}
