import type { Frame } from '../machine/frame.js'
import { charge, gasOf } from '../machine/gas.js'
import type { Instruction } from '../machine/machine.js'
import { maximum, modulus, toSigned, toUnsigned } from '../machine/words.js'
import { binary, operating, pop, unary } from './instruction.js'

export const arithmetic: Instruction[] = [
  binary(0x01, 'ADD', 3, (a, b) => {
    const sum = a + b
    return sum > maximum ? sum - modulus : sum
  }),
  binary(0x02, 'MUL', 5, (a, b) => toUnsigned(a * b)),
  binary(0x03, 'SUB', 3, (a, b) => (a >= b ? a - b : a - b + modulus)),
  binary(0x04, 'DIV', 5, (a, b) => (b === 0n ? 0n : a / b)),
  binary(0x05, 'SDIV', 5, (a, b) =>
    b === 0n ? 0n : toUnsigned(toSigned(a) / toSigned(b)),
  ),
  binary(0x06, 'MOD', 5, (a, b) => (b === 0n ? 0n : a % b)),
  binary(0x07, 'SMOD', 5, (a, b) =>
    b === 0n ? 0n : toUnsigned(toSigned(a) % toSigned(b)),
  ),
  modular(0x08, 'ADDMOD', (a, b) => a + b),
  modular(0x09, 'MULMOD', (a, b) => a * b),
  operating({
    opcode: 0x0a,
    name: 'EXP',
    gas: 10,
    pops: 2,
    pushes: 1,
    operation: (base, exponent, frame) =>
      charge(frame, gasOf.exponentByte * bytesOf(exponent))
        ? power(base, exponent)
        : 'out of gas',
  }),
  binary(0x0b, 'SIGNEXTEND', 5, (index, value) =>
    index > 30n
      ? value
      : toUnsigned(BigInt.asIntN(8 * (Number(index) + 1), value)),
  ),
]

function modular(
  opcode: number,
  name: string,
  operation: (first: bigint, second: bigint) => bigint,
): Instruction {
  const run = (frame: Frame) => {
    const value = operation(pop(frame), pop(frame))
    const divisor = pop(frame)
    frame.stack.push(divisor === 0n ? 0n : value % divisor)
    return undefined
  }
  return { opcode, name, gas: 8, pops: 3, pushes: 1, run }
}

function bytesOf(value: bigint): number {
  return value === 0n ? 0 : Math.ceil(value.toString(16).length / 2)
}

function power(base: bigint, exponent: bigint): bigint {
  if (base === 2n) return exponent > 255n ? 0n : 1n << exponent
  let result = 1n
  let square = base
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = toUnsigned(result * square)
    square = toUnsigned(square * square)
  }
  return result
}

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
