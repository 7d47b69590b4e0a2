import type { Frame } from './frame.js'
import type { Block, Machine, Next } from './machine.js'

/** Runs a block whose needs are met, and leaves the frame where it goes on. */
export function runBlock(machine: Machine, frame: Frame, block: Block): Next {
  const { values, reads, steps, drops, leaves, branch, last } = block
  const { stack } = frame
  const top = stack.length - 1
  for (const { depth, to } of reads) values[to] = stack[top - depth] as bigint
  for (const step of steps) {
    const { operation, to } = step
    if (operation !== undefined) {
      const first = values[step.first] as bigint
      const second = values[step.second] as bigint
      const result = operation(first, second, frame, machine)
      if (typeof result === 'string') return result
      values[to] = result
      continue
    }
    const { instruction, operands } = step
    for (const operand of operands) stack.push(values[operand] as bigint)
    const next = instruction.run(frame, machine)
    if (next !== undefined) return next
    if (instruction.pushes > 0) values[to] = stack.pop() as bigint
  }
  for (let count = 0; count < drops; count++) stack.pop()
  for (const value of leaves) stack.push(values[value] as bigint)
  const isTaken = branch !== undefined && values[branch.value] !== 0n
  frame.pc = isTaken ? branch.next : block.next
  return last?.run(frame, machine)
}
