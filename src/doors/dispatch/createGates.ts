import { PresealError } from '../../base/errors/errors.js'
import {
  addFault,
  type FaultId,
  type FaultState,
  liftFault,
} from '../../node/faults/faultState.js'
import {
  answerOf,
  type Fault,
  type HoldParameters,
} from '../../node/faults/faultTypes.js'
import type { Runtime } from '../../node/runtime/cell/runtime.js'
import { ruleActs } from '../../node/runtime/steps/rules.js'
import {
  fault as faultSchema,
  hold as holdSchema,
} from '../../node/schema/fault.js'
import { checkAhead, parseParameters } from '../../node/schema/schema.js'
import { copyJson } from '../../rpc/answers/outcome.js'
import type {
  Answered,
  Gate,
  RpcRequest,
  UnansweredRequest,
} from './dispatcher.js'

/** A closed gate, as the dispatcher sees it. */
type StandingGate = {
  /** The fault with which held requests fail. */
  readonly failing: Fault | undefined
  arrive(request: UnansweredRequest): void
}

/** The gates of a node: each is a `hold` fault that says when it holds one. */
export function createGates(runtime: Runtime) {
  const standing = new Map<FaultId, StandingGate & { close(): void }>()

  function hold(parameters: HoldParameters = {}): Gate {
    runtime.execution.assertOver('node.hold')
    const held = parseParameters('hold', holdSchema(), parameters)
    checkAhead('hold', held, runtime.settle().time)
    // Stories recognise it by its label.
    const { collect } = runtime.announcer
    const id = collect(() =>
      runtime.apply(ruleActs.fault, {
        fault: { type: 'hold', label: 'node.hold', ...held },
      }),
    )
    const requests: UnansweredRequest[] = []
    let failing: Fault | undefined
    let settle = { resolve(_: UnansweredRequest) {}, reject(_: unknown) {} }
    const arrived = new Promise<UnansweredRequest>((resolve, reject) => {
      settle = { resolve, reject }
    })
    // Nobody needs to wait for it.
    arrived.catch(() => undefined)
    const assertOver = () => runtime.execution.assertOver('A gate of node.hold')

    standing.set(id, {
      get failing() {
        return failing
      },
      arrive(request) {
        requests.push(request)
        settle.resolve(request)
      },
      close: () => settle.reject(nothingArrivedError()),
    })

    function open() {
      collect(() => {
        if (!runtime.isDisposed())
          runtime.setFaults(liftFault(runtime.settle().faults, id))
        settle.reject(nothingArrivedError())
        standing.delete(id)
      })
    }

    return {
      arrived,
      get requests() {
        return [...requests]
      },
      release() {
        assertOver()
        open()
      },
      fail(given) {
        assertOver()
        failing = parseParameters('fault', faultSchema(), given)
        open()
      },
    }
  }

  return {
    hold,
    find: (id: FaultId): StandingGate | undefined => standing.get(id),
    dispose() {
      for (const gate of standing.values()) gate.close()
      standing.clear()
    },
  }
}

/** The same faults, and before all of them the one that a gate fails with. */
export function withFirst(
  faults: FaultState,
  failing: Fault | undefined,
): FaultState {
  if (failing === undefined) return faults
  const { state } = addFault({ ...faults, active: [] }, failing)
  return { ...faults, active: [...state.active, ...faults.active] }
}

/** The failure of a request that was answered already. */
export function failedWith(
  answered: Answered,
  failing: Fault | undefined,
): Answered {
  const outcome = failing && answerOf(failing, answered.outcome)
  return outcome === undefined || outcome === answered.outcome
    ? answered
    : { ...answered, outcome, ran: undefined }
}

function nothingArrivedError(): PresealError<'NothingAheadError'> {
  return new PresealError(
    'NothingAheadError',
    'The gate was released, or its node disposed of, before a matching request arrived. Release it after "await gate.arrived", and check that "methods" and "block" match the request.',
    { reason: 'request' },
  )
}

export function toWaiting(
  { method, params }: RpcRequest,
  at: number,
): UnansweredRequest {
  return { method, params: copyJson(params, 'params', 'any') as unknown[], at }
}
