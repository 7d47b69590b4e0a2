import type {
  Subscriber,
  SubscriptionMessage,
} from '../rpc/subscriptions/subscriptions.js'

/** What a subscription is told before whoever asked for it knows its id. */
export type Letterbox = {
  /** Who subscribes, as the node is to see it. */
  readonly subscriber: Subscriber
  /** The answer was given: what comes now comes at once, after what is held. */
  answered(): void
  /** Hands over what is held. */
  open(): void
}

/**
 * A letterbox for a request that may subscribe, and none for any other. Clients
 * throw away what is told of an id that they do not know yet, which over a
 * connection never comes to pass: there the answer goes first.
 */
export function createLetterbox(
  raw: unknown,
  { owner, send }: Subscriber,
): Letterbox | undefined {
  if (!isSubscribing(raw)) return undefined
  const held: SubscriptionMessage[] = []
  let isAnswered = false
  const open = () => {
    isAnswered = true
    for (const message of held.splice(0)) send(message)
  }
  return {
    subscriber: {
      owner,
      send(message) {
        held.push(message)
        if (isAnswered) open()
      },
    },
    answered() {
      isAnswered = true
    },
    open,
  }
}

function isSubscribing(raw: unknown): boolean {
  try {
    return (raw as { method?: unknown }).method === 'eth_subscribe'
  } catch {
    return false
  }
}
