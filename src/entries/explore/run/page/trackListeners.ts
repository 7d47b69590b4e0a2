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
