import type { End, Frame } from './frame.js'
import { gasLeft, gasOf } from './gas.js'

/** Whatever looks at the gas itself may go another way with less. */
export function hideSpare(frame: Frame): void {
  frame.spare = undefined
}

/** A write to storage wants more left than a transfer hands over (EIP-2200). */
export function spareAtWrite(frame: Frame): void {
  take(frame, gasLeft(frame) - BigInt(gasOf.stipend + 1))
}

/**
 * A call wants of its caller what it needs, and a 63rd more (EIP-150). To be
 * asked before the child gives back what it has left, and what it was given for
 * the value that it was sent.
 */
export function spareAtCall(parent: Frame, child: Frame, end: End): void {
  const spare = spareOf(child)
  // A halt takes all the gas, however much that is.
  if (spare === undefined || end.status === 'halted') {
    hideSpare(parent)
    return
  }
  const { handed } = child
  const needed = handed - spare
  const least = needed > 0n ? ((needed - 1n) * 64n) / 63n + 1n : 0n
  take(parent, gasLeft(parent) + handed - least)
}

/**
 * How much less gas a frame could have begun with and have gone the same way,
 * if that is known: it has as much left.
 */
export function spareOf(frame: Frame): bigint | undefined {
  take(frame, gasLeft(frame))
  return frame.spare
}

function take(frame: Frame, spare: bigint): void {
  if (frame.spare !== undefined && spare < frame.spare) frame.spare = spare
}
