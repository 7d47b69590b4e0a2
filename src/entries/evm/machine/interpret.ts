import type { Code } from './code.js'
import { createBlock } from './createBlock.js'
import { createScript } from './createScript.js'
import { type End, type Frame, halt } from './frame.js'
import { charge, gasLeft } from './gas.js'
import {
  type Block,
  type Blocks,
  type Instruction,
  type Machine,
  type Next,
  type Operation,
  observeStep,
  type Place,
  type Rules,
} from './machine.js'
import type { Word } from './words.js'

const stackLimit = 1_024

/** How often code comes by before it is worth to make a block of it. */
const visitsBefore = 2

/** Jumps that are noted for a block. */
const mostTurns = 256

/** Runs a frame until it ends, or another one has to run before it goes on. */
export function interpret(machine: Machine, frame: Frame): End | Frame {
  const { observer, isNested } = machine
  const isByStep = observer?.step !== undefined || isNested
  const blocks = blocksOf(machine.rules, frame.code)
  for (;;) {
    const known = isByStep ? undefined : (blocks[frame.pc] ?? 0)
    const next =
      typeof known === 'object' && hasRoom(frame, known)
        ? known.script === undefined
          ? runBlock(machine, frame, known)
          : known.script(frame, machine)
        : typeof known === 'number'
          ? runVisit(machine, frame, blocks, known)
          : runSteps(machine, frame)
    if (next === undefined) continue
    return typeof next === 'string' ? halt(next) : next
  }
}

function blocksOf({ blocks }: Rules, code: Code): Blocks {
  const known = blocks.get(code)
  if (known !== undefined) return known
  const created: Blocks = new Array(code.bytes.length + 1)
  blocks.set(code, created)
  return created
}

/** Runs what is no block yet: it will be one of the way that the last visit went. */
function runVisit(
  machine: Machine,
  frame: Frame,
  blocks: Blocks,
  visits: number,
): Next {
  const from = frame.pc
  if (visits < visitsBefore) {
    blocks[from] = visits + 1
    return runSteps(machine, frame)
  }
  const turns: number[] = []
  let next: Next
  do {
    next = runSteps(machine, frame)
    if (next === undefined) turns.push(frame.pc)
  } while (next === undefined && turns.length < mostTurns && frame.pc !== from)
  const { instructions } = machine.rules
  blocks[from] = createBlock(frame.code, instructions, turns, from)
  return next
}

/** False if the block might not come to its end. */
function hasRoom({ stack }: Frame, { needs, grows }: Block): boolean {
  return stack.length >= needs && stack.length + grows <= stackLimit
}

/** Runs instructions one by one, to the next that a block would end with. */
function runSteps(machine: Machine, frame: Frame): Next {
  const { instructions } = machine.rules
  const { bytes } = frame.code
  const { stack } = frame
  for (;;) {
    const opcode = bytes[frame.pc] ?? 0
    const instruction = instructions[opcode] as Instruction
    const report = observeStep(machine, frame, instruction)
    const left = report && gasLeft(frame)
    const height = stack.length - instruction.pops
    if (height < 0 || height + instruction.pushes > stackLimit)
      return stackProblem(stack.length, instruction)
    if (!charge(frame, instruction.gas)) {
      report?.(BigInt(instruction.gas))
      return 'out of gas'
    }
    frame.pc++
    const next = instruction.run(frame, machine)
    if (left !== undefined) report?.(left - gasLeft(frame))
    if (next !== undefined || instruction.isLast) return next
  }
}

/** In geth's words, as all halts are. */
function stackProblem(
  height: number,
  { pops, pushes }: Pick<Instruction, 'pops' | 'pushes'>,
): string {
  return height < pops
    ? `stack underflow (${height} <=> ${pops})`
    : `stack limit reached ${height} (${stackLimit + pops - pushes})`
}

/** Runs a block whose needs are met, and leaves the frame where it goes on. */
function runBlock(machine: Machine, frame: Frame, block: Block): Next {
  const { values, reads, operations, places, parts, last } = block
  const { rules } = machine
  if (++block.runs === rules.runsBeforeScript)
    block.script = createScript(block, rules, runSteps)
  const { stack } = frame
  const top = stack.length - 1
  for (const { depth, to } of reads) values[to] = stack[top - depth] as Word
  let place: Place | undefined
  let at = 0
  let from = 0
  for (const { gas, operationsEnd, branch, end } of parts) {
    if (!charge(frame, gas)) {
      if (place !== undefined) leaveAt(frame, values, place)
      return runSteps(machine, frame)
    }
    for (; at < operationsEnd; at++) {
      const first = values[places[from++] as number] as Word
      const second = values[places[from++] as number] as Word
      const operation = operations[at] as Operation
      const result = operation(first, second, frame, machine)
      if (typeof result === 'string') return result
      values[places[from++] as number] = result
    }
    if (
      branch !== undefined &&
      (values[branch.value] !== 0) !== branch.isTaken
    ) {
      leaveAt(frame, values, branch.other)
      return branch.instruction?.run(frame, machine)
    }
    place = end
  }
  leaveAt(frame, values, place as Place)
  return last?.run(frame, machine)
}

/** Makes of the frame's stack what the block has made of it. */
function leaveAt(
  frame: Frame,
  values: readonly Word[],
  { pc, drops, leaves }: Place,
): void {
  const { stack } = frame
  for (let count = 0; count < drops; count++) stack.pop()
  for (const value of leaves) stack.push(values[value] as Word)
  frame.pc = pc
}
