import type { Frame } from './frame.js'
import { charge } from './gas.js'
import type { Block, Machine, Next, Place, Rules, Script } from './machine.js'
import { readWord, type Word, writeWord } from './words.js'

type RunSteps = (machine: Machine, frame: Frame) => Next

/**
 * A block as a function of JavaScript, where a value of the stack is a variable:
 * the engine of the platform then makes machine code of it. Undefined where code
 * must not be made of text, as a content security policy has it.
 */
export function createScript(
  block: Block,
  rules: Rules,
  runSteps: RunSteps,
): Script | undefined {
  if (!isAllowed()) {
    // It is not tried again: a browser reports each time.
    rules.runsBeforeScript = Number.POSITIVE_INFINITY
    return undefined
  }
  const { operations, values, parts, last } = block
  const tools = { charge, leave, readWord, runSteps, writeWord }
  const jump = parts.find(({ branch }) => branch?.instruction)?.branch
    ?.instruction
  const given = { ...tools, operations, values, last, jump }
  const create = new Function(...Object.keys(given), textOf(block))
  return create(...Object.values(given))
}

function isAllowed(): boolean {
  try {
    return new Function('return true')()
  } catch {
    return false
  }
}

/** All that it is made of are numbers, and texts of the interpreter. */
function textOf(block: Block): string {
  const { values, reads, operations, places, sources, parts, last } = block
  const variables = new Set(reads.map(({ to }) => to))
  for (let at = 2; at < places.length; at += 3)
    variables.add(places[at] as number)
  const name = (place: number) =>
    variables.has(place) ? `v${place}` : textOfWord(values[place] as Word)
  const leaving = ({ pc, drops, leaves }: Place) =>
    `leave(${['frame', pc, drops, ...leaves.map(name)].join(', ')})`
  const lines = reads.map(
    ({ depth, to }) => `v${to} = stack[stack.length - ${depth + 1}]`,
  )
  let place: Place | undefined
  let at = 0
  for (const { gas, operationsEnd, branch, end } of parts) {
    const back = place === undefined ? '' : `${leaving(place)}; `
    lines.push(
      `if (${gas} <= frame.gas) frame.gas -= ${gas}`,
      `else if (!charge(frame, ${gas})) { ${back}return runSteps(machine, frame) }`,
    )
    for (; at < operationsEnd; at++) {
      const [first, second, to] = Array.from(
        places.subarray(3 * at, 3 * at + 3),
        name,
      ) as [string, string, string]
      const { instruction, operands } = sources[at] as Block['sources'][number]
      const { operation, pure, shortcut } = instruction
      // It takes them from the values of the block.
      if (operation === undefined)
        for (const operand of operands)
          if (variables.has(operand))
            lines.push(`values[${operand}] = v${operand}`)
      const [when, then] =
        (operation === operations[at] && shortcut?.(first, second)) || []
      if (when !== undefined) lines.push(`if (${when}) ${to} = ${then}`, 'else')
      lines.push(
        `{ ${to} = o${at}(${first}, ${second}, frame, machine)`,
        pure ? '}' : `if (typeof ${to} === 'string') return ${to} }`,
      )
    }
    if (branch !== undefined) {
      const { value, isTaken, other, instruction } = branch
      const isOther = `${name(value)} ${isTaken ? '===' : '!=='} 0`
      lines.push(
        `if (${isOther}) { ${leaving(other)}; return ${instruction === undefined ? '' : 'jump.run(frame, machine)'} }`,
      )
    }
    place = end
  }
  lines.push(...ending(place as Place, name))
  if (last !== undefined) lines.push('return last.run(frame, machine)')
  const names = operations.map((_, at) => `o${at}`)
  return [
    `const [${names}] = operations`,
    'return function (frame, machine) {',
    'const { stack, memory } = frame',
    ...(variables.size > 0 ? [`let ${[...variables].map(name)}`] : []),
    ...lines,
    '}',
  ].join('\n')
}

/** As `leave`, which is called where the block is left early. */
function ending(
  { pc, drops, leaves }: Place,
  name: (place: number) => string,
): string[] {
  const kept = leaves
    .slice(0, drops)
    .map((leaf, at) => `stack[stack.length - ${drops - at}] = ${name(leaf)}`)
  const pushed = leaves.slice(drops).map(name)
  const popped = Array(Math.max(0, drops - leaves.length)).fill('stack.pop()')
  if (pushed.length > 0) popped.push(`stack.push(${pushed.join(', ')})`)
  return [...kept, ...popped, `frame.pc = ${pc}`]
}

function textOfWord(word: Word): string {
  return typeof word === 'bigint' ? `${word}n` : `${word}`
}

/** Makes of the frame's stack what the block has made of it. */
function leave(
  frame: Frame,
  pc: number,
  drops: number,
  ...leaves: Word[]
): void {
  const { stack } = frame
  for (let count = 0; count < drops; count++) stack.pop()
  for (const value of leaves) stack.push(value)
  frame.pc = pc
}
