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
 * @param tell - Says something to the client.
 * @param fail - The connection fails.
 * @returns what takes a text that a client sent.
 */
export function createSocketRequests({
  dispatch,
  limits,
  tell,
  fail,
}: {
  dispatch: Dispatch
  limits: Pick<ResolvedRules, 'batch'>
  tell: (socket: Socket, message: Message) => void
  fail: (socket: Socket) => void
}): (socket: Socket, text: string) => void {
  function answer(
    socket: Socket,
    call: Call,
    releases: (() => void)[],
  ): Said | Promise<Said> {
    const { request, error } = call
    if (error !== undefined) return say(call, { type: 'error', error })
    const { send, release } = holdMessages((message) => {
      tell(socket, toMessage(message))
      return []
    })
    releases.push(release)
    const outcome = dispatch(request, signalOf(socket), {
      via: 'endpoint',
      isFaulted: true,
      subscriber: { owner: socket, socket: socket.number, takes: 'text', send },
    })
    return outcome instanceof Promise
      ? outcome.then((late) => say(call, late))
      : say(call, outcome)
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
      return { method: null, said: answerText(null, refused) }
    }
    const { message } = read
    if (!Array.isArray(message)) {
      const method = methodOf(message)
      const said = answer(socket, readCall(message), releases)
      return said instanceof Promise
        ? said.then((late) => ({ method, said: late }))
        : { method, said }
    }
    const answers = message.map((raw) =>
      answer(socket, readCall(raw), releases),
    )
    const toAnswer = (all: readonly Said[]) => ({
      method: null,
      said: join(all),
    })
    return answers.some((one) => one instanceof Promise)
      ? Promise.all(answers).then(toAnswer)
      : toAnswer(answers as Said[])
  }

  return (socket, text) => {
    const releases: (() => void)[] = []
    const end = ({ method, said }: Answer) => {
      if (said !== undefined)
        tell(socket, { method, subscription: null, text: said })
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

type Answer = { readonly method: string | null; readonly said: Said }

/** Undefined if nothing is to be said. */
type Said = string | undefined

/** The answer to send; throws without a connection. */
function say({ request, id, error }: Call, outcome: Outcome): Said {
  if (outcome.type === 'network') throw connectionFailed()
  const isAnswered = id !== undefined || error !== undefined
  return isAnswered || !request.ok ? answerText(id ?? null, outcome) : undefined
}

function join(answers: readonly Said[]): Said {
  const said = answers.filter((one) => one !== undefined)
  return said.length === 0 ? undefined : `[${said.join(',')}]`
}
