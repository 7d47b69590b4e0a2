import { isPresealError } from '../../base/errors/errors.js'
import { reason } from '../../base/hex/display.js'
import { socketDoor } from '../../base/http/nodeUrls.js'
import type { PlainFetch } from '../../base/http/plainFetch.js'
import { latestNumber } from '../../chain/blocks/chain.js'
import { createFetch, createPlainFetch } from '../../doors/createFetch.js'
import type {
  Dispatch,
  Dispatcher,
  RequestOrigin,
} from '../../doors/dispatch/dispatcher.js'
import { providerError } from '../../doors/doorErrors.js'
import type { Sockets } from '../../doors/sockets/createSockets.js'
import { reworded } from '../../rpc/answers/errorTexts.js'
import {
  invalidParams,
  type Outcome,
  serverError,
} from '../../rpc/answers/outcome.js'
import { parseParams } from '../../rpc/method/method.js'
import { isControlName, readRequest } from '../../rpc/request.js'
import type { Answering } from '../../rpc/view/view.js'
import type { Control } from '../control.js'
import {
  type Controlled,
  type ControlMethod,
  createRegister,
} from './method.js'
import { everyMethod, methodsOfHardhat } from './methods.js'

/**
 * The doors of control. The doors of the code under test have no control
 * methods.
 */
export function createControl({
  verbs,
  runtime,
  dispatcher,
  sockets,
  answering,
  senders,
  isHandled,
  limits,
}: Omit<Controlled, 'snapshots' | 'lifts' | 'instance'> & {
  dispatcher: Dispatcher
  sockets: Pick<Sockets, 'door'>
  answering: Pick<Answering, 'control' | 'errorTexts'>
  /** Whether `node.handle` answers a method. */
  isHandled: (method: string) => boolean
  limits: Parameters<typeof createPlainFetch>[0]['limits']
}): Control {
  const on: Controlled = {
    verbs,
    runtime,
    // The first id of Hardhat's is 1.
    snapshots: createRegister(answering.control === 'hardhat' ? 1 : 0),
    lifts: createRegister(),
    instance: { resets: 0, increased: 0 },
    senders,
  }
  const dispatch = createControlDispatch(
    on,
    dispatcher.dispatch,
    isHandled,
    answering,
  )
  // Nobody listens here to what it subscribes to.
  const origin: RequestOrigin = {
    via: 'endpoint',
    isFaulted: true,
    subscriber: { owner: on, takes: 'values', send: () => [] },
  }
  // The verbs themselves throw if the node is disposed.
  const answer = createPlainFetch({
    dispatcher: { ...dispatcher, dispatch },
    limits,
    isDisposed: () => false,
  })
  const control: Control = {
    async request(args) {
      const outcome = await dispatch(readRequest(args), undefined, origin)
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

/**
 * Answers control methods, without faults or history, and passes every other
 * request to `dispatch`.
 */
function createControlDispatch(
  on: Controlled,
  dispatch: Dispatch,
  isHandled: (method: string) => boolean,
  answering: Pick<Answering, 'control' | 'errorTexts'>,
): Dispatch {
  let methods = everyMethod()
  let loading =
    answering.control === 'hardhat'
      ? methodsOfHardhat().then((all) => {
          methods = all()
          loading = undefined
        })
      : undefined
  const worded = (
    request: { method: string; params: readonly unknown[] },
    outcome: Outcome,
    origin: RequestOrigin | undefined,
  ) =>
    outcome.type === 'error'
      ? reworded(outcome, answering.errorTexts, {
          ...request,
          latest: latestNumber(on.runtime.state().chain),
          socket: origin?.subscriber?.socket,
        })
      : outcome
  const control: Dispatch = (request, signal, origin) => {
    if (loading !== undefined)
      return loading.then(() => control(request, signal, origin))
    if (!request.ok) return dispatch(request, signal, origin)
    const { method, params } = request
    const found = methods.get(method)
    if (found !== undefined && 'control' in found) {
      const outcome = runMethod(on, found, params)
      return outcome instanceof Promise
        ? outcome.then((late) => worded(request, late, origin))
        : worded(request, outcome, origin)
    }
    // Any sender is accepted, so no signature is missed.
    if (method === 'eth_sendUnsignedTransaction' && !isHandled(method))
      return dispatch(
        { ...request, method: 'eth_sendTransaction' },
        signal,
        origin,
      )
    if (!isControlName(method) || isHandled(method))
      return dispatch(request, signal, origin)
    const served = [...methods].flatMap(([name, row]) =>
      'control' in row ? [name] : [],
    )
    return import('./onFirstUse/index.js').then(({ unknownMethod }) =>
      worded(
        request,
        { type: 'error', error: unknownMethod(method, served.sort()) },
        origin,
      ),
    )
  }
  return control
}

function runMethod(
  on: Controlled,
  { params: expected, control }: ControlMethod,
  params: readonly unknown[],
): Outcome | Promise<Outcome> {
  const parsed = parseParams(expected, params)
  if (!parsed.ok) return { type: 'error', error: parsed.error }
  try {
    const value = control(on, parsed.value)
    return value instanceof Promise
      ? value.then(toResult, toError)
      : toResult(value)
  } catch (thrown) {
    return toError(thrown)
  }
}

function toResult(value: unknown): Outcome {
  return { type: 'result', value: value ?? null }
}

/** -32000 also for a listener's error, since clients retry -32603. */
function toError(thrown: unknown): Outcome {
  const message = reason(thrown)
  const isInvalid =
    isPresealError(thrown) && thrown.name === 'InvalidParametersError'
  const error = isInvalid ? invalidParams(message) : serverError(message)
  return { type: 'error', error }
}
