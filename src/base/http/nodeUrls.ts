import type { SocketDoor } from './socketDoor.js'

type Registry = {
  readonly doors: Map<string, SocketDoor>
  /** URLs that somebody was given, and to which nobody has connected. */
  readonly awaited: Set<string>
  count: number
}

/** Known to all copies of the package in a process. */
const key = Symbol.for('preseal.nodeUrls')

function known(): Registry {
  const shared = globalThis as unknown as Record<symbol, Registry | undefined>
  const found = shared[key] ?? {
    doors: new Map(),
    awaited: new Set(),
    count: 0,
  }
  shared[key] = found
  return found
}

const host = 'node.test'

/** Whether only a node can be there, of this process or of none. */
export function isNodeUrl(url: string): boolean {
  return new URL(url).hostname === host
}

/** A URL under which sockets in this process find the door; `.test` is nobody's. */
export function addNodeUrl(door: SocketDoor): string {
  const registry = known()
  const url = `ws://${host}/${++registry.count}`
  registry.doors.set(url, door)
  registry.awaited.add(url)
  return url
}

export function removeNodeUrl(url: string): void {
  known().doors.delete(url)
  known().awaited.delete(url)
}

export function findNodeUrl(url: string): SocketDoor | undefined {
  known().awaited.delete(url)
  return known().doors.get(url)
}

/** Whether a client is to be expected. */
export function isUrlAwaited(): boolean {
  return known().awaited.size > 0
}
