import type { Subscriber } from '../../rpc/view/subscriptions.js'

type Send = Subscriber['send']

/**
 * Holds the messages of a subscription until its request is answered. Clients
 * throw away messages with an id that they do not know yet, which never happens
 * on a connection: there the answer goes first.
 */
export function holdMessages(send: Send): {
  send: Send
  /** Later messages come at once, after the held ones. */
  pass(): void
  /** Hands over what is held; returns what listeners threw. */
  release(): readonly unknown[]
} {
  const held: Parameters<Send>[0][] = []
  let isPassing = false
  const release = () => {
    isPassing = true
    return held.splice(0).flatMap(send)
  }
  return {
    send(message) {
      held.push(message)
      return isPassing ? release() : []
    },
    pass() {
      isPassing = true
    },
    release,
  }
}
