import type { Hex } from '../../base/hex/hex.js'
import type { Dialect } from '../../base/validation/amounts.js'
import type { Runtime } from '../../node/runtime/cell/runtime.js'
import { parseParameters } from '../../node/schema/parseParameters.js'
import type { Schema } from '../../node/schema/schema.js'

/** A verb of the node and of its control: what it takes, and what it does. */
export type Verb<given = unknown, returned = unknown> = {
  readonly name: string
  /** The schema of its argument; null: it takes none. */
  readonly parameter: ((dialect: Dialect) => Schema<given, unknown>) | null
  /** Name of its argument, if that is no object. */
  readonly subject?: string
  /** Its argument in a call without one. */
  readonly fallback?: given
  call(runtime: Runtime, given: given): returned
  /** The same if the node's own clock need not be its owner's. */
  control?(runtime: Runtime, given: given): returned
  /** Its result as JSON; `keep` gives an id to a function that ends it. */
  toJson?(
    returned: returned,
    keep: (end: () => void) => Hex,
    given: given,
  ): unknown
}

/**
 * The canonical copy of what a verb was given.
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
