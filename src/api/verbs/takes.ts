import { fromCaller } from '../../base/errors/fromCaller.js'
import { display } from '../../base/hex/display.js'
import { invalidParameters } from '../../base/validation/invalid.js'

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
