import { isPresealError } from '../../base/errors/errors.js'
import { display, reason } from '../../base/hex/display.js'
import { socketDoor } from '../../base/http/nodeUrls.js'
import type { PlainFetch } from '../../base/http/plainFetch.js'
import { lazy } from '../../base/memo/memo.js'
import { createFetch } from '../../doors/createFetch.js'
import { createPlainFetch } from '../../doors/createPlainFetch.js'
import type {
  Dispatch,
  Dispatcher,
  Entrance,
} from '../../doors/dispatch/dispatcher.js'
import { providerError } from '../../doors/providerError.js'
import type { Sockets } from '../../doors/sockets/createSockets.js'
import {
  invalidParams,
  methodNotFound,
  type Outcome,
  serverError,
} from '../../rpc/answers/outcome.js'
import { parseParams } from '../../rpc/method/method.js'
import { readRequest } from '../../rpc/request.js'
import type { Control } from '../control.js'
import {
  type Controlled,
  type ControlMethod,
  createRegister,
} from './method.js'
import {
  elsewhere,
  evmMethods,
  hardhatMethods,
  nodeMethods,
  presealMethods,
} from './testClientMethods.js'

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

// A map, so that names of prototypes are not found.
const tableOfMethods = lazy(
  (): ReadonlyMap<string, ControlMethod> =>
    new Map([
      ...named('anvil', nodeMethods),
      ...named('evm', evmMethods),
      ...named('hardhat', { ...nodeMethods, ...hardhatMethods }),
      ...named('preseal', presealMethods()),
    ]),
)
const controlName = /^(?:anvil|evm|hardhat|preseal)_/

/**
 * Answers control methods, without faults or history, and passes every other
 * request to `dispatch`.
 */
function createControlDispatch(
  on: Controlled,
  dispatch: Dispatch,
  isHandled: (method: string) => boolean,
): Dispatch {
  const controlMethods = tableOfMethods()
  const served = [...controlMethods.keys()].sort()
  return (request, signal, entrance) => {
    if (!request.ok) return dispatch(request, signal, entrance)
    const { method, params } = request
    const found = controlMethods.get(method)
    if (found !== undefined) return runMethod(on, found, params)
    if (!controlName.test(method) || isHandled(method))
      return dispatch(request, signal, entrance)
    const advice = elsewhere(method)
    const error =
      advice === undefined
        ? methodNotFound(
            method,
            `Answer it with node.handle(${display(method)}, …)`,
            served,
          )
        : methodNotFound(method, advice, served, [])
    return { type: 'error', error }
  }
}

function named(
  prefix: string,
  table: { readonly [verb: string]: ControlMethod },
): (readonly [string, ControlMethod])[] {
  return Object.entries(table).map(([verb, entry]) => [
    `${prefix}_${verb}`,
    entry,
  ])
}

function runMethod(
  on: Controlled,
  { parameters, run }: ControlMethod,
  params: readonly unknown[],
): Outcome {
  const parsed = parseParams(parameters, params)
  if (!parsed.ok) return { type: 'error', error: parsed.error }
  try {
    return { type: 'result', value: run(on, parsed.value) ?? null }
  } catch (thrown) {
    // -32000 also for a listener's error, since clients retry -32603.
    const message = reason(thrown)
    const isInvalid =
      isPresealError(thrown) && thrown.name === 'InvalidParametersError'
    const error = isInvalid ? invalidParams(message) : serverError(message)
    return { type: 'error', error }
  }
}
