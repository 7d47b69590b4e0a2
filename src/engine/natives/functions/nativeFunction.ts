import {
  type AnyType,
  tuple,
  type ValuesOf,
} from '../../../base/abi/compound.js'
import { selectorOf } from '../../../base/abi/selector.js'
import type { Native, NativeFrame, NativeResult } from '../../engine.js'

/** The outcome of a function; its gas is that of the contract. */
export type Outcome = Pick<NativeResult, 'status' | 'output'>

export type NativeFunction = {
  readonly signature: string
  readonly isPayable: boolean
  readonly run: (frame: NativeFrame, digits: string) => Outcome
}

const selectorLength = 8

/** Without parameters that it can read, or with wei, it reverts as Solidity. */
export function nativeFunction<const inputs extends readonly AnyType[]>(
  name: string,
  inputs: inputs,
  run: (frame: NativeFrame, ...values: ValuesOf<inputs>) => Outcome,
  isPayable = false,
): NativeFunction {
  const parameters = tuple<inputs>(...inputs)
  return {
    signature: name + parameters.name,
    isPayable,
    run(frame, digits) {
      let values: ValuesOf<inputs>
      try {
        values = parameters.decode(digits, selectorLength)
      } catch {
        return nothing
      }
      return run(frame, ...values)
    },
  }
}

/** gas of a call of a native contract, beside what it calls itself. */
export const nativeGas = 30_000n

/**
 * The contract that has these functions, which are made at its first call.
 *
 * @param fallback - Takes wei, and what no function is for; else it reverts.
 */
export function nativeContract(
  declare: () => readonly NativeFunction[],
  fallback?: (frame: NativeFrame) => Outcome,
): Native {
  let functions: ReadonlyMap<string, NativeFunction> | undefined
  return (frame) => {
    if (frame.gas < nativeGas) return outOfGas
    functions ??= new Map(
      declare().map((declared) => [selectorOf(declared.signature), declared]),
    )
    const digits = frame.input.slice(2)
    const found = functions.get(digits.slice(0, selectorLength))
    const { status, output } =
      found === undefined
        ? (fallback?.(frame) ?? nothing)
        : frame.value !== 0n && !found.isPayable
          ? nothing
          : found.run(frame, digits)
    return { status, output, gasUsed: nativeGas }
  }
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

const nothing: Outcome = { status: 'reverted', output: '0x' }

const outOfGas: NativeResult = {
  status: 'reverted',
  halt: 'out of gas',
  output: '0x',
  gasUsed: 0n,
}
