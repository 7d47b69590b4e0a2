import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import {
  mostReceived,
  type OpenSocket,
  type SocketDoor,
  tryAgainLater,
} from '../../base/http/nodeUrls.js'
import { createOutbox, type Outbox } from './createOutbox.js'
import { createTurns } from './createTurns.js'
import type { Unread } from './createUnread.js'

/**
 * Takes connections to the server's root over to WebSocket, by the same rules as
 * requests over HTTP.
 *
 * @param ping - ms of silence, in real time, after which a peer is asked
 * whether it is there; undefined: never.
 * @returns the connections that stand.
 */
export function serveSockets(
  server: Server,
  doorOf: (request: IncomingMessage) => SocketDoor | undefined,
  { ping, unread }: { ping: number | undefined; unread: Unread },
): ReadonlySet<OpenSocket> {
  const turn = createTurns()
  const all = new Set<OpenSocket>()
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
      serveSocket(socket, door, all, (take) => {
        // It calls back at once, or never if the request is malformed.
        sockets.handleUpgrade(request, socket, head, (connected) => {
          if (ping !== undefined) keepAlive(connected, socket as Socket, ping)
          take(connected, (shed) =>
            createOutbox(connected, socket, { turn, unread, shed }),
          )
        })
      })
    },
  )
  return all
}

function pathOf({ url = '/' }: IncomingMessage): string | undefined {
  return URL.canParse(url, 'http://localhost')
    ? new URL(url, 'http://localhost').pathname
    : undefined
}

type CreateOutbox = (shed: () => void) => Outbox

type Upgrade = (
  take: (connected: WebSocket, createOutbox: CreateOutbox) => void,
) => void

/** Asks the door whether to let it in, which may take its time. */
function serveSocket(
  raw: Duplex,
  door: SocketDoor,
  all: Set<OpenSocket>,
  upgrade: Upgrade,
) {
  let connected: WebSocket | undefined
  let outbox: Outbox | undefined
  let isShed = false

  function take(socket: WebSocket, createOutbox: CreateOutbox) {
    connected = socket
    outbox = createOutbox(() => {
      isShed = true
      end(tryAgainLater)
      socket.close(tryAgainLater, 'too far behind')
    })
    socket.on('message', (data) => {
      if (!isShed) door.receive(open, String(data))
    })
    socket.on('close', (code, reason) => {
      outbox?.close()
      end(code, String(reason))
    })
    // A malformed frame also closes the connection.
    socket.on('error', () => {})
  }

  let open: OpenSocket
  try {
    // If it is opened at once, its messages come in a later turn.
    open = door.connect(undefined, {
      open: () => upgrade(take),
      send: (_, text) => outbox?.send(text),
      close: (_, code, reason) => connected?.close(code, reason),
      end() {
        if (outbox === undefined) raw.destroy()
        else outbox.end()
      },
      silence: () => connected?.pause(),
    })
  } catch {
    // As over HTTP, a node that cannot tell the time fails the connection.
    raw.destroy()
    return
  }
  all.add(open)

  function end(code?: number, reason?: string) {
    all.delete(open)
    door.close(open, code, reason)
  }

  raw.on('error', () => {})
  raw.once('close', () => {
    if (connected === undefined) end()
  })
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
