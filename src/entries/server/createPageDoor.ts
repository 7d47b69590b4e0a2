import { randomBytes } from 'node:crypto'
import type { FetchHandler } from './createRequestListener.js'
import { pageWallet } from './pageWallet.js'

/**
 * A wallet of `preseal/wallet`, or `{ provider }` with any EIP-1193 provider.
 */
export type ServableWallet = {
  readonly provider: {
    request(args: never): Promise<unknown>
    on(name: never, listener: never): unknown
  }
}

type Events = {
  /** How many there were in all. */
  readonly count: number
  readonly list: readonly (readonly [name: string, event: unknown])[]
}

const names = [
  'accountsChanged',
  'chainChanged',
  'connect',
  'disconnect',
  'message',
]
const mostEvents = 1_000

const info = {
  uuid: '70726573-6561-4c00-8000-77616c6c6574',
  name: 'Preseal',
  rdns: 'test.preseal',
  icon: 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 1 1%22%3E%3Crect width=%221%22 height=%221%22/%3E%3C/svg%3E',
}

/** The path at which pages ask a wallet, below the server's address. */
export const walletPath = '/wallet'

/** The path of the scripts that were issued, for pages that load them. */
export const walletScriptPath = '/wallet.js'

/**
 * A wallet for the pages that are given a script. The token in it opens the
 * wallet and nothing else, and only from the origin that it was issued for: a
 * page of another origin cannot use a leaked token.
 */
export function createPageDoor({ provider }: ServableWallet): {
  fetch: FetchHandler
  script: (url: string, origin: string) => string
  file: FetchHandler
} {
  // A secret, so that it is chance which no script of a test may repeat.
  const origins = new Map<string, string>()
  const scripts: string[] = []
  let events: Events = { count: 0, list: [] }
  const waiting = new Set<() => void>()

  // Typed for an application's own requests; here come a page's, whatever they
  // are.
  const { request, on } = provider as unknown as {
    request: (args: unknown) => Promise<unknown>
    on: (name: string, listener: (event: unknown) => void) => unknown
  }
  for (const name of names)
    on.call(provider, name, (event) => {
      const list = [...events.list, [name, toJson(event)] as const]
      events = { count: events.count + 1, list: list.slice(-mostEvents) }
      for (const go of [...waiting]) go()
    })

  async function answer(body: unknown, signal: AbortSignal) {
    const { request: asked, after } = Object(body) as {
      request?: unknown
      after?: unknown
    }
    if (asked !== undefined) return answerRequest(asked)
    if (typeof after !== 'number') return { next: events.count, events: [] }
    if (after >= events.count) await nextEvent(signal)
    const { count, list } = events
    const from = Math.max(0, list.length - (count - after))
    return { next: count, events: list.slice(from) }
  }

  async function answerRequest(asked: unknown) {
    try {
      return { result: (await request.call(provider, asked)) ?? null }
    } catch (thrown) {
      return { error: toJson(thrown) }
    }
  }

  function nextEvent(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        waiting.delete(go)
        resolve()
      }
      waiting.add(go)
      signal.addEventListener('abort', go, { once: true })
      if (signal.aborted) go()
    })
  }

  return {
    async fetch(_, init) {
      const { authorization = '', origin = '' } = init.headers as {
        [name: string]: string | undefined
      }
      const isPreflight = init.method === 'OPTIONS'
      const token = authorization.replace(/^Bearer /, '')
      const isIssued = isPreflight
        ? [...origins.values()].includes(origin)
        : origin !== '' && origins.get(token) === origin
      if (!isIssued) return new Response(null, { status: 403 })
      const headers = {
        'access-control-allow-origin': origin,
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-allow-methods': 'POST',
        vary: 'origin',
      }
      if (isPreflight) return new Response(null, { status: 204, headers })
      const body = await parse(init.body)
      const signal = init.signal ?? new AbortController().signal
      return new Response(JSON.stringify(await answer(body, signal)), {
        headers: { ...headers, 'content-type': 'application/json' },
      })
    },
    script(url, origin) {
      const token = randomBytes(16).toString('hex')
      origins.set(token, origin)
      const flags = Object.fromEntries(
        Object.entries(provider).filter(
          ([, value]) => typeof value === 'boolean',
        ),
      )
      const given = { url: `${url}${walletPath}`, origin, token, info, flags }
      const script = `(${pageWallet})(${JSON.stringify(given)})\n`
      scripts.push(script)
      return script
    },
    /** Each does nothing at another origin than its own. */
    file: async () =>
      new Response(scripts.join(''), {
        headers: { 'content-type': 'text/javascript' },
      }),
  }
}

async function parse(body: RequestInit['body']): Promise<unknown> {
  try {
    return await new Response(body ?? null).json()
  } catch {
    return undefined
  }
}

/** An error as what JSON keeps of it. */
function toJson(event: unknown): unknown {
  if (!(event instanceof Error)) return event
  const { message, code, data } = event as Error & {
    code?: unknown
    data?: unknown
  }
  return { message, code, data }
}
