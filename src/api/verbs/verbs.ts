import { lazy } from '../../base/memo/memo.js'
import { milliseconds, natural } from '../../base/validation/values.js'
import { anyStepNow } from '../../node/runtime/script/anyStep.js'
import {
  doAct,
  type ScriptAct,
  stepSchema,
} from '../../node/runtime/steps/act.js'
import {
  type StepNow,
  type StepVerbs,
  steps,
} from '../../node/runtime/steps/steps.js'
import { object, perDialect, value } from '../../node/schema/schema.js'
import type { Verb } from './verb.js'

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
   * Advances time to the next block boundary, or by that many. If a step moves
   * a boundary, `nextBlock` follows it; a block that a step seals counts.
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
   * Applies a step now, as its verb does: after the beat of this instant, if
   * there is one.
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
export type Verbs = ApplyVerb &
  AdvanceVerb &
  NextBeatVerb &
  NextBlockVerb &
  SeekVerb

/** These and the verbs of steps; `node.control` has each of them, too. */
export const verbs: readonly Verb[] = [
  ...stepVerbs,
  apply,
  advance,
  nextBeat,
  nextBlock,
  seek,
]
