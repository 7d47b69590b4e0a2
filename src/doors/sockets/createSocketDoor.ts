import type { Dispatch, Entrance } from '../../dispatch/dispatcher.js'
import { createLetterbox, type Letterbox } from '../../dispatch/letterbox.js'
import type { ResolvedRules } from '../../faults/endpoint.js'
import type {
  OpenSocket,
  SocketDoor,
  SocketPeer,
} from '../../http/socketDoor.js'
import type { Outcome } from '../../rpc/outcome.js'
import { readRequest } from '../../rpc/readRequest.js'
import type { Subscriber } from '../../rpc/subscriptions/subscriptions.js'
import { connectionFailed } from '../connectionFailed.js'
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
    const subscriber: Subscriber = {
      owner: peer,
      send: (params) =>
        peer.send(
          JSON.stringify({
            jsonrpc: '2.0',
            method: 'eth_subscription',
            params,
          }),
        ),
    }
    const entrance: Entrance = { via: 'endpoint', isFaulted: true, subscriber }
    peers.add(peer)

    function answer(call: Call, mail: Letterbox[]): Said | Promise<Said> {
      const { raw, error } = call
      if (error !== undefined) return say(call, { type: 'error', error })
      const outcome = dispatch(raw, gone.signal, entranceOf(raw, mail))
      return outcome instanceof Promise
        ? outcome.then((late) => say(call, late))
        : say(call, outcome)
    }

    function entranceOf(raw: unknown, mail: Letterbox[]): Entrance {
      const letterbox = createLetterbox(raw, subscriber)
      if (letterbox === undefined) return entrance
      mail.push(letterbox)
      return { ...entrance, subscriber: letterbox.subscriber }
    }

    /** At once where nothing has to be waited for, so that order is kept. */
    function respond(text: string, mail: Letterbox[]): Said | Promise<Said> {
      const read = readMessage(text, limits.batch, 'message')
      if (!read.ok)
        return answerText(null, { type: 'error', error: read.error })
      const { message } = read
      if (!Array.isArray(message)) return answer(readCall(message), mail)
      const answers = message.map((raw) => answer(readCall(raw), mail))
      return answers.some((one) => one instanceof Promise)
        ? Promise.all(answers).then(join)
        : join(answers as Said[])
    }

    return {
      receive(text) {
        const mail: Letterbox[] = []
        const tell = (said: Said) => {
          if (!peers.has(peer)) return
          if (said !== undefined) peer.send(said)
          for (const letterbox of mail) letterbox.open()
        }
        try {
          const said = respond(text, mail)
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
