import type { Address } from '../../../src/base/hex/hex.js'
import type { Hardfork } from '../../../src/engine/engine.js'
import type { Random } from './random.js'

/** Bytecode, two digits a byte, without `0x`. */
type Code = string

const digits = (value: number) => value.toString(16).padStart(2, '0')

function push(value: bigint | number): Code {
  if (value === 0 || value === 0n) return '5f'
  const text = value.toString(16)
  const bytes = text.length % 2 === 0 ? text : `0${text}`
  return digits(0x5f + bytes.length / 2) + bytes
}

const edges = [
  ...[0n, 1n, 2n, 3n, 31n, 32n, 33n, 255n, 256n, 257n, 1_024n],
  ...[2n ** 31n, 2n ** 32n - 1n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n],
  ...[2n ** 128n, 2n ** 255n, 2n ** 255n - 1n, 2n ** 256n - 1n],
]

function word(random: Random): Code {
  if (random.chance(0.5)) return push(random.pick(edges))
  if (random.chance(0.5)) return push(random.below(300))
  return push(BigInt(`0x${random.bytes(1 + random.below(32))}`))
}

/** A place in memory: mostly near, at times far or past everything. */
function place(random: Random): Code {
  if (random.chance(0.95)) return push(random.below(160))
  if (random.chance(0.6)) return push(random.below(20_000))
  if (random.chance(0.3)) return push(random.below(400_000))
  return push(random.pick(edges))
}

const length = place

/** Takes its arguments from words, and leaves one word that is dropped. */
function pure(random: Random): Code {
  const opcode = random.pick([
    ...[0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b],
    ...[0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a],
    ...[0x1b, 0x1c, 0x1d, 0x1e],
  ])
  const takes = opcode === 0x08 || opcode === 0x09 ? 3 : 2
  const words = Array.from({ length: takes }, () => word(random)).join('')
  return `${words}${digits(opcode)}${keep(random)}`
}

/** What becomes of a result: into storage, into memory, or nothing. */
function keep(random: Random): Code {
  if (random.chance(0.3)) return `${push(random.below(4))}55`
  return random.chance(0.5) ? `${push(random.below(96))}52` : '50'
}

function told(random: Random): Code {
  const opcode = random.pick([
    ...[0x30, 0x32, 0x33, 0x34, 0x36, 0x38, 0x3a, 0x3d, 0x41, 0x42, 0x43],
    ...[0x44, 0x45, 0x46, 0x47, 0x48, 0x4a, 0x58, 0x59, 0x5a, 0x5a, 0x5a],
  ])
  return `${digits(opcode)}${keep(random)}`
}

function memory(random: Random): Code {
  return random.pick([
    () => `${word(random)}${place(random)}52`,
    () => `${word(random)}${place(random)}53`,
    () => `${place(random)}51${keep(random)}`,
    () => `${length(random)}${place(random)}20${keep(random)}`,
    () => `${length(random)}${place(random)}${place(random)}5e`,
    () => `${length(random)}${place(random)}${place(random)}37`,
    () => `${length(random)}${place(random)}${place(random)}39`,
    () => `${length(random)}${place(random)}${place(random)}3e`,
    () => `3d5f${place(random)}3e`,
    () => `${place(random)}35${keep(random)}`,
  ])()
}

function storage(random: Random): Code {
  const slot = push(random.below(4))
  return random.pick([
    () => `${push(random.below(3))}${slot}55`,
    () => `${push(random.below(3))}${slot}55`,
    () => `${slot}54${keep(random)}`,
    () => `${push(random.below(3))}${slot}5d`,
    () => `${slot}5c${keep(random)}`,
  ])()
}

function account(random: Random, addresses: readonly Address[]): Code {
  const address = push(BigInt(random.pick(addresses)))
  return random.pick([
    () => `${address}31${keep(random)}`,
    () => `${address}3b${keep(random)}`,
    () => `${address}3f${keep(random)}`,
    () => `${length(random)}${place(random)}${place(random)}${address}3c`,
  ])()
}

function call(random: Random, addresses: readonly Address[]): Code {
  const opcode = random.pick([0xf1, 0xf1, 0xf1, 0xf2, 0xf4, 0xf4, 0xfa])
  const hasValue = opcode === 0xf1 || opcode === 0xf2
  const value = random.chance(0.6) ? '5f' : push(random.below(3))
  const gas = random.pick([
    () => '5a',
    () => '5a',
    () => push(random.below(60_000)),
    () => push(random.below(3_000)),
    () => word(random),
  ])()
  const ranges = [length, place, length, place].map((part) => part(random))
  const to = push(BigInt(random.pick(addresses)))
  const rich = random.chance(0.03) ? push(2n ** 200n) : value
  return `${ranges.join('')}${hasValue ? rich : ''}${to}${gas}${digits(opcode)}${keep(random)}`
}

/** What initcode does, in at most 32 bytes. */
function initcode(random: Random, addresses: readonly Address[]): Code {
  return random.pick([
    () => '',
    () => '00',
    () => `${push(random.below(3))}${push(random.below(3))}55`,
    // Returns code: that stores, logs, destroys itself, or is reserved.
    () => returning('5f3560015500'),
    () => returning('335f54016001555a5f5560205ff3'),
    () => returning(`${push(BigInt(random.pick(addresses)))}ff`),
    () => returning('ef00'),
    () => returning('fe'),
    () => `${push(random.below(30_000))}5ff3`,
    () => `${push(random.below(100))}5ffd`,
    () => '33ff',
    () => '30ff',
    () => '5b5f56',
    () => random.bytes(random.below(20)),
  ])()
}

function returning(code: Code): Code {
  const size = code.length / 2
  return `${digits(0x5f + size)}${code}5f52${push(size)}${push(32 - size)}f3`
}

function creation(random: Random, addresses: readonly Address[]): Code {
  const code = initcode(random, addresses).slice(0, 64)
  const size = code.length / 2
  const store = size === 0 ? '' : `${digits(0x5f + size)}${code}5f52`
  const value = random.chance(0.8) ? '5f' : push(random.below(3))
  const range = random.chance(0.9)
    ? `${push(size)}${push(32 - size)}`
    : `${length(random)}${place(random)}`
  const isSalted = random.chance(0.5)
  const create = isSalted
    ? `${push(random.below(2))}${range}${value}f5`
    : `${range}${value}f0`
  const use = random.pick([
    () => keep(random),
    // Calls what it created.
    () => `5f5f5f5f5f855af15050`,
  ])()
  return `${store}${create}${use}`
}

/** Values of which each is told from the others, and what reaches to them. */
function reach(random: Random): Code {
  const opcode = random.pick(['e6', 'e7', 'e8'])
  const immediate =
    random.chance(0.9) && opcode !== 'e8'
      ? random.pick([128, 129, 130, 131, 135, 140])
      : random.below(256)
  const count = random.pick([2, 16, 17, 18, 19, 20, 30])
  const values = Array.from({ length: count }, (_, index) => push(index + 1))
  return `${values.join('')}${opcode}${digits(immediate)}${keep(random)}${keep(random)}${'50'.repeat(random.below(count))}`
}

function log(random: Random): Code {
  const count = random.below(5)
  const topics = Array.from({ length: count }, () => word(random)).join('')
  return `${topics}${length(random)}${place(random)}${digits(0xa0 + count)}`
}

/** Runs what follows it some times, by a counter in memory far from others. */
function loop(random: Random, body: Code, at: number): Code {
  const head = `${push(1 + random.below(4))}5b`
  const target = at + (head.length - 2) / 2
  // The counter stays below what the body pushes and takes.
  return `${head}${body}6001900380${digits(0x61)}${target.toString(16).padStart(4, '0')}5750`
}

function end(random: Random, addresses: readonly Address[]): Code {
  return random.pick([
    () => '00',
    () => `${length(random)}${place(random)}f3`,
    () => `${length(random)}${place(random)}f3`,
    () => `${length(random)}${place(random)}fd`,
    () => `${push(BigInt(random.pick(addresses)))}ff`,
    () => 'fe',
    () => '',
  ])()
}

function ofAmsterdam(random: Random): Code {
  return random.chance(0.3) ? `4b${keep(random)}` : reach(random)
}

/** A program that favours what goes on between contracts. */
export function createProgram(
  random: Random,
  addresses: readonly Address[],
  hardfork: Hardfork,
): Code {
  let code = ''
  const count = 1 + random.below(14)
  for (let index = 0; index < count; index++) {
    const part = random.pick([
      () => pure(random),
      () => told(random),
      () => memory(random),
      () => memory(random),
      () => storage(random),
      () => storage(random),
      () => account(random, addresses),
      () => call(random, addresses),
      () => call(random, addresses),
      () => call(random, addresses),
      () => creation(random, addresses),
      () => creation(random, addresses),
      () => log(random),
      ...(hardfork === 'amsterdam' ? [() => ofAmsterdam(random)] : []),
    ])()
    const isLoop = random.chance(0.08)
    code += isLoop ? loop(random, part, code.length / 2) : part
    if (random.chance(0.01)) code += random.bytes(random.below(4))
    if (random.chance(0.02)) code += end(random, addresses)
  }
  return code + end(random, addresses)
}
