import type { Native, NativeFrame, NativeResult } from '../../engine.js'

/** The result of a function. Its contract knows the gas. */
export type Outcome = Pick<NativeResult, 'status' | 'output'>

export type NativeFunction = {
  readonly isPayable: boolean
  readonly run: (frame: NativeFrame) => Outcome
}

/** `0x` and the selector. */
const selectorLength = 10

/**
 * The contract that has these functions. A call that matches none of them, or
 * sends wei to one that is not payable, reverts without data, as in Solidity.
 *
 * @param gas - Of each call, beside what the function itself calls.
 * @param find - The function of a selector, such as `0xa9059cbb`.
 * @param fallback - Answers what matches no function.
 */
export function nativeContract(
  gas: bigint,
  find: (selector: string) => NativeFunction | undefined,
  fallback: (frame: NativeFrame) => Outcome = () => emptyRevert,
): Native {
  return (frame) => {
    if (frame.gas < gas)
      return { ...emptyRevert, halt: 'out of gas', gasUsed: 0n }
    const found = find(frame.input.slice(0, selectorLength))
    const isRefused = found && !found.isPayable && frame.value !== 0n
    const run = isRefused ? () => emptyRevert : (found?.run ?? fallback)
    const { status, output } = run(frame)
    return { status, output, gasUsed: gas }
  }
}

/** A revert without data. */
export const emptyRevert: Outcome = { status: 'reverted', output: '0x' }
