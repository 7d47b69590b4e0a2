import type { ScriptVerbs } from '../api/scriptVerbs.js'
import type { TimeVerbs } from '../api/timeVerbs.js'
import type { TimeVerb } from '../clock/clock.js'
import type { Parameter, ValuesOf } from '../rpc/params.js'
import type { Snapshot } from '../runtime/snapshot.js'
import type { Register } from './register.js'

/** What a control method acts on. */
export type Controlled = {
  readonly verbs: ScriptVerbs & TimeVerbs & { readonly now: number }
  /** Moves time as the verb of that name does, but under any clock. */
  readonly jump: (verb: TimeVerb, by: number) => void
  /** ms */
  readonly blockTime: number
  readonly snapshots: Register<Snapshot>
  /** What lifts each fault. */
  readonly lifts: Register<() => void>
}

/** A verb as a JSON-RPC method: its parameters by position, and what it does. */
export type ControlMethod = {
  readonly parameters: readonly Parameter[]
  readonly run: (on: Controlled, args: readonly unknown[]) => unknown
}

/** A method whose `run` gets what the parsers of its parameters make. */
export function method<const list extends readonly Parameter[]>(
  parameters: list,
  run: (on: Controlled, args: ValuesOf<list>) => unknown,
): ControlMethod {
  return { parameters, run: run as ControlMethod['run'] }
}
