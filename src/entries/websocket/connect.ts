import { inOwnTurn } from '../../base/clock/turns.js'
import { utf8Length } from '../../base/hex/text.js'
import {
  mostBehind,
  mostReceived,
  type OpenSocket,
  type SocketDoor,
  tryAgainLater,
} from '../../base/http/nodeUrls.js'
import type { Closing } from './messages.js'

/** Events of a socket, each in a turn of its own. */
export type Firing = {
  open(): void
  message(text: string): void
  fail(): void
  close(closing: Closing): void
}

/** The line between a socket and the node. */
export type Connection = {
  say(text: string): void
  /** The socket closes, with a handshake if it was open. */
  leave(isOpen: boolean, code?: number, reason?: string): void
}

const failed: Closing = { code: 1006, reason: '', wasClean: false }

/** Message Too Big, of RFC 6455, 7.4.1 */
const tooBig = 1009

/** @param door - Undefined if nothing listens. */
export function connect(
  door: SocketDoor | undefined,
  fire: Firing,
): Connection {
  let isOver = false
  let isDead = false
  /** Said by the node and not fired yet. */
  let behind = { bytes: 0, messages: 0 }

  /** Once: what comes behind it is not heard. */
  function end(closing: Closing, hasFailed: boolean) {
    if (isOver) return
    isOver = true
    // The consequences of one listener come before the next one, as in a page.
    if (hasFailed) inOwnTurn(fire.fail)
    inOwnTurn(() => fire.close(closing))
  }

  const fail = () => end(failed, true)

  const closeAs = (code: number, reason: string) => {
    end({ code, reason, wasClean: true }, false)
    open?.close(code, reason)
  }

  const open: OpenSocket | undefined = door?.connect({
    open: () => inOwnTurn(fire.open),
    send(text) {
      if (isOver) return
      const here = behind
      here.bytes += text.length
      here.messages++
      if (here.bytes > mostBehind && here.messages > 1) {
        // As a server sheds a reader, and with it what it has not read.
        behind = { bytes: 0, messages: 0 }
        closeAs(tryAgainLater, 'too far behind')
        return
      }
      inOwnTurn(() => {
        here.bytes -= text.length
        here.messages--
        if (here === behind) fire.message(text)
      })
    },
    close: (code = 1005, reason) =>
      end({ code, reason, wasClean: true }, false),
    end: fail,
    silence() {
      isDead = true
    },
  })
  if (open === undefined) fail()

  return {
    say(text) {
      if (isOver) return
      // A text of n units has at most three times as many bytes.
      if (text.length > mostReceived / 3 && utf8Length(text) > mostReceived)
        closeAs(tooBig, '')
      else open?.receive(text)
    },
    leave(isOpen, code = 1005, reason = '') {
      open?.close(isOpen ? code : undefined, reason)
      if (isOpen && !isDead) end({ code, reason, wasClean: true }, false)
      // Nobody answers a close on a dead line.
      else end(failed, !isOpen)
    },
  }
}
