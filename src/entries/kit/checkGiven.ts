import { PresealError } from '../../base/errors/errors.js'
import { display } from '../../base/hex/display.js'

const settleKeys = ['ms', 'act']

/** A caller that writes `settle(2_000)` means ms, and would go one beat. */
export function checkSettleOptions(given: unknown): void {
  if (typeof given !== 'object' || given === null)
    throw new InvalidKitOptionsError(
      `settle was given ${display(given)}, expected an object { ms?, act? }. Write ${typeof given === 'number' ? `settle({ ms: ${given} })` : 'settle()'}.`,
    )
  const unknown = Object.keys(given).find((key) => !settleKeys.includes(key))
  if (unknown !== undefined)
    throw new InvalidKitOptionsError(
      `settle was given "${unknown}", expected "ms" or "act". Write settle({ ms: 2_000 }), in ms, or settle() for the next beat.`,
    )
}

/** Its nodes have the clock of the test. */
export function checkNodeOptions(given: object): void {
  const { clock } = given as { readonly clock?: unknown }
  if (clock !== undefined)
    throw new InvalidKitOptionsError(
      `testNode was given the "clock" ${display(clock)}, expected none, as its nodes follow the timers of the test. Leave it out, or use createMockNode for a node with a clock of its own.`,
    )
}

class InvalidKitOptionsError extends PresealError {
  override readonly name = 'InvalidKitOptionsError'
}
