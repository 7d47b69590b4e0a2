import { fromCaller } from '../base/errors/stack.js'
import { display } from '../base/hex/display.js'
import type { Hex } from '../base/hex/hex.js'
import { lazy } from '../base/memo/memo.js'
import type { Dialect } from '../base/validation/amounts.js'
import { invalidParameters } from '../base/validation/problem.js'
import { milliseconds, natural } from '../base/validation/values.js'
import type { Runtime } from '../node/runtime/cell/runtime.js'
import { anyStepNow } from '../node/runtime/script/anyStep.js'
import type { Snapshot } from '../node/runtime/state/snapshot.js'
import { doAct, type ScriptAct, stepSchema } from '../node/runtime/steps/act.js'
import {
  type StepNow,
  type StepVerbs,
  steps,
} from '../node/runtime/steps/steps.js'
import {
  object,
  parseParameters,
  perDialect,
  type Schema,
  value,
} from '../node/schema/schema.js'
import type { HandleFn } from '../rpc/schema.js'

/** A verb of the node and of its control: its argument and its action. */
export type Verb<given = unknown, returned = unknown> = {
  readonly name: string
  /** The schema of its argument; null if it takes none. */
  readonly parameter: ((dialect: Dialect) => Schema<given, unknown>) | null
  /** Name of its argument, if that is not an object. */
  readonly subject?: string
  /** The default of its argument. */
  readonly fallback?: given
  call(runtime: Runtime, given: given): returned
  /** The same, if the node does not have to own the clock. */
  control?(runtime: Runtime, given: given): returned
  /**
   * Its result as JSON. `keep` returns an id for a function that ends
   * something.
   */
  toJson?(
    returned: returned,
    keep: (end: () => void) => Hex,
    given: given,
  ): unknown
}

/**
 * A canonical copy of a verb's argument.
 *
 * @throws InvalidParametersError when something is wrong, naming all of it.
 */
export function readGiven<given>(
  { name, parameter, subject, fallback }: Verb<given>,
  argument: unknown,
  dialect: Dialect,
): given | undefined {
  if (parameter === null) return undefined
  const given = argument === undefined ? fallback : argument
  return parseParameters(name, parameter(dialect), given, subject)
}

/**
 * A function of a node that refuses further arguments than it takes: they would
 * have no effect. Its errors begin at its caller's line.
 *
 * @param most - The number of arguments that it takes.
 *
 * @throws InvalidParametersError
 */
export function takes<given extends readonly unknown[], returned>(
  most: number,
  name: string,
  act: (...given: given) => returned,
): (...given: given) => returned {
  const call = (...given: given): returned =>
    fromCaller(call, () => {
      const at = given.findIndex((one, at) => at >= most && one !== undefined)
      // `transactions.map(node.preconfirm)` hands over index and array as well.
      if (at === -1 || (most === 1 && Array.isArray(given[2])))
        return act(...given)
      throw invalidParameters(name, [
        {
          path: `arguments[${at}]`,
          given: display(given[at]),
          expected: `nothing, since "${name}" takes ${most === 0 ? 'none' : most}`,
          // As in `setBalance(address, value)`.
          ...(most === 1 &&
            typeof given[0] === 'string' && {
              advice: `Name the fields in one object: ${name}({ … }).`,
            }),
        },
      ])
    })
  return call
}

type AdvanceVerb = {
  /**
   * Advances time, on the node's own clock or on the fake timers it follows.
   *
   * @example
   * node.advance(200) // one beat
   *
   * @param ms - A whole number; 0 moves nothing.
   * @throws ClockError under a clock that it cannot move.
   * @throws ReentrantCallError inside a listener of the node.
   * @throws the error of a listener or a step, once time has advanced; several
   * as an AggregateError.
   */
  advance(ms: number): void
}

const advance: Verb<number> = {
  name: 'advance',
  parameter: lazy(() => value(milliseconds(0))),
  subject: 'ms',
  call: (runtime, ms) => runtime.move('advance', ms),
  control: (runtime, ms) => runtime.jump('advance', ms),
}

type NextBeatVerb = {
  /**
   * Advances time to the next beat, or by that many beats. If a step moves a
   * beat, `nextBeat` follows it.
   *
   * @example
   * node.preconfirm({ from: alice, to: bob, value: 1n })
   * node.nextBeat() // pre-confirmed
   *
   * @param beats - Default 1; 0 moves nothing, as in `advance`.
   * @throws as {@link AdvanceVerb.advance} does.
   */
  nextBeat(beats?: number): void
}

const nextBeat: Verb<number> = {
  name: 'nextBeat',
  parameter: lazy(() => value(natural)),
  subject: 'beats',
  fallback: 1,
  call: (runtime, beats) => runtime.move('nextBeat', beats),
  control: (runtime, beats) => runtime.jump('nextBeat', beats),
}

type NextBlockVerb = {
  /**
   * Advances time to the next seal, or by that many seals. If a step moves a
   * seal, `nextBlock` follows it; a block that a step seals counts.
   * Transactions queued after the last beat are then pending, not sealed.
   *
   * @example
   * node.nextBlock() // what was pending is now latest
   *
   * @param blocks - Default 1; 0 moves nothing, as in `advance`.
   * @throws as {@link AdvanceVerb.advance} does.
   */
  nextBlock(blocks?: number): void
}

const nextBlock: Verb<number> = {
  name: 'nextBlock',
  parameter: lazy(() => value(natural)),
  subject: 'blocks',
  fallback: 1,
  call: (runtime, blocks) => runtime.move('nextBlock', blocks),
  control: (runtime, blocks) => runtime.jump('nextBlock', blocks),
}

type SeekVerb = {
  /**
   * Moves to an instant: back to the state at that time, discarding everything
   * after it, or forward without waiting. 0 is the node as it was created.
   *
   * @example
   * node.seek(0) // starts over
   *
   * @param ms - ms since the node was created.
   */
  seek(ms: number): void
}

const seek: Verb<number> = {
  name: 'seek',
  parameter: lazy(() => value(milliseconds(0))),
  subject: 'ms',
  call: (runtime, ms) => runtime.seek(ms),
}

type ApplyVerb = {
  /**
   * Applies any step now, as the method of its name does, and returns what that
   * returns.
   *
   * @example
   * node.apply({ type: 'fault', label: 'outage', fault: { type: 'network' } })
   * node.apply({ type: 'lift', label: 'outage' })
   *
   * @param step - A step without `at`.
   * @returns The result of its verb: the hash of `preconfirm`, the report of
   * `importBlock`, the function that lifts a `fault`.
   * @throws the errors of its verb.
   */
  apply<type extends StepNow['type']>(
    step: { readonly type: type } & Extract<StepNow, { type: type }>,
  ): Applied<type>
}

/** The result of `node.apply` for a step of that type. */
type Applied<type> = type extends keyof StepVerbs
  ? ResultOf<ReturnType<StepVerbs[type]>>
  : undefined

type ResultOf<returned> = undefined extends returned ? undefined : returned

const apply: Verb<StepNow> = {
  name: 'apply',
  parameter: perDialect(anyStepNow),
  call: (runtime, { type, ...fields }) => doAct(runtime, steps[type], fields),
  toJson(returned, keep, { type }) {
    const { verb }: ScriptAct = steps[type]
    return verb?.toJson === undefined ? returned : verb.toJson(returned, keep)
  },
}

/** The verbs that apply a step now. */
const stepVerbs: readonly Verb[] = Object.values(steps).flatMap(
  (act: ScriptAct) => (act.verb === undefined ? [] : [toVerb(act, act.verb)]),
)

function toVerb(act: ScriptAct, verb: NonNullable<ScriptAct['verb']>): Verb {
  const {
    parameter = (dialect) => object(stepSchema(act, dialect), verb.expected),
    toFields = (given) => Object(given),
  } = verb
  return {
    ...verb,
    name: act.type,
    parameter: parameter && perDialect(parameter),
    call: (runtime, given) => doAct(runtime, act, toFields(given)),
  }
}

/** Verbs that have no step. */
type Verbs = ApplyVerb & AdvanceVerb & NextBeatVerb & NextBlockVerb & SeekVerb

/** These and the verbs of steps; `node.control` has each of them, too. */
export const verbs: readonly Verb[] = [
  ...stepVerbs,
  apply,
  advance,
  nextBeat,
  nextBlock,
  seek,
]

/**
 * The verbs of a node: each parses its argument, and acts now. The verb throws
 * the errors that listeners throw meanwhile.
 */
export function createVerbs(
  runtime: Runtime,
  handle: HandleFn,
): StepVerbs & NodeVerbs {
  const { collect } = runtime.announcer
  const called = verbs.map((verb) => {
    const { name, parameter } = verb
    return [
      name,
      takes(parameter === null ? 0 : 1, name, (given?: unknown) =>
        collect(() => verb.call(runtime, readGiven(verb, given, 'code'))),
      ),
    ]
  })
  return {
    // The list of verbs has each member of this type by name.
    ...(Object.fromEntries(called) as StepVerbs & Verbs),
    handle: takes(2, 'handle', (method, answer) => {
      runtime.assertAlive()
      runtime.execution.assertOver('node.handle')
      return handle(method, answer)
    }),
    snapshot: takes(0, 'snapshot', () => {
      runtime.execution.assertOver('node.snapshot')
      return collect(runtime.snapshot)
    }),
    revert: takes(1, 'revert', (snapshot) =>
      collect(() => runtime.revert(snapshot)),
    ),
  }
}

/** The verbs that have no step. */
export type NodeVerbs = Verbs & {
  /**
   * Answers a method in place of the node, including methods that the node does
   * not serve. Returns a function that removes the handler.
   *
   * @example
   * const stop = node.handle('eth_call', ([call], view) => '0x2a')
   *
   * @param answer - Gets the parameters as sent, and a view of the node at this
   * instant. May return a promise. A thrown error becomes the request's error,
   * with its integer `code` and its `data`.
   */
  handle: HandleFn

  /**
   * Saves the current state: time, chain, queue, faults and their counters.
   *
   * @example
   * const snapshot = node.snapshot()
   * node.nextBlock(10)
   * node.revert(snapshot)
   */
  snapshot(): Snapshot

  /**
   * Restores a snapshot, which stays usable. Listeners and answered requests
   * are not affected.
   *
   * @throws UnknownIdError when another node made it.
   */
  revert(snapshot: Snapshot): void
}
