import { display } from '../../base/hex/display.js'
import { utf8Length } from '../../base/hex/text.js'
import {
  findNodeUrl,
  isNodeUrl,
  type SocketDoor,
  socketDoorOf,
} from '../../base/http/nodeUrls.js'
import { invalidArgument } from '../../base/validation/problem.js'
import { type Connection, connect, type Firing, leave, say } from './connect.js'
import { checkClosing, readMessageText, socketEvents } from './messages.js'
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

const states = { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 } as const

const handled = ['open', 'message', 'error', 'close'] as const

type Handler = ((event: Event) => unknown) | null

/**
 * A class as the platform's: sockets find a door by their URL.
 *
 * @param find - Undefined if nothing listens at a URL. May return a socket of
 * the platform's, which is what the constructor returns then.
 */
function defineWebSocket(
  find: (
    url: string,
    protocols: string | string[] | undefined,
  ) => SocketDoor | { readonly elsewhere: object } | undefined,
): MockWebSocketClass {
  const events = socketEvents()

  class WebSocket extends events.EventTarget {
    readonly #url: string
    #state: 0 | 1 | 2 | 3 = states.CONNECTING
    /** The protocol that a node accepts. */
    readonly #accepted: string
    #protocol = ''
    #buffered = 0
    #binaryType: 'blob' | 'arraybuffer' = 'blob'
    #connection: Connection | undefined
    /** Messages sent behind a Blob wait for it. */
    #reading: Promise<void> | undefined
    #handlers: Map<string, Handler> | undefined

    constructor(url: string | URL, protocols?: string | string[]) {
      super()
      this.#url = readUrl(url)
      this.#accepted = readProtocol(protocols)
      const found = find(this.#url, protocols)
      if (found !== undefined && 'elsewhere' in found)
        // biome-ignore lint/correctness/noConstructorReturn: it is one of them
        return found.elsewhere as this
      this.#connection = connect(found, this, WebSocket.#fire)
    }

    static readonly #fire: Firing<WebSocket> = {
      open(socket) {
        if (socket.#state !== states.CONNECTING) return
        socket.#state = states.OPEN
        socket.#protocol = socket.#accepted
        socket.dispatchEvent(events.simple('open'))
      },
      message(socket, text) {
        if (socket.#state === states.OPEN)
          socket.dispatchEvent(
            events.message(text, new URL(socket.#url).origin),
          )
      },
      fail(socket) {
        socket.#state = states.CLOSED
        socket.dispatchEvent(events.simple('error'))
      },
      close(socket, closing) {
        socket.#state = states.CLOSED
        socket.#connection = undefined
        socket.dispatchEvent(events.close(closing))
      },
    }

    get url() {
      return this.#url
    }

    get readyState() {
      return this.#state
    }

    get protocol() {
      return this.#protocol
    }

    get extensions() {
      return ''
    }

    get bufferedAmount() {
      return this.#buffered
    }

    get binaryType() {
      return this.#binaryType
    }

    set binaryType(type) {
      if (type === 'blob' || type === 'arraybuffer') this.#binaryType = type
    }

    send(...[data]: [data: unknown]) {
      if (this.#state === states.CONNECTING)
        throw new DOMException(
          "Failed to execute 'send' on 'WebSocket': Still in CONNECTING state.",
          'InvalidStateError',
        )
      const text = readMessageText(data)
      if (this.#reading === undefined && typeof text === 'string')
        return this.#say(text)
      // In their order, whatever takes its time to be read.
      const before = this.#reading
      const read = async () => {
        await before
        this.#say(await text)
      }
      const reading = read().finally(() => {
        if (this.#reading === reading) this.#reading = undefined
      })
      this.#reading = reading
    }

    #say(text: string) {
      if (this.#state !== states.OPEN) this.#buffered += utf8Length(text)
      else if (this.#connection !== undefined) say(this.#connection, text)
    }

    close(code?: number, reason?: string) {
      checkClosing(code, reason)
      if (this.#state >= states.CLOSING) return
      const isOpen = this.#state === states.OPEN
      this.#state = states.CLOSING
      if (this.#connection !== undefined)
        leave(this.#connection, isOpen, code, reason)
    }

    /** The listener that stands where the first one was put. */
    static {
      for (const type of handled)
        Object.defineProperty(WebSocket.prototype, `on${type}`, {
          configurable: true,
          enumerable: true,
          get(this: WebSocket) {
            return this.#handlers?.get(type) ?? null
          },
          set(this: WebSocket, given: unknown) {
            this.#handlers ??= new Map()
            const handlers = this.#handlers
            if (!handlers.has(type))
              this.addEventListener(type, (event) =>
                handlers.get(type)?.call(this, event),
              )
            const handler = typeof given === 'function' ? given : null
            handlers.set(type, handler as Handler)
          },
        })
    }

    get [Symbol.toStringTag]() {
      return 'WebSocket'
    }
  }

  for (const [name, value] of Object.entries(states))
    for (const owner of [WebSocket, WebSocket.prototype])
      Object.defineProperty(owner, name, { value, enumerable: true })
  // The class lacks the states and the handlers, which are defined above.
  return WebSocket as unknown as MockWebSocketClass
}

/**
 * The URL that a socket connects to, by the rules of WHATWG.
 *
 * @throws a DOMException, `SyntaxError`.
 */
function readUrl(given: unknown): string {
  const { location } = globalThis as { location?: { href?: string } }
  let url: URL
  try {
    url = new URL(String(given), location?.href)
  } catch {
    throw invalid(`The URL '${given}' is invalid.`)
  }
  const { protocol } = url
  if (protocol === 'http:' || protocol === 'https:')
    url.protocol = protocol.replace('http', 'ws')
  else if (protocol !== 'ws:' && protocol !== 'wss:')
    throw invalid(
      `The URL's scheme must be either 'http', 'https', 'ws', or 'wss'. '${protocol}' is not allowed.`,
    )
  if (url.hash !== '' || url.href.endsWith('#'))
    throw invalid(
      `The URL contains a fragment identifier ('${url.hash.slice(1)}'). Fragment identifiers are not allowed in WebSocket URLs.`,
    )
  return url.href
}

/** The first subprotocol, which a server that speaks none of them accepts. */
function readProtocol(given: string | string[] | undefined): string {
  const protocols = given === undefined ? [] : [given].flat().map(String)
  const lower = protocols.map((protocol) => protocol.toLowerCase())
  if (
    new Set(lower).size < protocols.length ||
    protocols.some((protocol) => !token.test(protocol))
  )
    throw invalid(`The subprotocol '${protocols}' is invalid.`)
  return protocols[0] ?? ''
}

const token = /^[\w!#$%&'*+\-.^`|~]+$/

function invalid(message: string): DOMException {
  return new DOMException(
    `Failed to construct 'WebSocket': ${message}`,
    'SyntaxError',
  )
}
