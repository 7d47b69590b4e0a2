import type {
  OpenSocket,
  SocketDoor,
  SocketPeer,
} from '../../base/http/socketDoor.js'
import type { ResolvedRules } from '../../node/faults/endpoint.js'
import type { Outcome } from '../../rpc/answers/outcome.js'
import { readRequest } from '../../rpc/readRequest.js'
import type {
  Subscriber,
  SubscriptionMessage,
} from '../../rpc/view/subscriptions.js'
import { connectionFailed } from '../connectionFailed.js'
import type { Dispatch } from '../dispatch/dispatcher.js'
import { answerText } from '../httpResponse.js'
import { type Call, readCall } from '../readCall.js'
import { readMessage } from '../readMessage.js'

type Asked = {
  readonly dispatch: Dispatch
  /** Ends what an aborted signal waits for. */
  readonly abandon: (signal: AbortSignal) => void
  /** Ends the subscriptions of whoever is gone. */
  readonly leave: (owner: object) => void
}

/** The door of sockets: requests as over HTTP, and what subscriptions tell. */
export function createSocketDoor(
  { dispatch, abandon, leave }: Asked,
  limits: Pick<ResolvedRules, 'batch'>,
): { door: SocketDoor; close: () => void } {
  const peers = new Set<SocketPeer>()

  function open(peer: SocketPeer): OpenSocket {
    const gone = new AbortController()
    const send: Subscriber['send'] = (message) => {
      peer.send(toText(message))
      return []
    }
    peers.add(peer)

    function answer(call: Call, asking: Subscriber[]): Said | Promise<Said> {
      const { raw, error } = call
      if (error !== undefined) return say(call, { type: 'error', error })
      const subscriber: Subscriber = { owner: peer, takes: 'text', send }
      asking.push(subscriber)
      const outcome = dispatch(raw, gone.signal, {
        via: 'endpoint',
        isFaulted: true,
        subscriber,
      })
      return outcome instanceof Promise
        ? outcome.then((late) => say(call, late))
        : say(call, outcome)
    }

    /** At once where nothing has to be waited for, so that order is kept. */
    function respond(text: string, asking: Subscriber[]): Said | Promise<Said> {
      const read = readMessage(text, limits.batch, 'message')
      if (!read.ok)
        return answerText(null, { type: 'error', error: read.error })
      const { message } = read
      if (!Array.isArray(message)) return answer(readCall(message), asking)
      const answers = message.map((raw) => answer(readCall(raw), asking))
      return answers.some((one) => one instanceof Promise)
        ? Promise.all(answers).then(join)
        : join(answers as Said[])
    }

    return {
      receive(text) {
        const asking: Subscriber[] = []
        const tell = (said: Said) => {
          if (!peers.has(peer)) return
          if (said !== undefined) peer.send(said)
          for (const { letterbox } of asking) letterbox?.open()
        }
        try {
          const said = respond(text, asking)
          if (said instanceof Promise) said.then(tell, peer.end)
          else tell(said)
        } catch {
          // As over HTTP, the connection fails.
          peer.end()
        }
      },
      close() {
        peers.delete(peer)
        leave(peer)
        gone.abort()
        abandon(gone.signal)
      },
    }
  }

  return {
    door: open,
    close() {
      for (const peer of peers) peer.end()
    },
  }
}

/** The JSON of what many are told, which is made once. */
const texts = new WeakMap<object, string>()

function toText({ subscription, result }: SubscriptionMessage): string {
  return `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${subscription}","result":${textOf(result)}}}`
}

function textOf(result: unknown): string {
  if (typeof result !== 'object' || result === null)
    return JSON.stringify(result)
  const known = texts.get(result)
  if (known !== undefined) return known
  const text = JSON.stringify(result)
  texts.set(result, text)
  return text
}

/** Undefined where nothing is to be said. */
type Said = string | undefined

/** What is answered; throws where there is no connection. */
function say({ raw, id, error }: Call, outcome: Outcome): Said {
  if (outcome.type === 'network') throw connectionFailed()
  const isAnswered = id !== undefined || error !== undefined
  return isAnswered || !readRequest(raw).ok
    ? answerText(id ?? null, outcome)
    : undefined
}

function join(answers: readonly Said[]): Said {
  const said = answers.filter((one) => one !== undefined)
  return said.length === 0 ? undefined : `[${said.join(',')}]`
}
