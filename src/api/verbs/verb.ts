import { fromCaller } from '../../base/errors/stack.js'
import { display } from '../../base/hex/display.js'
import type { Hex } from '../../base/hex/hex.js'
import type { Dialect } from '../../base/validation/amounts.js'
import { invalidParameters } from '../../base/validation/problem.js'
import type { Runtime } from '../../node/runtime/cell/runtime.js'
import { parseParameters, type Schema } from '../../node/schema/schema.js'

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
