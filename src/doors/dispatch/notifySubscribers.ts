import type { Runtime } from '../../node/runtime/cell/runtime.js'
import type { Update } from '../../rpc/subscriptions/subscriptionType.js'
import { resultsOf } from '../../rpc/subscriptions/subscriptionTypes.js'
import type { Subscriber, Subscription } from '../../rpc/view/subscriptions.js'
import type { Client, View } from '../../rpc/view/view.js'

/**
 * Sends each change to its subscribers. If time goes back, it sends nothing:
 * filters move to where the chain is.
 *
 * @param view - Of any instant.
 */
export function notifySubscribers(
  runtime: Runtime,
  { filters, subscriptions }: Client,
  view: () => View,
  options: Update['options'],
): void {
  runtime.onRewind((chain, at) => filters.clamp({ chain, at }))

  runtime.onChange((from, effects) => {
    const { chain, time: now } = runtime.state()
    // Later subscribers must not get this change.
    const subscribed = [...subscriptions.list()]
    const deliver = () => {
      const resultsFor = readResults({
        view: { ...view(), chain, now },
        from,
        effects,
        options,
      })
      return subscribed.flatMap((one) => {
        const thrown: unknown[] = []
        try {
          for (const result of resultsFor(one))
            if (subscriptions.has(one))
              thrown.push(...one.by.send({ subscription: one.id, result }))
        } catch (error) {
          thrown.push(error)
        }
        return thrown
      })
    }
    return [{ of: 'message', deliver }]
  })
}

/**
 * The messages of one change: made once for all subscribers who may share them.
 */
function readResults(update: Update): (to: Subscription) => readonly unknown[] {
  const shared = new Map<string, readonly unknown[]>()
  return ({ kind, topic, by }) => {
    const read = () => resultsOf(kind, update)
    if (by.takes === 'values') return read()
    const results = shared.get(topic) ?? read()
    shared.set(topic, results)
    return results
  }
}

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
