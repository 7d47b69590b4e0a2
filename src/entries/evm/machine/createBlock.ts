import { type Code, isJumpTarget } from './code.js'
import type { Block, Instruction, Operation, Part, Place } from './machine.js'
import type { Word } from './words.js'

/** In instructions, so that the blocks of any code take bounded room. */
const maxLength = 1_024

const add = 0x01
const signExtend = 0x0b
const equals = 0x14
const isZero = 0x15
const and = 0x16
const load = 0x51
const store = 0x52
const jump = 0x56
const jumpIf = 0x57

// What reads the state or the gas, or may halt for another reason than gas: of
// what comes after it nothing is paid beforehand, or it would not come to that.
const endsPart = new Set([
  ...[0x31, 0x3b, 0x3c, 0x3e, 0x3f, 0x54, 0x55, 0x5a, 0x5d],
  ...[0xa0, 0xa1, 0xa2, 0xa3, 0xa4],
])

/** Pointers less than half of it apart have a known distance. */
const apart = 2 ** 32
/** Of what is added to a pointer, so that a block of sums stays below that. */
const mostAdded = 2 ** 16

/** The stack at some place in a block, where values are places. */
type Draft = {
  /** Values that are known; unknown ones come as it runs. */
  readonly values: (Word | undefined)[]
  /** Values that the block found on the stack, the top first. */
  readonly found: number[]
  readonly stack: number[]
  /** What each ISZERO was asked of, by its result. */
  readonly zeros: Map<number, number>
  /** Where constants are, and results by what they were worked out from. */
  readonly made: Map<Word | string, number>
  /** Values as pointers: sums of another value and a constant. */
  readonly pointers: Map<number, number>
  /** By pointers: what was written to memory, or read there. */
  readonly memory: Map<number, number>
  readonly operations: Operation[]
  /** Three for each operation. */
  readonly places: number[]
  readonly sources: Block['sources'][number][]
}

/**
 * The block at a place of the code.
 *
 * @param turns - Where the code went by each JUMP and JUMPI the last time: so
 * does the block, and it looks whether the code still does.
 */
export function createBlock(
  code: Code,
  instructions: readonly Instruction[],
  turns: readonly number[],
  from: number,
): Block {
  const draft: Draft = {
    values: [],
    found: [],
    stack: [],
    zeros: new Map(),
    made: new Map(),
    pointers: new Map(),
    memory: new Map(),
    operations: [],
    places: [],
    sources: [],
  }
  const { stack, operations } = draft
  const parts: Part[] = []
  let [gas, needs, grows, height] = [0, 0, 0, 0]
  let last: Instruction | undefined
  let at = from
  let [count, turned] = [0, 0]
  for (let isWhole = false; !isWhole; ) {
    const instruction = instructions[code.bytes[at] ?? 0] as Instruction
    const { opcode, pops, pushes, immediate = 0, isLast } = instruction
    gas += instruction.gas
    needs = Math.max(needs, pops - height)
    height += pushes - pops
    grows = Math.max(grows, height)
    reach(draft, pops)
    const isJump = opcode === jump || opcode === jumpIf
    const target = isJump ? targetOf(code, draft) : undefined
    const turn = isJump ? turns[turned++] : undefined
    let branch: Part['branch']
    if (opcode === jump && (target ?? turn) !== undefined) {
      if (target === undefined)
        branch = lookOut(draft, instructions, code, turn ?? 0)
      stack.pop()
      at = target ?? turn ?? 0
    } else if (opcode === jumpIf && target !== undefined) {
      at++
      stack.pop()
      const asked = stack.pop() as number
      const goes = turn === target
      const { value, isTaken } = askedOf(draft, asked, goes)
      const other = leave(draft, goes ? at : target)
      branch = { value, isTaken, other, instruction: undefined }
      if (goes) at = target
      isWhole = turn === undefined
    } else {
      if (isLast) last = instruction
      else append(draft, instruction, code, at)
      at += 1 + immediate
    }
    isWhole ||= last !== undefined || at === from || ++count === maxLength
    if (isWhole || branch !== undefined || endsPart.has(opcode)) {
      const end = leave(draft, at)
      parts.push({ gas, operationsEnd: operations.length, branch, end })
      gas = 0
    }
  }
  const needed = dropUnread(draft, parts)
  const { values, found, places, sources } = draft
  for (const [at, value] of values.entries()) values[at] = value ?? 0
  const reads = found
    .map((to, depth) => ({ depth, to }))
    .filter(({ to }) => needed.has(to))
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

/** By what a branch goes: behind an ISZERO it is what that one was asked of. */
function askedOf(
  draft: Draft,
  value: number,
  isTaken: boolean,
): { readonly value: number; readonly isTaken: boolean } {
  const operand = draft.zeros.get(value)
  return operand === undefined
    ? { value, isTaken }
    : askedOf(draft, operand, !isTaken)
}

/** The values that something reads; what works out others goes. */
function dropUnread(draft: Draft, parts: readonly Part[]): ReadonlySet<number> {
  const { operations, places, sources } = draft
  const read = new Set<number>()
  for (const { branch, end } of parts) {
    for (const value of end.leaves) read.add(value)
    for (const value of branch?.other.leaves ?? []) read.add(value)
    if (branch !== undefined) read.add(branch.value)
  }
  for (let at = sources.length - 1; at >= 0; at--) {
    const { instruction, operands } = sources[at] as Block['sources'][number]
    if (instruction.pure === undefined || read.has(places[3 * at + 2] ?? 0)) {
      for (const operand of operands) read.add(operand)
      continue
    }
    operations.splice(at, 1)
    sources.splice(at, 1)
    places.splice(3 * at, 3)
    for (const part of parts) if (part.operationsEnd > at) part.operationsEnd--
  }
  return read
}

/** Before a jump to what is no constant: whether it goes where it went. */
function lookOut(
  draft: Draft,
  instructions: readonly Instruction[],
  code: Code,
  turn: number,
): Part['branch'] {
  const { stack } = draft
  const other = leave(draft, 0)
  const target = stack.at(-1) as number
  const [isSame, instruction] = [instructions[equals], instructions[jump]]
  stack.push(place(draft, turn), target)
  append(draft, isSame as Instruction, code, 0)
  const value = stack.pop() as number
  return { value, isTaken: true, other, instruction }
}

function place({ values, made }: Draft, value?: Word): number {
  if (value === undefined) return values.push(value) - 1
  const known = made.get(value) ?? values.push(value) - 1
  made.set(value, known)
  return known
}

/** Looks as far down the stack as an instruction does. */
function reach(draft: Draft, count: number): void {
  const { stack, found } = draft
  while (stack.length < count) {
    const value = place(draft)
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
  const { stack, zeros, values, made, pointers, memory } = draft
  const { operations, places, sources } = draft
  const { opcode, pops, pushes, constant, arrange, operation } = instruction
  const { pure, bySecond, byPlace } = instruction
  if (constant !== undefined) stack.push(place(draft, constant(code.bytes, at)))
  else if (arrange !== undefined) arrange(stack)
  else {
    const operands = stack.splice(stack.length - pops)
    let [first = 0, second = first] = operands.slice(-2).reverse()
    // What is known comes second, as `bySecond` wants it.
    if (instruction.isCommutative && values[first] !== undefined)
      [first, second] = [second, first]
    const known = foretell(instruction, values[first], values[second])
    const pointer = pointerOf(draft, first)
    const key = `${opcode} ${first} `
    const same =
      opcode === load ? memory.get(pointer) : pure && made.get(key + second)
    const to = same ?? place(draft, known)
    if (opcode === store) {
      forget(memory, pointer)
      memory.set(pointer, second)
    } else if (pushes === 0) memory.clear()
    if ((same ?? known) === undefined) {
      const by = values[second]
      made.set(key + second, to)
      // The same again changes nothing.
      if (opcode === and) made.set(`${opcode} ${to} ${second}`, to)
      if (opcode === signExtend) made.set(key + to, to)
      if (opcode === isZero) zeros.set(to, first)
      if (opcode === load) memory.set(pointer, to)
      if (opcode === add && by !== undefined && by < mostAdded)
        pointers.set(to, pointer + Number(by))
      operations.push(
        (by !== undefined && bySecond?.(by)) ||
          byPlace?.(code.bytes, at) ||
          operation ||
          onStack(instruction, operands, values),
      )
      places.push(first, second, to)
      sources.push({ instruction, operands })
    }
    if (pushes > 0) stack.push(to)
  }
}

function pointerOf({ values, pointers }: Draft, at: number): number {
  const known = values[at]
  return typeof known === 'number'
    ? known
    : (pointers.get(at) ?? (at + 1) * apart)
}

/** What may have stood where a word is written. */
function forget(memory: Draft['memory'], pointer: number): void {
  for (const other of memory.keys()) {
    const distance = Math.abs(other - pointer)
    if (distance < 32 || distance > apart / 2) memory.delete(other)
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
function leave({ found, stack }: Draft, pc: number): Place {
  let drops = found.length
  let kept = 0
  while (drops > 0 && found[drops - 1] === stack[kept]) {
    drops--
    kept++
  }
  return { pc, drops, leaves: stack.slice(kept) }
}
