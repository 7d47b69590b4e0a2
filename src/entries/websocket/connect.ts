import { inOwnTurn } from '../../base/clock/turns.js'
import { utf8Length } from '../../base/hex/text.js'
import {
  mostBehind,
  mostReceived,
  type OpenSocket,
  type SocketDoor,
  type SocketPeer,
  tryAgainLater,
} from '../../base/http/nodeUrls.js'
import type { Closing } from './messages.js'

/** Fires the events of a socket, each in a turn of its own. */
export type Firing<socket> = {
  open(socket: socket): void
  message(socket: socket, text: string): void
  fail(socket: socket): void
  close(socket: socket, closing: Closing): void
}

/** What connects a socket with the node. */
export type Connection = {
  readonly socket: unknown
  readonly fire: Firing<unknown>
  readonly door: SocketDoor | undefined
  /** The node's end; undefined if nothing listens. */
  open: OpenSocket | undefined
  /** What the node says from now on is not heard. */
  isOver: boolean
  isDead: boolean
  /** Whether it is over since it fell too far behind. */
  isShed: boolean
  /** Said by the node and not fired yet. */
  bytes: number
  messages: number
}

const failed: Closing = { code: 1006, reason: '', wasClean: false }

/** Message Too Big, of RFC 6455, 7.4.1 */
const tooBig = 1009

/** @param door - Undefined if nothing listens. */
export function connect<socket>(
  door: SocketDoor | undefined,
  socket: socket,
  fire: Firing<socket>,
): Connection {
  const connection: Connection = {
    socket,
    fire,
    door,
    open: undefined,
    isOver: false,
    isDead: false,
    isShed: false,
    bytes: 0,
    messages: 0,
  }
  if (door === undefined) fail(connection)
  else connection.open = door.connect(connection, peer)
  return connection
}

const peer: SocketPeer<Connection> = {
  open: ({ fire, socket }) => inOwnTurn(() => fire.open(socket)),
  send(connection, text) {
    if (connection.isOver) return
    connection.bytes += text.length
    connection.messages++
    if (connection.bytes > mostBehind && connection.messages > 1) {
      // As a server sheds a reader, and with it what it has not read.
      connection.isShed = true
      closeAs(connection, tryAgainLater, 'too far behind')
      return
    }
    inOwnTurn(() => {
      connection.bytes -= text.length
      connection.messages--
      if (!connection.isShed) connection.fire.message(connection.socket, text)
    })
  },
  close: (connection, code = 1005, reason) =>
    end(connection, { code, reason, wasClean: true }, false),
  end: fail,
  silence(connection) {
    connection.isDead = true
  },
}

/** Once: what comes behind it is not heard. */
function end(connection: Connection, closing: Closing, hasFailed: boolean) {
  if (connection.isOver) return
  connection.isOver = true
  const { fire, socket } = connection
  // The consequences of one listener come before the next one, as in a page.
  if (hasFailed) inOwnTurn(() => fire.fail(socket))
  inOwnTurn(() => fire.close(socket, closing))
}

function fail(connection: Connection) {
  end(connection, failed, true)
}

function closeAs(connection: Connection, code: number, reason: string) {
  end(connection, { code, reason, wasClean: true }, false)
  tell(connection, code, reason)
}

function tell({ door, open }: Connection, code?: number, reason?: string) {
  if (open) door?.close(open, code, reason)
}

export function say(connection: Connection, text: string): void {
  const { isOver, door, open } = connection
  if (isOver) return
  // A text of n units has at most three times as many bytes.
  if (text.length > mostReceived / 3 && utf8Length(text) > mostReceived)
    closeAs(connection, tooBig, '')
  else if (open) door?.receive(open, text)
}

/** The socket closes, with a handshake if it was open. */
export function leave(
  connection: Connection,
  isOpen: boolean,
  code = 1005,
  reason = '',
): void {
  tell(connection, isOpen ? code : undefined, reason)
  if (isOpen && !connection.isDead)
    end(connection, { code, reason, wasClean: true }, false)
  // Nobody answers a close on a dead line.
  else end(connection, failed, !isOpen)
}
