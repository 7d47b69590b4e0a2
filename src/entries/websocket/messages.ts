import { utf8Length } from '../../base/hex/text.js'
import { mostReason } from '../../base/validation/closing.js'

/** The fields of a close event. */
export type Closing = {
  readonly code: number
  readonly reason: string
  readonly wasClean: boolean
}

type Make<init> = new (type: string, init: init) => Event

/** The events of the platform, as it was when the class was made. */
type SocketEvents = {
  readonly EventTarget: typeof EventTarget
  simple(type: 'open' | 'error'): Event
  message(data: string, origin: string): Event
  close(closing: Closing): Event
}

/**
 * A test environment brings an `EventTarget` and events that fit together, and
 * no others. Node before 23 has no `CloseEvent`.
 */
export function socketEvents(): SocketEvents {
  const { EventTarget, Event, MessageEvent } = globalThis
  const platform = globalThis as { CloseEvent?: Make<Closing> }
  const CloseEvent = platform.CloseEvent ?? ownCloseEvent(Event)
  return {
    EventTarget,
    simple: (type) => new Event(type),
    message: (data, origin) => new MessageEvent('message', { data, origin }),
    close: (closing) => new CloseEvent('close', closing),
  }
}

function ownCloseEvent(Base: typeof Event): Make<Closing> {
  return class CloseEvent extends Base {
    readonly code: number
    readonly reason: string
    readonly wasClean: boolean

    constructor(type: string, { code, reason, wasClean }: Closing) {
      super(type)
      this.code = code
      this.reason = reason
      this.wasClean = wasClean
    }
  }
}

/**
 * The message as text: a node reads the bytes of JSON alike, as geth does. A
 * Blob takes a while.
 */
export function readMessageText(data: unknown): string | Promise<string> {
  if (typeof data === 'string') return data
  if (ArrayBuffer.isView(data) || isBuffer(data))
    return new TextDecoder().decode(data)
  if (isBlob(data)) return data.text()
  return String(data)
}

/** Also one of another realm, such as that of jsdom. */
function isBuffer(data: unknown): data is ArrayBuffer {
  return Object.prototype.toString.call(data) === '[object ArrayBuffer]'
}

function isBlob(data: unknown): data is Blob {
  return (
    /^\[object (Blob|File)\]$/.test(Object.prototype.toString.call(data)) &&
    typeof (data as Blob).text === 'function'
  )
}

/** @throws a DOMException, if a page may not close a socket so. */
export function checkClosing(code?: number, reason = ''): void {
  if (code !== undefined && code !== 1000 && !(code >= 3000 && code <= 4999))
    throw new DOMException(
      `Failed to execute 'close' on 'WebSocket': The close code must be either 1000, or between 3000 and 4999. ${code} is neither.`,
      'InvalidAccessError',
    )
  if (utf8Length(String(reason)) > mostReason)
    throw new DOMException(
      `Failed to execute 'close' on 'WebSocket': The close reason must not be greater than ${mostReason} UTF-8 bytes.`,
      'SyntaxError',
    )
}
