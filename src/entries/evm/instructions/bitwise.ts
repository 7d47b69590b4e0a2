import type { Instruction } from '../machine/machine.js'
import { maximum, toSigned, toUnsigned } from '../machine/words.js'
import { binary, unary } from './instruction.js'

export const bitwise: Instruction[] = [
  binary(0x10, 'LT', 3, (a, b) => (a < b ? 1n : 0n)),
  binary(0x11, 'GT', 3, (a, b) => (a > b ? 1n : 0n)),
  binary(0x12, 'SLT', 3, (a, b) => (toSigned(a) < toSigned(b) ? 1n : 0n)),
  binary(0x13, 'SGT', 3, (a, b) => (toSigned(a) > toSigned(b) ? 1n : 0n)),
  binary(0x14, 'EQ', 3, (a, b) => (a === b ? 1n : 0n)),
  unary(0x15, 'ISZERO', 3, (a) => (a === 0n ? 1n : 0n)),
  binary(0x16, 'AND', 3, (a, b) => a & b),
  binary(0x17, 'OR', 3, (a, b) => a | b),
  binary(0x18, 'XOR', 3, (a, b) => a ^ b),
  unary(0x19, 'NOT', 3, (a) => maximum - a),
  binary(0x1a, 'BYTE', 3, (index, value) =>
    index > 31n ? 0n : (value >> (8n * (31n - index))) & 0xffn,
  ),
  binary(0x1b, 'SHL', 3, (shift, value) =>
    shift > 255n ? 0n : toUnsigned(value << shift),
  ),
  binary(0x1c, 'SHR', 3, (shift, value) => value >> shift),
  binary(0x1d, 'SAR', 3, (shift, value) =>
    toUnsigned(toSigned(value) >> shift),
  ),
]

/** EIP-7939. */
export const countLeadingZeros = unary(0x1e, 'CLZ', 5, (value) =>
  value === 0n ? 256n : BigInt(256 - value.toString(2).length),
)
