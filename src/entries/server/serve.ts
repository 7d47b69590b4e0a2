import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { PresealError } from '../../base/errors/errors.js'
import { socketDoorOf } from '../../base/http/nodeUrls.js'
import { invalidArgument } from '../../base/validation/problem.js'
import type { Disconnection, MockNode } from '../../index.js'
import { type Connection, createConnection } from './connection.js'
import {
  createPageDoor,
  walletPath,
  walletScriptPath,
} from './createPageDoor.js'
import {
  createRequestListener,
  type FetchHandler,
} from './createRequestListener.js'
import { createUnread } from './createUnread.js'
import { ipcError, listenError } from './listenErrors.js'
import { isFromHere } from './loopback.js'
import { serveIpc } from './serveIpc.js'
import {
  parseOrigin,
  parseServeOptions,
  type ServeOptions,
} from './serveOptions.js'
import { serveSockets } from './serveSockets.js'
import { createWalletControl, walletControlPath } from './walletControl.js'

/** A node that can be served, such as a `MockNode`. */
export type ServableNode = {
  readonly fetch: FetchHandler
  /** Required if the option `control` is on. */
  readonly control?: { readonly fetch: FetchHandler } | undefined
}

/** A running server; `await using` closes it. */
export type MockServer = MockServerMembers & Disposing

type MockServerMembers = {
  /** The address, without a slash at the end: `http://127.0.0.1:8545`. */
  readonly url: string

  /** The same for WebSocket: `ws://127.0.0.1:8545`. */
  readonly wsUrl: string

  /**
   * Stops listening and ends every connection, whatever it waits for. The node
   * stays as it is. May be called more than once.
   */
  close(): Promise<void>

  /**
   * Ends the WebSockets of this server, and no others of the node, as
   * `node.disconnectSockets` does.
   *
   * @example
   * disconnectSockets({ code: 1012, reason: 'restart' })
   *
   * @throws InvalidParametersError when a field is malformed.
   */
  disconnectSockets(disconnection?: Disconnection): void

  /**
   * A script that shows the wallet to a page: as `window.ethereum`, and by
   * EIP-6963. It works in pages of that origin alone. `/wallet.js` serves all
   * scripts so far.
   *
   * @example
   * await page.addInitScript({ content: walletScript('http://localhost:5173') })
   *
   * @throws InvalidParametersError if no wallet is served.
   * @throws InvalidParametersError for what is no origin.
   */
  walletScript(origin: string): string
}

/** `Symbol.asyncDispose`, for users whose `lib` knows it. */
type Disposing = SymbolConstructor extends {
  readonly asyncDispose: infer disposal
}
  ? { [key in disposal & PropertyKey]: () => Promise<void> }
  : unknown

// ms; Node looks every 30 s for requests that are too slow.
const patience = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // No client finds a connection closed when it asks. The system notices a
  // client that is gone without a word, not a timer for each request.
  keepAliveTimeout: 0,
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
}

/**
 * Serves a node over HTTP and WebSocket, for browsers, other processes and
 * other languages.
 *
 * @example
 * const { url, close } = await serve(node)
 * const client = createPublicClient({ transport: http(url) })
 * await close()
 *
 * @param options - `port` 0, the default, picks a free one; `hostname` is
 * `'127.0.0.1'` by default. With `control`, it also answers methods of
 * `node.control`, but never to web pages, and only on a loopback `hostname`.
 * Programs on this machine can also ask at the path `ipc`.
 * Pages with the script of `walletScript` can use the `wallet`; with `control`,
 * programs on this machine do what its user does, at `/wallet/control`.
 * @throws EnvironmentError when another program listens on the port, or the host does
 * not let it listen.
 * @throws InvalidParametersError when an option is malformed.
 * @throws InvalidParametersError when `node` lacks `fetch` or `control`.
 * @throws DisposedError when the node was disposed of.
 * @throws InvalidParametersError when `control` would be open to other machines.
 */
export async function serve(
  node: ServableNode,
  options: ServeOptions = {},
): Promise<MockServer> {
  const { port, hostname, control, ping, ipc, wallet } = parseServeOptions(
    node,
    options,
  )
  // A disposed node takes no listener.
  ;(node as Partial<MockNode>).on?.('beat', () => {})()
  const pages = wallet && createPageDoor(wallet)
  const user = wallet && control ? createWalletControl(wallet) : undefined
  const doors = doorsOf(node, control)
  if (typeof Response !== 'function') throw missingGlobalError()
  const connections = new Map<Socket, Connection>()
  const unread = createUnread()
  const server = createServer(patience)
  server.on('connection', (socket: Socket) => {
    const reader = unread.join(() => socket.destroy())
    const connection = createConnection(reader)
    connections.set(socket, connection)
    socket.once('close', () => {
      connections.delete(socket)
      connection.abort()
    })
  })
  const url = `http://${await listen(server, port, hostname)}`
  server.on(
    'request',
    createRequestListener({
      url,
      choose(request) {
        const path = pages && pathOf(request)
        if (pages !== undefined && path === walletPath) return pages.fetch
        if (pages !== undefined && path === walletScriptPath) return pages.file
        if (user !== undefined && path === walletControlPath)
          return isFromHere(request) ? user : refuse
        return control && isFromHere(request) ? doors.here : doors.anywhere
      },
      connectionOf: ({ socket }) => connections.get(socket),
    }),
  )

  const verbs = control ? node.control : undefined
  const sockets = serveSockets(
    server,
    (request) => socketDoorOf((isFromHere(request) && verbs) || node),
    { ping, unread },
  )

  const door = socketDoorOf(verbs ?? node)
  let endIpc: (() => void) | undefined
  if (ipc !== undefined && door !== undefined)
    endIpc = await serveIpc(ipc, door, unread).catch((cause) => {
      server.close()
      throw ipcError(ipc, cause)
    })

  let closing: Promise<void> | undefined
  function close() {
    endIpc?.()
    closing ??= new Promise((resolve) => {
      server.close(() => resolve())
      for (const [socket, connection] of connections) {
        connection.abort()
        socket.destroy()
      }
    })
    return closing
  }
  const wsUrl = url.replace('http:', 'ws:')
  function walletScript(origin: string) {
    if (pages !== undefined) return pages.script(url, parseOrigin(origin))
    throw new PresealError(
      'MisuseError',
      'walletScript: no wallet is served. Give one: serve(node, { wallet }).',
      { reason: 'noWallet' },
    )
  }
  const members: MockServerMembers = {
    url,
    wsUrl,
    close,
    disconnectSockets: (disconnection = {}) =>
      socketDoorOf(node)?.disconnectSockets(disconnection, sockets),
    walletScript,
  }
  const { asyncDispose } = Symbol as { asyncDispose?: symbol }
  return Object.assign(
    members,
    asyncDispose && { [asyncDispose]: close },
  ) as MockServer
}

const refuse: FetchHandler = async () => new Response(null, { status: 403 })

function pathOf({ url = '/' }: IncomingMessage): string | undefined {
  return url.split('?')[0]
}

/** The handler for programs on this machine, and the one for all others. */
function doorsOf(
  node: ServableNode,
  control: boolean,
): { here: FetchHandler; anywhere: FetchHandler } {
  const { fetch: anywhere, control: verbs } = (node ??
    {}) as Partial<ServableNode>
  const here = control ? verbs?.fetch : anywhere
  if (typeof anywhere === 'function' && typeof here === 'function')
    return { here, anywhere }
  throw invalidArgument(
    'serve',
    `a node without the function "${typeof anywhere === 'function' ? 'control.fetch' : 'fetch'}"`,
    'what createMockNode returned',
  )
}

/** Resolves to host and port as a URL has them. */
function listen(
  server: Server,
  port: number,
  hostname: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(listenError(port, hostname, error)),
    )
    server.listen(port, hostname, () => {
      server.removeAllListeners('error')
      const address = server.address() as AddressInfo
      resolve(`${reachable(hostname)}:${address.port}`)
    })
  })
}

/** The host to connect to: a wildcard address is not one. */
function reachable(hostname: string): string {
  if (hostname === '0.0.0.0') return '127.0.0.1'
  if (hostname === '::') return '[::1]'
  return hostname.includes(':') ? `[${hostname}]` : hostname
}

function missingGlobalError(): PresealError<'EnvironmentError'> {
  return new PresealError(
    'EnvironmentError',
    'serve needs the global Response, which is missing. jest-environment-jsdom hides it: serve in the environment "node".',
    { reason: 'global' },
  )
}
