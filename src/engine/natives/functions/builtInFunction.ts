import { type AnyType, tuple, type ValuesOf } from '../../../base/abi/abi.js'
import { selectorOf } from '../../../base/abi/selector.js'
import type { Native, NativeFrame } from '../../engine.js'
import {
  emptyRevert,
  type NativeFunction,
  nativeContract,
  type Outcome,
} from './nativeContract.js'

/** A function of a contract that every node has. */
export type BuiltInFunction = NativeFunction & { readonly signature: string }

/** Arguments begin after `0x` and the selector. */
const start = 10

/** Without parameters that it can read, it reverts as Solidity. */
export function builtInFunction<const inputs extends readonly AnyType[]>(
  name: string,
  inputs: inputs,
  run: (frame: NativeFrame, ...values: ValuesOf<inputs>) => Outcome,
  isPayable = false,
): BuiltInFunction {
  const parameters = tuple<inputs>(...inputs)
  return {
    signature: name + parameters.name,
    isPayable,
    run(frame) {
      let values: ValuesOf<inputs>
      try {
        values = parameters.decode(frame.input, start)
      } catch {
        return emptyRevert
      }
      return run(frame, ...values)
    },
  }
}

/** gas of a call of a contract that every node has, beside what it calls. */
export const nativeGas = 30_000n

/** The contract that has these functions, which are made at its first call. */
export function builtInContract(
  declare: () => readonly BuiltInFunction[],
  fallback?: (frame: NativeFrame) => Outcome,
): Native {
  let functions: ReadonlyMap<string, NativeFunction> | undefined
  const find = (selector: string) => {
    functions ??= new Map(
      declare().map((one) => [`0x${selectorOf(one.signature)}`, one]),
    )
    return functions.get(selector)
  }
  return nativeContract(nativeGas, find, fallback)
}

export function succeed(digits: string): Outcome {
  return { status: 'success', output: `0x${digits}` }
}

/** An error of Solidity: `revertWith('Paused', [uint256])([7n])`. */
export function revertWith<const inputs extends readonly AnyType[]>(
  name: string,
  inputs: inputs,
): (values: ValuesOf<inputs>) => Outcome {
  const parameters = tuple<inputs>(...inputs)
  return (values) => ({
    status: 'reverted',
    output: `0x${selectorOf(name + parameters.name)}${parameters.encode(values)}`,
  })
}
