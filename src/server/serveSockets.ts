import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { type SocketDoor, socketDoor } from '../http/socketDoor.js'

/** bytes of one message; beyond it the connection is closed (1009) */
const mostReceived = 5 * 2 ** 20
/** bytes that a reader may be behind; beyond it the connection ends */
const mostUnread = 16 * 2 ** 20

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
  ping: number | undefined,
): void {
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
        serveSocket(connected, door)
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

function serveSocket(socket: WebSocket, door: SocketDoor) {
  const open = door({
    send(text) {
      socket.send(text)
      if (socket.bufferedAmount > mostUnread) socket.terminate()
    },
    end: () => socket.terminate(),
  })
  socket.on('message', (data) => open.receive(String(data)))
  socket.on('close', open.close)
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
