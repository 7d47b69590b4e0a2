import { traceAsker } from '../../base/errors/asker.js'
import type {
  Letterbox,
  Subscriber,
  SubscriptionMessage,
} from '../../rpc/view/subscriptions.js'

/**
 * Gives each subscriber a letterbox. Clients throw away messages with an id
 * that they do not know yet, which never happens on a connection: there the
 * answer goes first.
 *
 * @returns The subscriber as the node is to see it.
 */
export function holdMail(subscriber: Subscriber): Subscriber {
  const { owner, socket, takes, send } = subscriber
  const held: SubscriptionMessage[] = []
  const letterbox: Letterbox = {
    isAnswered: false,
    open() {
      letterbox.isAnswered = true
      return held.splice(0).flatMap(send)
    },
  }
  subscriber.letterbox = letterbox
  return {
    owner,
    socket,
    takes,
    trace: traceAsker(),
    send(message) {
      held.push(message)
      return letterbox.isAnswered ? letterbox.open() : []
    },
  }
}
