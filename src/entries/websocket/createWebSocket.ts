import { display } from '../../base/hex/display.js'
import {
  findNodeUrl,
  isNodeUrl,
  type SocketDoor,
  socketDoorOf,
} from '../../base/http/nodeUrls.js'
import { invalidArgument } from '../../base/validation/problem.js'
import { defineWebSocket } from './defineWebSocket.js'
import type { MockWebSocketClass } from './mockWebSocket.js'

/** A node that sockets can reach: a `MockNode`, or its `control`. */
export type SocketNode = object

/**
 * Creates a WebSocket class whose sockets reach nodes in this process, without
 * a server, a port or a timer.
 *
 * @example
 * const WebSocket = createWebSocket(node)
 * const provider = new WebSocketProvider(new WebSocket('ws://node.test'))
 *
 * @param nodes - One node, for every URL, or several by URL, with nothing at
 * other URLs. If absent, sockets reach every node at its `wsUrl`, and use the
 * platform's WebSocket for other URLs.
 * @throws InvalidParametersError if an argument is not a node, or its URL is
 * invalid.
 */
export function createWebSocket(
  nodes?: SocketNode | { readonly [url: string]: SocketNode },
): MockWebSocketClass {
  if (nodes === undefined) {
    const Platform = platformWebSocket()
    return defineWebSocket((url, protocols) => {
      const door = findNodeUrl(url)
      // If the node is disposed of, nobody else is to be asked.
      if (door !== undefined || isNodeUrl(url)) return door
      const Elsewhere = Platform()
      return Elsewhere && { elsewhere: new Elsewhere(url, protocols) }
    })
  }
  const only = Object(nodes) === nodes ? socketDoorOf(nodes) : undefined
  if (only !== undefined) return defineWebSocket(() => only)
  if (typeof nodes !== 'object' || nodes === null || Array.isArray(nodes))
    throw invalidNodes(display(nodes))
  const doors = new Map(
    Object.entries(nodes).map(([url, node]) => [
      hrefOf(url),
      doorAt(url, node),
    ]),
  )
  if (doors.size === 0) throw invalidNodes('an object without a node')
  return defineWebSocket((url) => doors.get(url))
}

function hrefOf(url: string): string {
  if (URL.canParse(url) && /^wss?:/.test(url)) return new URL(url).href
  throw invalidNodes(`"${url}", which is no URL of a WebSocket`)
}

function doorAt(url: string, node: unknown): SocketDoor {
  const door = socketDoorOf(Object(node))
  if (door !== undefined) return door
  throw invalidNodes(`no node at "${url}"`)
}

function invalidNodes(given: string) {
  return invalidArgument(
    'createWebSocket',
    given,
    "what createMockNode returned, or several by URL: { 'ws://node.test': node }",
  )
}

type Class = new (url: string, protocols?: string | string[]) => object

type Modules = {
  createRequire(path: string): (name: string) => { WebSocket?: Class }
}

type Runtime = {
  cwd?(): string
  getBuiltinModule?(name: 'node:module'): Modules | undefined
}

/**
 * Takes the sockets from before; on Node 20, which has none, `ws` if it is
 * installed, as clients take it there.
 */
function platformWebSocket(): () => Class | undefined {
  const { WebSocket } = globalThis as { WebSocket?: Class }
  return () => WebSocket ?? installed()
}

function installed(): Class | undefined {
  const { process } = globalThis as { process?: Runtime }
  try {
    const modules = process?.getBuiltinModule?.('node:module')
    return modules?.createRequire(`${process?.cwd?.()}/`)('ws').WebSocket
  } catch {
    return undefined
  }
}
