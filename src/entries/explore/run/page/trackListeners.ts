type Listening = readonly [type: string, listener: unknown, options?: unknown]

type Target = {
  addEventListener?(...listening: Listening): void
  removeEventListener?(...listening: Listening): void
}

/**
 * Takes off the window what a run has it call: stores of wallets go on listening
 * for those that are announced, and would ask that of the next run. Returns how
 * to end it.
 */
export function trackListeners(): () => void {
  const window = (globalThis as { readonly window?: Target }).window
  const add = window?.addEventListener
  if (window === undefined || add === undefined) return () => {}
  const added: Listening[] = []
  const own = Object.getOwnPropertyDescriptor(window, 'addEventListener')
  window.addEventListener = (...listening) => {
    added.push(listening)
    add.apply(window, listening as unknown as [string, unknown, unknown])
  }
  return () => {
    if (own === undefined) Reflect.deleteProperty(window, 'addEventListener')
    else Object.defineProperty(window, 'addEventListener', own)
    for (const listening of added) window.removeEventListener?.(...listening)
  }
}
