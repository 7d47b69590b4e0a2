import { fromCaller } from '../../base/errors/fromCaller.js'
import { display } from '../../base/hex/display.js'
import { InvalidParametersError } from '../../node/schema/parseParameters.js'

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
      if (!isOfArray(given, most)) refuseFurther(name, given, most)
      return act(...given)
    })
  return call
}

/** `transactions.map(node.preconfirm)` hands over index and array as well. */
function isOfArray(given: readonly unknown[], most: number): boolean {
  const [item, index, array] = given
  return (
    most === 1 &&
    given.length === 3 &&
    Array.isArray(array) &&
    Object.is(array[index as number], item)
  )
}

function refuseFurther(
  name: string,
  given: readonly unknown[],
  most: number,
): void {
  const index = given.findIndex((one, at) => at >= most && one !== undefined)
  if (index === -1) return
  throw new InvalidParametersError(name, [
    {
      path: `arguments[${index}]`,
      given: display(given[index]),
      expected: `nothing, since "${name}" takes ${['no argument', 'one argument', 'two arguments'][most]}`,
      ...(most === 0 && { advice: `Write ${name}().` }),
    },
  ])
}
