import { isPresealError } from '../../base/errors/errors.js'
import { display } from '../../base/hex/display.js'
import { reason } from '../../base/hex/reason.js'
import { lazy } from '../../base/memo/memo.js'
import type { Dispatch } from '../../doors/dispatch/dispatcher.js'
import {
  invalidParams,
  methodNotFound,
  type Outcome,
  serverError,
} from '../../rpc/answers/outcome.js'
import { parseParams } from '../../rpc/method/params.js'
import { elsewhere } from './elsewhere.js'
import type { Controlled, ControlMethod } from './method.js'
import { presealMethods } from './presealMethods.js'
import { evmMethods, hardhatMethods, nodeMethods } from './testClientMethods.js'

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
export function createControlDispatch(
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
