import { PresealError } from '../../base/errors/errors.js'
import type { SocketDoor, SocketPeer } from '../../base/http/nodeUrls.js'
import { entriesSince, isWithin } from '../../chain/blocks/chain.js'
import type { ResolvedRules } from '../../node/faults/endpoint.js'
import {
  countFaults,
  nextOutage,
  outageIn,
} from '../../node/faults/faultState.js'
import { type JudgedSocket, judgeSocket } from '../../node/faults/judge.js'
import type { Runtime } from '../../node/runtime/cell/runtime.js'
import type { SocketEvent } from '../../node/runtime/events/nodeEvents.js'
import type { NodeState } from '../../node/runtime/state/nodeState.js'
import {
  type Disconnection,
  disconnection,
} from '../../node/schema/disconnection.js'
import { parseParameters } from '../../node/schema/schema.js'
import type { Observed } from '../dispatch/createObserved.js'
import type { Dispatch, Dispatcher } from '../dispatch/dispatcher.js'
import { createSocketRequests } from './createSocketRequests.js'
import { type Message, type Socket, signalOf } from './socket.js'

/** What happened to a socket. */
type Happened<event = SocketEvent> = event extends SocketEvent
  ? Omit<event, 'at' | 'socket'>
  : never

/** The sockets of a node, by whichever door they come. */
export type Sockets = {
  /** A door whose requests are dispatched so. */
  door(dispatch: Dispatch, limits: Pick<ResolvedRules, 'batch'>): SocketDoor
  /** Ends them all. */
  close(): void
}

export function createSockets(
  runtime: Runtime,
  dispatcher: Dispatcher,
  observed: Observed,
): Sockets {
  const open = new Set<Socket>()
  let count = 0
  const observe = (what: Happened, { number: socket }: Socket) => {
    const at = runtime.state().time
    observed.addSocket({ at, socket, ...what } as SocketEvent)
  }
  const closer: SocketCloser = {
    isNeeded: () => open.size > 0,
    fail() {
      const cut = [...open]
      for (const socket of cut) end(socket, {})
      return cut.length
    },
    end(given) {
      const meant = [...open].filter((socket) => endIfMeant(socket, given))
      const isUnknown = meant.length === 0 && given.socket !== undefined
      return isUnknown ? [unknownSocketError(given.socket, open)] : []
    },
  }
  const ends = watchOutages(runtime, dispatcher, closer)

  function judge(judged: Omit<JudgedSocket, 'now'>) {
    const { faults, time: now } = runtime.state()
    if (faults.active.length === 0) return undefined
    const { state: counted, acting } = judgeSocket(faults, { ...judged, now })
    runtime.setFaults(counted)
    return acting
  }

  function deliver(socket: Socket, message: Message) {
    ends.look()
    if (socket.state !== 'open') return
    const { method, text } = message
    const acting = judge({ part: 'messages', method })
    const { messages: became = 'sent', ms = 0 } = acting?.fault ?? {}
    observe({ type: 'message', ...message, became }, socket)
    const send = () => pass(socket, text)
    switch (became) {
      case 'dropped':
        return
      case 'swapped':
        socket.swapped = [...(socket.swapped ?? []), text]
        return
      case 'delayed':
        dispatcher.after(ms, signalOf(socket), send)
        return
      case 'held':
        if (acting) dispatcher.untilLifted(acting.id, signalOf(socket), send)
        return
      case 'doubled':
        send()
    }
    send()
  }

  function pass(socket: Socket, text: string) {
    if (socket.state !== 'open') return
    const { client, peer, swapped } = socket
    peer.send(client, text)
    if (swapped === undefined) return
    socket.swapped = undefined
    for (const late of swapped) peer.send(client, late)
  }

  /** Lets a socket in that is open already, by the faults' decision. */
  function admit(socket: Socket) {
    const acting = judge({ part: 'opening', method: null })
    const begin = () => {
      if (socket.state !== 'opening') return
      socket.state = 'open'
      observe({ type: 'opened' }, socket)
      socket.peer.open(socket.client)
    }
    switch (acting?.fault.opening) {
      case 'refused':
        return refuse(socket)
      case 'delayed':
        return void dispatcher.after(
          acting.fault.ms ?? 0,
          signalOf(socket),
          begin,
        )
      case 'held':
        return dispatcher.untilLifted(acting.id, signalOf(socket), begin)
      default:
        begin()
    }
  }

  function refuse(socket: Socket) {
    forget(socket)
    observe({ type: 'refused' }, socket)
    socket.peer.end(socket.client)
  }

  /** By the node; of one that has not opened yet, there is no one to say why. */
  function end(socket: Socket, { how, code, reason = '' }: Disconnection) {
    const { state, client, peer } = socket
    if (state === 'closed') return
    if (state === 'opening') return refuse(socket)
    const isClean =
      how === 'cleanly' || (how === undefined && code !== undefined)
    if (how === 'silently') {
      if (state === 'silent') return
      socket.state = 'silent'
      dispatcher.leave(socket)
      abandon(socket)
      observe({ type: 'silenced' }, socket)
      return peer.silence(client)
    }
    forget(socket)
    const shown = isClean ? (code ?? 1005) : 1006
    observe({ type: 'closed', by: 'node', code: shown, reason }, socket)
    if (isClean && state === 'open') peer.close(client, code, reason)
    else peer.end(client)
  }

  function endIfMeant(socket: Socket, given: Disconnection): boolean {
    const isMeant = (given.socket ?? socket.number) === socket.number
    if (isMeant) end(socket, given)
    return isMeant
  }

  function forget(socket: Socket) {
    socket.state = 'closed'
    open.delete(socket)
    dispatcher.leave(socket)
    abandon(socket)
    ends.rest()
  }

  function abandon({ gone }: Socket) {
    if (gone === undefined) return
    gone.abort()
    dispatcher.abandon(gone.signal)
  }

  function door(
    dispatch: Dispatch,
    limits: Pick<ResolvedRules, 'batch'>,
  ): SocketDoor {
    const fail = (socket: Socket) => end(socket, {})
    const receive = createSocketRequests({ dispatch, limits, deliver, fail })

    return {
      connect<client>(client: client, peer: SocketPeer<client>): Socket {
        const number = ++count
        const socket: Socket = { number, client, peer, state: 'opening' }
        if (runtime.isDisposed() || ends.isOut()) refuse(socket)
        else {
          open.add(socket)
          ends.begin()
          admit(socket)
        }
        return socket
      },
      receive(socket: Socket, text) {
        ends.look()
        if (socket.state === 'open') receive(socket, text)
      },
      close(socket: Socket, code = 1006, reason = '') {
        if (socket.state === 'closed') return
        forget(socket)
        observe({ type: 'closed', by: 'client', code, reason }, socket)
      },
      disconnectSockets(given, among: ReadonlySet<Socket>) {
        const parsed = parseParameters(
          'disconnectSockets',
          disconnection(),
          given,
        )
        const meant = [...among].filter((socket) => endIfMeant(socket, parsed))
        if (meant.length === 0 && parsed.socket !== undefined)
          throw unknownSocketError(parsed.socket, among)
      },
      leave() {
        for (const socket of open) {
          forget(socket)
          socket.peer.silence(socket.client)
        }
      },
    }
  }

  return { door, close: () => void closer.fail() }
}

function unknownSocketError(
  given: number,
  open: Iterable<{ readonly number: number }>,
): PresealError<'UnknownIdError'> {
  const numbers = [...open].map(({ number }) => number)
  return new PresealError(
    'UnknownIdError',
    `disconnectSockets: socket ${given} is not open, ${numbers.length === 0 ? 'nor is any other' : `expected one of ${numbers.join(', ')}`}. Sockets are numbered from 1 as they connect; node.on('socket', …) reports the numbers.`,
    { reason: 'socket' },
  )
}

/** The functions that end sockets. */
type SocketCloser = {
  /** Whether there are any. */
  isNeeded(): boolean
  /** All of them fail; returns how many. */
  fail(): number
  /** Ends those that are meant; returns what is wrong. */
  end(given: Disconnection): readonly unknown[]
}

/**
 * Ends sockets as soon as an outage begins or a script says so. While there are
 * any, the node is watched as by a listener: nobody has to ask it anything.
 */
function watchOutages(
  runtime: Runtime,
  { after }: Pick<Dispatcher, 'after'>,
  closer: SocketCloser,
) {
  let seen = runtime.state()
  let unwatch: (() => void) | undefined
  let alarm: { readonly at: number; cancel(): void } | undefined

  const errors: unknown[] = []

  runtime.onRelease(() => {
    look()
    return errors.splice(0)
  })

  /** Does what is to be done by now. */
  function look() {
    const { faults, time, chain } = runtime.state()
    const before = seen
    if (
      faults === before.faults &&
      time === before.time &&
      chain.log === before.chain.log
    )
      return
    seen = runtime.state()
    if (closer.isNeeded()) {
      const outage = outageIn(faults, before.time, time)
      if (outage !== undefined) count(outage.id, closer.fail())
    }
    for (const given of disconnectionsSince(before, runtime.state()))
      errors.push(...closer.end(given))
    arm()
  }

  function count(id: symbol, sockets: number) {
    if (sockets === 0) return
    const counts = [{ id, counter: 'affected' }] as const
    runtime.setFaults(countFaults(runtime.state().faults, counts, sockets))
  }

  /** To the next outage, which the script may not say at a beat. */
  function arm() {
    const { faults, time } = runtime.state()
    const at = closer.isNeeded() ? nextOutage(faults, time) : undefined
    if (at === alarm?.at) return
    alarm?.cancel()
    alarm =
      at === undefined
        ? undefined
        : { at, cancel: after(at - time, undefined, () => look()) }
  }

  return {
    look,
    /** Whether nobody is let in now, which counts as a request does. */
    isOut(): boolean {
      const { time } = runtime.settle()
      look()
      const outage = outageIn(runtime.state().faults, time, time)
      if (outage !== undefined) count(outage.id, 1)
      return outage !== undefined
    },
    /** There are sockets. */
    begin() {
      if (unwatch !== undefined) return
      unwatch = runtime.watch()
      arm()
    },
    /** One is gone. */
    rest() {
      if (closer.isNeeded()) return
      unwatch?.()
      unwatch = undefined
      alarm?.cancel()
      alarm = undefined
    },
  }
}

/** How scripts and verbs ended sockets since, unless time went back. */
function disconnectionsSince(
  before: NodeState,
  now: NodeState,
): Disconnection[] {
  const { log } = now.chain
  const since = { log: before.chain.log, at: before.time }
  if (!isWithin(since, { log, now: now.time })) return []
  return entriesSince(since.log, log).flatMap(({ act }) =>
    act?.type === 'disconnectSockets' ? [act as Disconnection] : [],
  )
}
