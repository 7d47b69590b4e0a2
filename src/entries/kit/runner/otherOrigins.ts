import { createWebSocket } from '../../websocket/index.js'

/** What was asked besides the nodes of a test: origins alone, which hold no keys. */
export type OtherOrigins = {
  readonly http: ReadonlySet<string>
  readonly sockets: ReadonlySet<string>
}

type Watch = { readonly http: Set<string>; readonly sockets: Set<string> }

/** The watch of the test that runs; sockets are placed once for all tests. */
let watching: Watch | undefined

/**
 * Sees which origins are asked until it is ended. It answers nothing, and names
 * neither paths nor headers.
 *
 * @returns ends it, and tells what it saw.
 */
export function watchOrigins(): () => OtherOrigins {
  const own: Watch = { http: new Set(), sockets: new Set() }
  watching = own
  const note = (url: string) => {
    const origin = originOf(url)
    if (origin !== undefined) own.http.add(origin)
  }
  const stop = watchChannels(note) ?? watchFetch(note)
  return () => {
    stop()
    if (watching === own) watching = undefined
    // Node tells of the request by which a WebSocket opens, too.
    for (const socket of own.sockets)
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

type ClientRequest = {
  readonly protocol?: string
  getHeader(name: 'host'): unknown
}

/** Node tells of every request, whoever sends it. */
function watchChannels(note: (url: string) => void): (() => void) | undefined {
  const { process } = globalThis as { process?: Process }
  const { bun, deno } = process?.versions ?? {}
  if (bun !== undefined || deno !== undefined) return undefined
  const channels = process?.getBuiltinModule?.('node:diagnostics_channel')
  if (channels === undefined) return undefined
  const listeners = {
    'undici:request:create': ({ request }: { request: { origin: unknown } }) =>
      note(String(request.origin)),
    'http.client.request.start': ({ request }: { request: ClientRequest }) =>
      note(`${request.protocol}//${request.getHeader('host')}`),
  }
  const entries = Object.entries(listeners)
  for (const [name, listener] of entries) channels.subscribe(name, listener)
  return () => {
    for (const [name, listener] of entries) channels.unsubscribe(name, listener)
  }
}

type Fetch = (...given: unknown[]) => unknown

/** Elsewhere `fetch` is wrapped, unless a test or msw has put its own. */
function watchFetch(note: (url: string) => void): () => void {
  const global = globalThis as { fetch?: Fetch }
  const { fetch } = global
  if (fetch === undefined || isMock(fetch)) return () => {}
  const watched: Fetch = (...given) => {
    const [first] = given
    note(String((first as { url?: unknown } | undefined)?.url ?? first))
    return fetch(...given)
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
      if (origin !== undefined && !isNode) watching?.sockets.add(origin)
      return Reflect.construct(target, given, newTarget)
    },
  })
  Object.defineProperty(globalThis, 'WebSocket', {
    configurable: true,
    enumerable: false,
    writable: true,
    value: Object.assign(placed, { [mark]: true }),
  })
}
