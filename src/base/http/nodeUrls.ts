/**
 * The other end of connections on which both sides speak first. There may be
 * many clients, so they share its functions.
 */
export type SocketPeer<client> = {
  /** The connection stands; nothing is sent before. */
  open(client: client): void
  send(client: client, text: string): void
  /** Closes it as RFC 6455 has it; without a code that says none (1005). */
  close(client: client, code: number | undefined, reason: string): void
  /** Ends the connection, without a word, or refuses to open it. */
  end(client: client): void
  /** The line goes dead without notice. */
  silence(client: client): void
}

/** The node's end of a connection, for its door. */
export type OpenSocket = {
  /** Its number, counted over all doors of a node. */
  readonly number: number
}

/** The door of sockets, whoever carries what is said on them. */
export type SocketDoor = {
  /** A client asks for a connection: `open` or `end` of the peer answers it. */
  connect<client>(client: client, peer: SocketPeer<client>): OpenSocket
  receive(socket: OpenSocket, text: string): void
  /** The client is gone, and what it said as it went. */
  close(socket: OpenSocket, code?: number, reason?: string): void
  /**
   * Ends connections as `node.disconnectSockets` does.
   *
   * @throws InvalidParametersError when a field is malformed.
   * @throws UnknownIdError when the one that is meant is not open.
   */
  disconnectSockets(given: unknown, among: ReadonlySet<OpenSocket>): void
  /** No test has the node any more: its sockets fall silent. */
  leave(): void
}

/**
 * The key of a node's door for sockets, and of that of its control, known to
 * entries that are bundled apart.
 */
export const socketDoor: unique symbol = Symbol.for('preseal.socketDoor')

/** The door of whatever has one. */
export function socketDoorOf(owner: object): SocketDoor | undefined {
  return (owner as { readonly [socketDoor]?: SocketDoor })[socketDoor]
}

/** bytes of one message; beyond it the connection is closed (1009) */
export const mostReceived = 5 * 2 ** 20

/** bytes that one reader may be behind, unless by one message alone */
export const mostBehind = 16 * 2 ** 20

/** Try Again Later, in IANA's registry of close codes of RFC 6455 */
export const tryAgainLater = 1013

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
