import { type Code, isJumpTarget } from './code.js'
import type { Block, Instruction, Step } from './machine.js'

/** In instructions, so that the blocks of any code take bounded room. */
const maxLength = 128

const jump = 0x56
const jumpIf = 0x57

/** The stack at some place in a block, where values are places. */
type Draft = {
  /** Values that are known; unknown ones come as it runs. */
  readonly values: (bigint | undefined)[]
  /** Values that the block found on the stack, the top first. */
  readonly found: number[]
  readonly stack: number[]
  readonly steps: Step[]
}

/** The block at a place of the code: jumps whose target is known go on in it. */
export function createBlock(
  code: Code,
  instructions: readonly Instruction[],
  from: number,
): Block {
  const draft: Draft = { values: [], found: [], stack: [], steps: [] }
  const { stack } = draft
  let [gas, needs, grows, height] = [0, 0, 0, 0]
  let last: Instruction | undefined
  let branch: Block['branch']
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
      branch = { value: stack.pop() as number, next: target }
      break
    }
    if (isLast) last = instruction
    else append(draft, instruction, code, at - 1 - immediate)
  }
  return { gas, needs, grows, ...finish(draft, branch), last, next: at, branch }
}

function place({ values }: Draft, value: bigint | undefined): number {
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
  const { stack, values, steps } = draft
  const { pops, pushes, constant, arrange, operation } = instruction
  if (constant !== undefined) stack.push(place(draft, constant(code.bytes, at)))
  else if (arrange !== undefined) arrange(stack)
  else {
    const operands = stack.splice(stack.length - pops)
    const [first = 0, second = first] = operands.slice(-2).reverse()
    const known = foretell(instruction, values[first], values[second])
    const to = place(draft, known)
    if (known === undefined)
      steps.push({ instruction, operation, first, second, operands, to })
    if (pushes > 0) stack.push(to)
  }
}

function foretell(
  { pure }: Instruction,
  first: bigint | undefined,
  second: bigint | undefined,
): bigint | undefined {
  return first === undefined || second === undefined
    ? undefined
    : pure?.(first, second)
}

/** The block's effect on the stack: the bottom stays as long as it is alike. */
function finish(
  { values, found, stack, steps }: Draft,
  branch: Block['branch'],
): Pick<Block, 'values' | 'reads' | 'steps' | 'drops' | 'leaves'> {
  let drops = found.length
  let kept = 0
  while (drops > 0 && found[drops - 1] === stack[kept]) {
    drops--
    kept++
  }
  const leaves = stack.slice(kept)
  const used = new Set(leaves)
  for (const { operands } of steps)
    for (const operand of operands) used.add(operand)
  if (branch !== undefined) used.add(branch.value)
  const reads = found
    .map((to, depth) => ({ depth, to }))
    .filter(({ to }) => used.has(to))
  return {
    values: values.map((value) => value ?? 0n),
    reads,
    steps,
    drops,
    leaves,
  }
}
