/** The served wallet, as the script in a page knows it. */
export type PageWallet = {
  /** The address for its requests. */
  readonly url: string
  /** The only origin at which it shows a wallet. */
  readonly origin: string
  readonly token: string
  /** Its description of itself (EIP-6963). */
  readonly info: { readonly [field: string]: string }
  /** What applications look for on a provider, such as `isMetaMask`. */
  readonly flags: { readonly [name: string]: unknown }
}

/**
 * Runs in the page, as text: a provider that hands each request to the server,
 * and asks it for events. It may use nothing that stands outside of it.
 */
export function pageWallet({
  url,
  origin,
  token,
  info,
  flags,
}: PageWallet): void {
  if (location.origin !== origin) return
  type Listener = (event: unknown) => void
  const listeners = new Map<string, Listener[]>()
  // The page may put its own in place of the browser's.
  const { fetch } = window

  async function ask(body: object): Promise<Record<string, unknown>> {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    return response.json()
  }

  // Whoever has an answer misses no event after it.
  const followed = ask({})

  function toError(given: unknown): Error {
    const { message, ...rest } = given as { message: string }
    return Object.assign(new Error(message), rest)
  }

  async function request(args: { method: string; params?: unknown }) {
    const { method, params } = args
    const disconnected = {
      code: 4900,
      message: 'The wallet is no longer served.',
    }
    const send = () => ask({ request: { method, params } })
    const { result, error = undefined } = await followed
      .then(send, send)
      .catch(() => ({ result: undefined, error: disconnected }))
    if (error !== undefined) throw toError(error)
    return result
  }

  const provider = {
    ...flags,
    request,
    on(name: string, listener: Listener) {
      listeners.set(name, [...(listeners.get(name) ?? []), listener])
      return provider
    },
    removeListener(name: string, listener: Listener) {
      const kept = [...(listeners.get(name) ?? [])]
      const index = kept.lastIndexOf(listener)
      if (index >= 0) kept.splice(index, 1)
      listeners.set(name, kept)
      return provider
    },
  }

  async function follow() {
    let { next: after } = await followed
    for (;;) {
      const answered = await ask({ after })
      after = answered.next
      const events = (answered.events ?? []) as [name: string, event: unknown][]
      for (const [name, event] of events)
        for (const listener of listeners.get(name) ?? [])
          listener(name === 'disconnect' ? toError(event) : event)
    }
  }

  const detail = Object.freeze({ info: Object.freeze(info), provider })
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail }),
    )
  Object.defineProperty(window, 'ethereum', {
    value: provider,
    configurable: true,
    writable: true,
  })
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
  // Until the server is closed.
  follow().catch(() => {})
}
