import type { Frame } from '../machine/frame.js'
import { charge, gasOf } from '../machine/gas.js'
import type { Instruction, Operation } from '../machine/machine.js'
import {
  fromNumber,
  maximum,
  modulus,
  narrow,
  toSigned,
  toUnsigned,
  toWide,
  type Word,
} from '../machine/words.js'
import { binary, operating, pop, unary } from './instruction.js'

export const arithmetic: Instruction[] = [
  {
    ...binary(0x01, 'ADD', 3, (a, b) => {
      if (typeof a === 'number' && typeof b === 'number')
        return fromNumber(a + b)
      const sum = toWide(a) + toWide(b)
      return sum > maximum ? narrow(sum - modulus) : sum
    }),
    isCommutative: true,
    shortcut: (a, b) => [
      `${areNumbers(a, b)} && ${a} + ${b} < ${2 ** 31}`,
      `${a} + ${b}`,
    ],
  },
  binary(0x02, 'MUL', 5, (a, b) => {
    if (typeof a === 'number' && typeof b === 'number') {
      const product = a * b
      if (product < exactly) return fromNumber(product)
    }
    const product = toWide(a) * toWide(b)
    return narrow(product > maximum ? BigInt.asUintN(256, product) : product)
  }),
  {
    ...binary(0x03, 'SUB', 3, (a, b) => {
      if (typeof a === 'number' && typeof b === 'number' && a >= b) return a - b
      const difference = toWide(a) - toWide(b)
      return narrow(difference < 0n ? difference + modulus : difference)
    }),
    shortcut: (a, b) => [`${areNumbers(a, b)} && ${a} >= ${b}`, `${a} - ${b}`],
  },
  {
    ...binary(0x04, 'DIV', 5, (a, b) => {
      if (typeof b === 'number') {
        if (b < 2) return b === 0 ? 0 : a
        if (typeof a === 'number') return Math.floor(a / b)
      }
      return narrow(toWide(a) / toWide(b))
    }),
    bySecond: divisionBy,
  },
  binary(0x05, 'SDIV', 5, (a, b) =>
    b === 0 ? 0 : toUnsigned(toSigned(a) / toSigned(b)),
  ),
  binary(0x06, 'MOD', 5, (a, b) => {
    if (b === 0) return 0
    if (typeof a === 'number') return typeof b === 'number' ? a % b : a
    return narrow(a % toWide(b))
  }),
  binary(0x07, 'SMOD', 5, (a, b) =>
    b === 0 ? 0 : toUnsigned(toSigned(a) % toSigned(b)),
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
        ? (powerOfTwo(base, exponent) ?? power(toWide(base), toWide(exponent)))
        : 'out of gas',
  }),
  binary(0x0b, 'SIGNEXTEND', 5, (index, value) =>
    typeof index === 'bigint' || index > 30
      ? value
      : toUnsigned(BigInt.asIntN(8 * (index + 1), toWide(value))),
  ),
]

function areNumbers(a: string, b: string): string {
  return `typeof ${a} === 'number' && typeof ${b} === 'number'`
}

function asking(
  instruction: Instruction,
  condition: (a: string, b: string) => string,
): Instruction {
  const shortcut = (a: string, b: string) =>
    ['true', `${condition(a, b)} ? 1 : 0`] as const
  return { ...instruction, shortcut }
}

/** Up to there a number has each value. */
const exactly = 2 ** 53

function modular(
  opcode: number,
  name: string,
  operation: (first: bigint, second: bigint) => bigint,
): Instruction {
  const run = (frame: Frame) => {
    const value = operation(toWide(pop(frame)), toWide(pop(frame)))
    const divisor = pop(frame)
    frame.stack.push(divisor === 0 ? 0 : narrow(value % toWide(divisor)))
    return undefined
  }
  return { opcode, name, gas: 8, pops: 3, pushes: 1, run }
}

function bytesOf(value: Word): number {
  return value === 0 ? 0 : Math.ceil(value.toString(16).length / 2)
}

/** As solc moves what shares a slot: a shift is cheaper. */
function powerOfTwo(base: Word, exponent: Word): Word | undefined {
  if (typeof base === 'bigint' || base === 0 || (base & (base - 1)) !== 0)
    return undefined
  const shift = (31 - Math.clz32(base)) * Number(exponent)
  return shift > 255 ? 0 : narrow(1n << BigInt(shift))
}

function power(base: bigint, exponent: bigint): Word {
  let result = 1n
  let square = base
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = BigInt.asUintN(256, result * square)
    square = BigInt.asUintN(256, square * square)
  }
  return narrow(result)
}

/** By a power of two, as solc reads what shares a slot: a shift is cheaper. */
function divisionBy(divisor: Word): Operation | undefined {
  const [first, ...rest] = divisor.toString(2)
  const shift = rest.length
  return first === '0' || rest.includes('1')
    ? undefined
    : (value) => shiftRight(shift, value)
}

function shiftRight(shift: Word, value: Word): Word {
  if (typeof shift === 'bigint' || shift > 255) return 0
  if (typeof value === 'number') return shift > 30 ? 0 : value >> shift
  return narrow(value >> BigInt(shift))
}

export const bitwise: Instruction[] = [
  // A number is less than any bigint.
  asking(
    binary(0x10, 'LT', 3, (a, b) => (a < b ? 1 : 0)),
    (a, b) => `${a} < ${b}`,
  ),
  asking(
    binary(0x11, 'GT', 3, (a, b) => (a > b ? 1 : 0)),
    (a, b) => `${a} > ${b}`,
  ),
  binary(0x12, 'SLT', 3, (a, b) => (isLess(a, b) ? 1 : 0)),
  binary(0x13, 'SGT', 3, (a, b) => (isLess(b, a) ? 1 : 0)),
  asking(
    binary(0x14, 'EQ', 3, (a, b) => (a === b ? 1 : 0)),
    (a, b) => `${a} === ${b}`,
  ),
  asking(
    unary(0x15, 'ISZERO', 3, (a) => (a === 0 ? 1 : 0)),
    (a) => `${a} === 0`,
  ),
  {
    ...binary(0x16, 'AND', 3, (a, b) =>
      typeof a === 'number' && typeof b === 'number'
        ? a & b
        : narrow(toWide(a) & toWide(b)),
    ),
    isCommutative: true,
    bySecond: maskBy,
  },
  binary(0x17, 'OR', 3, (a, b) =>
    typeof a === 'number' && typeof b === 'number'
      ? a | b
      : toWide(a) | toWide(b),
  ),
  binary(0x18, 'XOR', 3, (a, b) =>
    typeof a === 'number' && typeof b === 'number'
      ? a ^ b
      : narrow(toWide(a) ^ toWide(b)),
  ),
  unary(0x19, 'NOT', 3, (a) => narrow(maximum - toWide(a))),
  binary(0x1a, 'BYTE', 3, (index, value) =>
    typeof index === 'bigint' || index > 31
      ? 0
      : Number((toWide(value) >> BigInt(8 * (31 - index))) & 0xffn),
  ),
  binary(0x1b, 'SHL', 3, (shift, value) =>
    typeof shift === 'bigint' || shift > 255
      ? 0
      : toUnsigned(toWide(value) << BigInt(shift)),
  ),
  binary(0x1c, 'SHR', 3, shiftRight),
  binary(0x1d, 'SAR', 3, (shift, value) =>
    toUnsigned(
      toSigned(value) >>
        (typeof shift === 'bigint' || shift > 255 ? 255n : BigInt(shift)),
    ),
  ),
]

/** By so many low bits, as a type has: most values have no others. */
function maskBy(mask: Word): Operation | undefined {
  return typeof mask === 'bigint' && (mask & (mask + 1n)) === 0n
    ? (value) =>
        typeof value === 'number' || value <= mask
          ? value
          : narrow(value & mask)
    : undefined
}

/** As numbers with a sign; one that is no bigint has none. */
function isLess(a: Word, b: Word): boolean {
  return typeof a === 'number' && typeof b === 'number'
    ? a < b
    : toSigned(a) < toSigned(b)
}

/** EIP-7939. */
export const countLeadingZeros = unary(0x1e, 'CLZ', 5, (value) =>
  value === 0 ? 256 : 256 - value.toString(2).length,
)
