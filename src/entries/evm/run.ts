import { begin } from './begin.js'
import { type End, type Frame, isCreation, none } from './machine/frame.js'
import { giveBack } from './machine/gas.js'
import { interpret } from './machine/interpret.js'
import type { Machine } from './machine/machine.js'
import { store } from './machine/memory.js'
import { spareAtCall } from './machine/spare.js'
import { settle } from './settle.js'

/**
 * Runs a frame and all within it. Frames wait for each other in a list and
 * not on the stack of JavaScript, which 1,024 of them could overflow.
 */
export function run(machine: Machine, first: Frame): End {
  let frame = first
  let next: End | Frame | undefined = begin(machine, frame, run)
  for (;;) {
    next ??= interpret(machine, frame)
    if (next.kind === 'frame') {
      frame = next
      next = begin(machine, frame, run)
      continue
    }
    const end = settle(machine, frame, next)
    const { parent } = frame
    if (frame === first || parent === undefined) return end
    resume(parent, frame, end)
    frame = parent
    next = undefined
  }
}

/** Gives the caller what a frame within it has come to. */
function resume(parent: Frame, child: Frame, end: End): void {
  const { status, output } = end
  const isDone = status === 'success'
  spareAtCall(parent, child, end)
  giveBack(child, parent)
  if (isCreation(child)) {
    parent.stack.push(isDone ? BigInt(child.account.address) : 0n)
    parent.returnData = isDone ? none : output
    return
  }
  parent.stack.push(isDone ? 1n : 0n)
  parent.returnData = output
  const length = Math.min(child.outputLength, output.length)
  store(parent.memory, child.outputAt, output, 0, length)
}
