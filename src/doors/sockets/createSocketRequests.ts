import type { ResolvedRules } from '../../node/faults/endpoint.js'
import type { Outcome } from '../../rpc/answers/outcome.js'
import type { SubscriptionMessage } from '../../rpc/view/subscriptions.js'
import { answerText, type Call, readCall, readMessage } from '../answerCalls.js'
import type { Dispatch } from '../dispatch/dispatcher.js'
import { holdMessages } from '../dispatch/notifySubscribers.js'
import { connectionFailed } from '../doorErrors.js'
import { type Message, type Socket, signalOf } from './socket.js'

/**
 * Requests on a socket, as over HTTP, and its subscriptions.
 *
 * @param deliver - Sends a message to the client.
 * @param fail - The connection fails.
 * @returns what takes a text that a client sent.
 */
export function createSocketRequests({
  dispatch,
  limits,
  deliver,
  fail,
}: {
  dispatch: Dispatch
  limits: Pick<ResolvedRules, 'batch'>
  deliver: (socket: Socket, message: Message) => void
  fail: (socket: Socket) => void
}): (socket: Socket, text: string) => void {
  function answer(
    socket: Socket,
    call: Call,
    releases: (() => void)[],
  ): Reply | Promise<Reply> {
    const { request, error } = call
    if (error !== undefined) return toReply(call, { type: 'error', error })
    const { send, release } = holdMessages((message) => {
      deliver(socket, toMessage(message))
      return []
    })
    releases.push(release)
    const outcome = dispatch(request, signalOf(socket), {
      via: 'endpoint',
      isFaulted: true,
      subscriber: { owner: socket, socket: socket.number, takes: 'text', send },
    })
    return outcome instanceof Promise
      ? outcome.then((late) => toReply(call, late))
      : toReply(call, outcome)
  }

  /** At once if nothing has to be waited for, so that order is kept. */
  function respond(
    socket: Socket,
    text: string,
    releases: (() => void)[],
  ): Answer | Promise<Answer> {
    const read = readMessage(text, limits.batch, 'message')
    if (!read.ok) {
      const refused = { type: 'error', error: read.error } as const
      return { method: null, reply: answerText(null, refused) }
    }
    const { message } = read
    if (!Array.isArray(message)) {
      const method = methodOf(message)
      const reply = answer(socket, readCall(message), releases)
      return reply instanceof Promise
        ? reply.then((late) => ({ method, reply: late }))
        : { method, reply }
    }
    const answers = message.map((raw) =>
      answer(socket, readCall(raw), releases),
    )
    const toAnswer = (all: readonly Reply[]) => ({
      method: null,
      reply: join(all),
    })
    return answers.some((one) => one instanceof Promise)
      ? Promise.all(answers).then(toAnswer)
      : toAnswer(answers as Reply[])
  }

  return (socket, text) => {
    const releases: (() => void)[] = []
    const end = ({ method, reply }: Answer) => {
      if (reply !== undefined)
        deliver(socket, { method, subscription: null, text: reply })
      for (const release of releases) release()
    }
    try {
      const answered = respond(socket, text, releases)
      if (answered instanceof Promise) answered.then(end, () => fail(socket))
      else end(answered)
    } catch {
      // As over HTTP, the connection fails.
      fail(socket)
    }
  }
}

function methodOf(raw: unknown): string | null {
  const { method } = Object(raw) as { method?: unknown }
  return typeof method === 'string' ? method : null
}

function toMessage({ subscription, result }: SubscriptionMessage): Message {
  return {
    method: 'eth_subscription',
    subscription,
    text: `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${subscription}","result":${textOf(result)}}}`,
  }
}

/** The JSON of a message for many, which is made once. */
const texts = new WeakMap<object, string>()

function textOf(result: unknown): string {
  if (typeof result !== 'object' || result === null)
    return JSON.stringify(result)
  const known = texts.get(result)
  if (known !== undefined) return known
  const text = JSON.stringify(result)
  texts.set(result, text)
  return text
}

type Answer = { readonly method: string | null; readonly reply: Reply }

/** Undefined if there is nothing to send. */
type Reply = string | undefined

/** The answer to send; throws without a connection. */
function toReply({ request, id, error }: Call, outcome: Outcome): Reply {
  if (outcome.type === 'network') throw connectionFailed()
  const isAnswered = id !== undefined || error !== undefined
  return isAnswered || !request.ok ? answerText(id ?? null, outcome) : undefined
}

function join(answers: readonly Reply[]): Reply {
  const reply = answers.filter((one) => one !== undefined)
  return reply.length === 0 ? undefined : `[${reply.join(',')}]`
}
