import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { type SocketDoor, socketDoor } from '../../base/http/socketDoor.js'
import { createOutbox, type Outbox } from './createOutbox.js'
import { createTurns } from './createTurns.js'
import type { Unread } from './createUnread.js'

/** bytes of one message; beyond it the connection is closed (1009) */
const mostReceived = 5 * 2 ** 20
/** Try Again Later, in IANA's registry of close codes of RFC 6455 */
const tryAgainLater = 1013

/**
 * Takes connections to the server's root over to WebSocket, by the same rules as
 * requests over HTTP.
 *
 * @param ping - ms of silence, in real time, after which a peer is asked
 * whether it is there; undefined: never.
 */
export function serveSockets(
  server: Server,
  doorOf: (request: IncomingMessage) => SocketDoor | undefined,
  { ping, unread }: { ping: number | undefined; unread: Unread },
): void {
  const turn = createTurns()
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: mostReceived,
  })
  server.on(
    'upgrade',
    (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      const door = doorOf(request)
      if (door === undefined || pathOf(request) !== '/') {
        socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
        return
      }
      sockets.handleUpgrade(request, socket, head, (connected) => {
        serveSocket(connected, door, (shed) =>
          createOutbox(connected, socket, { turn, unread, shed }),
        )
        if (ping !== undefined) keepAlive(connected, socket as Socket, ping)
      })
    },
  )
}

function pathOf({ url = '/' }: IncomingMessage): string | undefined {
  return URL.canParse(url, 'http://localhost')
    ? new URL(url, 'http://localhost').pathname
    : undefined
}

function serveSocket(
  socket: WebSocket,
  door: SocketDoor,
  createOutbox: (shed: () => void) => Outbox,
) {
  let isShed = false
  const outbox = createOutbox(() => {
    isShed = true
    open.close()
    socket.close(tryAgainLater, 'too far behind')
  })
  const open = door(outbox)
  socket.on('message', (data) => {
    if (!isShed) open.receive(String(data))
  })
  socket.on('close', () => {
    outbox.close()
    open.close()
  })
  // What is wrong with a frame also closes the connection.
  socket.on('error', () => {})
}

/** By the socket's own clock, which no fake timers stop. */
function keepAlive(connected: WebSocket, socket: Socket, ping: number) {
  let isAsked = false
  connected.on('pong', () => {
    isAsked = false
  })
  socket.setTimeout(ping)
  socket.on('timeout', () => {
    if (isAsked) connected.terminate()
    else {
      isAsked = true
      connected.ping()
    }
  })
}

/** The door of whatever has that `fetch`. */
export function socketDoorOf(owner: object): SocketDoor | undefined {
  return (owner as { [socketDoor]?: SocketDoor })[socketDoor]
}
