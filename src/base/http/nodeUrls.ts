import type { SocketDoor } from './socketDoor.js'

type Doors = Map<string, SocketDoor>

type Registry = { [key: symbol]: { doors: Doors; count: number } | undefined }

/** Known to all copies of the package in a process, and to those who import it. */
const key = Symbol.for('preseal.nodeUrls')

function known() {
  const registry = globalThis as unknown as Registry
  const found = registry[key] ?? { doors: new Map(), count: 0 }
  registry[key] = found
  return found
}

/** A URL under which sockets in this process find the door; `.test` is nobody's. */
export function addNodeUrl(door: SocketDoor): string {
  const registry = known()
  const url = `ws://node.test/${++registry.count}`
  registry.doors.set(url, door)
  return url
}

export function removeNodeUrl(url: string): void {
  known().doors.delete(url)
}

export function findNodeUrl(url: string): SocketDoor | undefined {
  return known().doors.get(url)
}
