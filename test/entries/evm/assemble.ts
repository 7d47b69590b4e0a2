import type { Address, Hex } from '../../../src/base/hex/hex.js'
import { createRules } from '../../../src/entries/evm/rules.js'

const opcodes = new Map(
  createRules('amsterdam', undefined).instructions.map(({ name, opcode }) => [
    name,
    opcode,
  ]),
)

/**
 * Bytecode from text: names of instructions, `0x…` for a PUSH of these bytes,
 * and bytes as they are after a dot.
 */
export function assemble(text: string): Hex {
  const parts = text.split(/\s+/).filter(Boolean).map(assembleOne)
  return `0x${parts.join('')}`
}

function assembleOne(part: string): string {
  if (part.startsWith('.')) return part.slice(1)
  if (part.startsWith('0x')) {
    const bytes = part.slice(2)
    return `${(0x5f + bytes.length / 2).toString(16)}${bytes}`
  }
  const opcode = opcodes.get(part)
  if (opcode === undefined) throw new Error(`No instruction ${part}.`)
  return opcode.toString(16).padStart(2, '0')
}

export function addressOf(value: number): Address {
  return `0x${value.toString(16).padStart(40, '0')}`
}
