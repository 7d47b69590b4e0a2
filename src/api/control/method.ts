import type { Runtime } from '../../node/runtime/cell/runtime.js'
import type { Snapshot } from '../../node/runtime/moment/snapshot.js'
import type { StepVerbs } from '../../node/runtime/steps/steps.js'
import type { Parameter, ValuesOf } from '../../rpc/method/params.js'
import type { NodeVerbs } from '../nodeVerbs.js'
import type { Register } from './register.js'

/** The objects on which a control method acts. */
export type Controlled = {
  readonly verbs: StepVerbs & NodeVerbs & { readonly now: number }
  readonly runtime: Runtime
  readonly snapshots: Register<Snapshot>
  /** Functions that lift faults. */
  readonly lifts: Register<() => void>
  /** The number of resets. */
  readonly instance: { resets: number }
}

/** A verb as a JSON-RPC method: parameters by position, and the action. */
export type ControlMethod = {
  readonly parameters: readonly Parameter[]
  readonly run: (on: Controlled, args: readonly unknown[]) => unknown
}

/** A method whose `run` gets the parsed parameters. */
export function method<const list extends readonly Parameter[]>(
  parameters: list,
  run: (on: Controlled, args: ValuesOf<list>) => unknown,
): ControlMethod {
  return { parameters, run: run as ControlMethod['run'] }
}
