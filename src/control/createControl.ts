import type { Control } from '../api/control.js'
import type { Asking } from '../dispatch/createDispatcher.js'
import { createFetch } from '../doors/createFetch.js'
import { createPlainFetch } from '../doors/createPlainFetch.js'
import { createProvider } from '../doors/createProvider.js'
import type { Hex } from '../hex/hex.js'
import type { PlainFetch } from '../http/plainFetch.js'
import { controlAsk } from './createControlDispatch.js'
import type { Controlled } from './method.js'
import { createRegister } from './register.js'

/** The doors of control: those of the code under test know no control verb. */
export function createControl({
  verbs,
  leap,
  blockTime,
  asking,
  isHandled,
  chainId,
  limits,
}: Omit<Controlled, 'snapshots' | 'lifts'> & {
  asking: Asking
  /** Whether `node.handle` answers a method. */
  isHandled: (method: string) => boolean
  chainId: Hex
  limits: Parameters<typeof createPlainFetch>[0]['limits']
}): Control {
  const on: Controlled = {
    verbs,
    leap,
    blockTime,
    snapshots: createRegister(),
    lifts: createRegister(),
  }
  const ask = controlAsk(on, asking.ask, isHandled)
  const { request } = createProvider(ask, chainId).provider
  // Of a disposed node the verbs say so themselves.
  const answer = createPlainFetch({
    asking: { ...asking, ask },
    limits,
    isClosed: () => false,
  })
  return {
    request: request as Control['request'],
    fetch: createFetch(withoutCors(answer)),
  }
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
