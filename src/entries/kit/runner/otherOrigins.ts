import { createWebSocket } from '../../websocket/index.js'

/**
 * What was asked besides the nodes of a test: origins alone, which hold no keys,
 * and whether each answered.
 */
export type OtherOrigins = {
  readonly http: ReadonlyMap<string, boolean>
  readonly sockets: ReadonlyMap<string, boolean>
}

type Watch = {
  readonly http: Map<string, boolean>
  readonly sockets: Map<string, boolean>
}

/** Whether something was asked, or has answered. */
type Note = (url: string, hasAnswered: boolean) => void

/**
 * The watch of the test that runs. The socket that is placed lives longer than a
 * module that a test loads anew, so all copies of this one share it.
 */
const watchKey = Symbol.for('preseal.watchOfTest')
const shared = globalThis as { [watchKey]?: { watch?: Watch | undefined } }
shared[watchKey] ??= {}
const running = shared[watchKey]

/**
 * Sees which origins are asked until it is ended. It answers nothing, and names
 * neither paths nor headers.
 *
 * @returns ends it, and tells what it saw.
 */
export function watchOrigins(): () => OtherOrigins {
  const own: Watch = { http: new Map(), sockets: new Map() }
  running.watch = own
  const note: Note = (url, hasAnswered) => {
    const origin = originOf(url)
    if (origin === undefined) return
    own.http.set(origin, hasAnswered || own.http.get(origin) === true)
  }
  const stop = watchChannels(note) ?? watchFetch(note)
  return () => {
    stop()
    if (running.watch === own) running.watch = undefined
    // Node tells of the request by which a WebSocket opens, too.
    for (const socket of own.sockets.keys())
      own.http.delete(socket.replace(/^ws/, 'http'))
    return own
  }
}

/** Undefined for whatever is no place to ask, such as the page itself. */
function originOf(url: string): string | undefined {
  const { location } = globalThis as { location?: { origin?: string } }
  try {
    const { protocol, host } = new URL(url, location?.origin)
    const origin = `${protocol}//${host}`
    return host === '' || origin === location?.origin ? undefined : origin
  } catch {
    return undefined
  }
}

type Channels = {
  subscribe(name: string, listener: (message: never) => void): void
  unsubscribe(name: string, listener: (message: never) => void): void
}

type Process = {
  readonly release?: { readonly name?: string }
  readonly versions?: { readonly bun?: string; readonly deno?: string }
  getBuiltinModule?(name: 'node:diagnostics_channel'): Channels | undefined
}

type ByUndici = { readonly request: { readonly origin: unknown } }

type ByHttp = {
  readonly request: {
    readonly protocol?: string
    getHeader(name: 'host'): unknown
  }
}

/** Node tells of every request, whoever sends it. */
function watchChannels(note: Note): (() => void) | undefined {
  const { process } = globalThis as { process?: Process }
  const { bun, deno } = process?.versions ?? {}
  if (bun !== undefined || deno !== undefined) return undefined
  const channels = process?.getBuiltinModule?.('node:diagnostics_channel')
  if (channels === undefined) return undefined
  const byUndici = (hasAnswered: boolean) => (event: ByUndici) =>
    note(String(event.request.origin), hasAnswered)
  const byHttp = (hasAnswered: boolean) => (event: ByHttp) =>
    note(
      `${event.request.protocol}//${event.request.getHeader('host')}`,
      hasAnswered,
    )
  const listeners = {
    'undici:request:create': byUndici(false),
    'undici:request:headers': byUndici(true),
    'http.client.request.start': byHttp(false),
    'http.client.response.finish': byHttp(true),
  }
  const entries = Object.entries(listeners)
  for (const [name, listener] of entries) channels.subscribe(name, listener)
  return () => {
    for (const [name, listener] of entries) channels.unsubscribe(name, listener)
  }
}

type Fetch = (...given: unknown[]) => unknown

/** Elsewhere `fetch` is wrapped, unless a test or msw has put its own. */
function watchFetch(note: Note): () => void {
  const global = globalThis as { fetch?: Fetch }
  const { fetch } = global
  if (fetch === undefined || isMock(fetch)) return () => {}
  const watched: Fetch = (...given) => {
    const [first] = given
    const url = String((first as { url?: unknown } | undefined)?.url ?? first)
    note(url, false)
    const answer = fetch(...given)
    // Whoever asked catches what it rejects with.
    Promise.resolve(answer).then(
      () => note(url, true),
      () => {},
    )
    return answer
  }
  global.fetch = Object.assign(watched, fetch)
  return () => {
    // Whoever has replaced it since is left alone.
    if (global.fetch === watched) global.fetch = fetch
  }
}

/** As vitest, jest, bun, sinon and node:test make them. */
export function isMock(fn: unknown): boolean {
  const { mock, _isMockFunction, isSinonProxy } = Object(fn)
  return mock !== undefined || _isMockFunction === true || isSinonProxy === true
}

const mark = Symbol.for('preseal.webSocketOfTests')

/**
 * Has `globalThis.WebSocket` find nodes at their `wsUrl`. Clients keep what they
 * find there when they are loaded, so it is placed as the kit is, and again
 * if a test environment has put another class there since.
 */
export function placeWebSocket(): void {
  const { WebSocket: before } = globalThis as { WebSocket?: object }
  if (before !== undefined && mark in before) return
  const placed = new Proxy(createWebSocket(), {
    construct(target, given, newTarget) {
      const origin = originOf(String(given[0]))
      const isNode = origin?.startsWith('ws://node.test') === true
      const socket = Reflect.construct(target, given, newTarget) as EventTarget
      if (origin === undefined || isNode) return socket
      const own = running.watch
      own?.sockets.set(origin, own.sockets.get(origin) === true)
      socket.addEventListener('open', () => own?.sockets.set(origin, true))
      return socket
    },
  })
  Object.defineProperty(globalThis, 'WebSocket', {
    configurable: true,
    enumerable: false,
    writable: true,
    value: Object.assign(placed, { [mark]: true }),
  })
}
