import { type Code, isJumpTarget } from './code.js'
import type {
  Block,
  Blocks,
  Instruction,
  Operation,
  Part,
  Place,
} from './machine.js'
import type { Word } from './words.js'

/** In instructions, so that the blocks of any code take bounded room. */
const maxLength = 256

const jump = 0x56
const jumpIf = 0x57

// What reads the state, or may halt for another reason than gas: of what comes
// after it nothing is paid beforehand, or it would not come to that.
const endsPart = new Set([
  ...[0x31, 0x3b, 0x3c, 0x3e, 0x3f, 0x54, 0x5d],
  ...[0xa0, 0xa1, 0xa2, 0xa3, 0xa4],
])

/** The stack at some place in a block, where values are places. */
type Draft = {
  /** Values that are known; unknown ones come as it runs. */
  readonly values: (Word | undefined)[]
  /** Values that the block found on the stack, the top first. */
  readonly found: number[]
  readonly stack: number[]
  /** Values that something reads. */
  readonly used: Set<number>
  readonly operations: Operation[]
  /** Three for each operation. */
  readonly places: number[]
  readonly sources: Block['sources'][number][]
}

/**
 * The block at a place of the code. Jumps whose target is known go on in it, and
 * so does the way that was taken more often where the code branches.
 */
export function createBlock(
  code: Code,
  instructions: readonly Instruction[],
  blocks: Blocks,
  from: number,
): Block {
  const draft: Draft = {
    values: [],
    found: [],
    stack: [],
    used: new Set(),
    operations: [],
    places: [],
    sources: [],
  }
  const { stack, used, operations } = draft
  const parts: Part[] = []
  let [gas, needs, grows, height] = [0, 0, 0, 0]
  let last: Instruction | undefined
  let branch: Part['branch']
  let at = from
  for (let count = 0; count < maxLength && last === undefined; count++) {
    const instruction = instructions[code.bytes[at] ?? 0] as Instruction
    const { opcode, pops, pushes, immediate = 0, isLast } = instruction
    gas += instruction.gas
    needs = Math.max(needs, pops - height)
    height += pushes - pops
    grows = Math.max(grows, height)
    reach(draft, pops)
    const target = isLast ? targetOf(code, draft) : undefined
    if (opcode === jump && target !== undefined) {
      stack.pop()
      at = target
      continue
    }
    at += 1 + immediate
    if (opcode === jumpIf && target !== undefined) {
      stack.pop()
      const value = stack.pop() as number
      used.add(value)
      const isLikely = isLikelier(blocks, target, at)
      const isTaken = isLikely ?? false
      const [likely, other] = isTaken ? [target, at] : [at, target]
      branch = { value, isTaken, other: leave(draft, other) }
      const end = leave(draft, likely)
      parts.push({ gas, operationsEnd: operations.length, branch, end })
      at = likely
      gas = 0
      if (isLikely === undefined || at === from) break
      branch = undefined
      continue
    }
    if (isLast) last = instruction
    else append(draft, instruction, code, at - 1 - immediate)
    if (endsPart.has(opcode)) {
      const end = leave(draft, at)
      parts.push({ gas, operationsEnd: operations.length, branch, end })
      gas = 0
    }
  }
  if (branch === undefined) {
    const end = leave(draft, at)
    parts.push({ gas, operationsEnd: operations.length, branch, end })
  }
  const { values, found, places, sources } = draft
  for (const [at, value] of values.entries()) values[at] = value ?? 0
  const reads = found
    .map((to, depth) => ({ depth, to }))
    .filter(({ to }) => used.has(to))
  return {
    needs,
    grows,
    values: values as Word[],
    reads,
    operations,
    places: Uint16Array.from(places),
    sources,
    parts,
    runs: 0,
    script: undefined,
    last,
  }
}

/**
 * Whether code that branches went to the target more often than on, as far as
 * that was counted; undefined if it went both ways alike.
 */
function isLikelier(
  blocks: Blocks,
  target: number,
  next: number,
): boolean | undefined {
  const [taken, not] = [visitsOf(blocks[target]), visitsOf(blocks[next])]
  return taken === not ? undefined : taken > not
}

function visitsOf(known: Blocks[number]): number {
  return typeof known === 'object' ? Number.POSITIVE_INFINITY : (known ?? 0)
}

function place({ values }: Draft, value: Word | undefined): number {
  return values.push(value) - 1
}

/** Looks as far down the stack as an instruction does. */
function reach(draft: Draft, count: number): void {
  const { stack, found } = draft
  while (stack.length < count) {
    const value = place(draft, undefined)
    found.push(value)
    stack.unshift(value)
  }
}

/** The target of a jump to the top of the stack, if that is known already. */
function targetOf(code: Code, { stack, values }: Draft): number | undefined {
  const target = values[stack.at(-1) ?? -1]
  return target !== undefined && isJumpTarget(code, target)
    ? Number(target)
    : undefined
}

function append(
  draft: Draft,
  instruction: Instruction,
  code: Code,
  at: number,
): void {
  const { stack, values, used, operations, places, sources } = draft
  const { pops, pushes, constant, arrange, operation, bySecond } = instruction
  if (constant !== undefined) stack.push(place(draft, constant(code.bytes, at)))
  else if (arrange !== undefined) arrange(stack)
  else {
    const operands = stack.splice(stack.length - pops)
    let [first = 0, second = first] = operands.slice(-2).reverse()
    // What is known comes second, as `bySecond` wants it.
    if (instruction.isCommutative && values[first] !== undefined)
      [first, second] = [second, first]
    const known = foretell(instruction, values[first], values[second])
    const to = place(draft, known)
    if (known === undefined) {
      for (const operand of operands) used.add(operand)
      const by = values[second]
      operations.push(
        (by !== undefined && bySecond?.(by)) ||
          operation ||
          onStack(instruction, operands, values),
      )
      places.push(first, second, to)
      sources.push({ instruction, operands })
    }
    if (pushes > 0) stack.push(to)
  }
}

/** An instruction that takes its values from the stack of the frame. */
function onStack(
  instruction: Instruction,
  operands: readonly number[],
  values: Draft['values'],
): Operation {
  return (_first, _second, frame, machine) => {
    const { stack } = frame
    for (const operand of operands) stack.push(values[operand] as Word)
    const next = instruction.run(frame, machine)
    if (typeof next === 'string') return next
    return instruction.pushes > 0 ? (stack.pop() as Word) : 0
  }
}

function foretell(
  { pure }: Instruction,
  first: Word | undefined,
  second: Word | undefined,
): Word | undefined {
  return first === undefined || second === undefined
    ? undefined
    : pure?.(first, second)
}

/** The block's effect on the stack: the bottom stays as long as it is alike. */
function leave({ found, stack, used }: Draft, pc: number): Place {
  let drops = found.length
  let kept = 0
  while (drops > 0 && found[drops - 1] === stack[kept]) {
    drops--
    kept++
  }
  const leaves = stack.slice(kept)
  for (const value of leaves) used.add(value)
  return { pc, drops, leaves }
}
