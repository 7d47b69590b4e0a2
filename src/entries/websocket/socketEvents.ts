/** The fields of a close event. */
export type Closing = {
  readonly code: number
  readonly reason: string
  readonly wasClean: boolean
}

type Make<init> = new (type: string, init: init) => Event

/** The events of the platform, as it was when the class was made. */
export type SocketEvents = {
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
