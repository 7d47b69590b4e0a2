import type { PlainFetch } from '../../base/http/plainFetch.js'
import { socketDoor } from '../../base/http/socketDoor.js'
import { createFetch } from '../../doors/createFetch.js'
import { createPlainFetch } from '../../doors/createPlainFetch.js'
import type { Dispatcher, Entrance } from '../../doors/dispatch/dispatcher.js'
import { providerError } from '../../doors/providerError.js'
import type { Sockets } from '../../doors/sockets/createSockets.js'
import { readRequest } from '../../rpc/readRequest.js'
import type { Control } from '../control.js'
import { createControlDispatch } from './createControlDispatch.js'
import type { Controlled } from './method.js'
import { createRegister } from './register.js'

/**
 * The doors of control. The doors of the code under test have no control
 * methods.
 */
export function createControl({
  verbs,
  runtime,
  dispatcher,
  sockets,
  isHandled,
  limits,
}: Omit<Controlled, 'snapshots' | 'lifts' | 'instance'> & {
  dispatcher: Dispatcher
  sockets: Pick<Sockets, 'door'>
  /** Whether `node.handle` answers a method. */
  isHandled: (method: string) => boolean
  limits: Parameters<typeof createPlainFetch>[0]['limits']
}): Control {
  const on: Controlled = {
    verbs,
    runtime,
    snapshots: createRegister(),
    lifts: createRegister(),
    instance: { resets: 0 },
  }
  const dispatch = createControlDispatch(on, dispatcher.dispatch, isHandled)
  // Nobody listens here to what it subscribes to.
  const entrance: Entrance = {
    via: 'endpoint',
    isFaulted: true,
    subscriber: { owner: on, takes: 'values', send: () => [] },
  }
  // The verbs themselves throw if the node is disposed.
  const answer = createPlainFetch({
    dispatcher: { ...dispatcher, dispatch },
    limits,
    isClosed: () => false,
  })
  const control: Control = {
    async request(args) {
      const outcome = await dispatch(readRequest(args), undefined, entrance)
      if (outcome.type === 'result') return outcome.value
      throw providerError(outcome)
    },
    fetch: createFetch(withoutCors(answer)),
  }
  return Object.assign(control, {
    [socketDoor]: sockets.door(dispatch, limits),
  })
}

/** A page that runs the code under test must not drive its node. */
function withoutCors(answer: PlainFetch): PlainFetch {
  return async (request) => {
    const { headers, ...response } = await answer(request)
    const kept = Object.entries(headers).filter(
      ([name]) => !name.startsWith('access-control-'),
    )
    return { ...response, headers: Object.fromEntries(kept) }
  }
}
