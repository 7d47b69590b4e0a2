import { expect, test } from 'vitest'
import { type Address, toBytes, toHex } from '../../../src/base/hex/hex.js'
import { createRules } from '../../../src/entries/evm/rules.js'
import { readVectors } from './readVectors.js'

type Vector = {
  readonly file: string
  readonly Name: string
  readonly Input: string
  readonly Expected?: string
  readonly Gas?: number
}

// The vectors of EIP-2537, as the repository ethereumjs-monorepo holds them
// (272509a9c).
const vectors = readVectors<Vector>(new URL('bls.jsonl.br', import.meta.url))

const positions: { [operation: string]: number } = {
  add_G1: 0x0b,
  mul_G1: 0x0c,
  multiexp_G1: 0x0c,
  add_G2: 0x0d,
  mul_G2: 0x0e,
  multiexp_G2: 0x0e,
  pairing_check: 0x0f,
  map_fp_to_G1: 0x10,
  map_fp2_to_G2: 0x11,
}

const { precompiles } = createRules('prague', undefined)

test('there are vectors that succeed and vectors that fail', () => {
  const failing = vectors.filter(({ Expected }) => Expected === undefined)
  expect([vectors.length, failing.length]).toEqual([160, 72])
})

test.each(vectors)('$file $Name', ({ file, Input, Expected, Gas }) => {
  const operation = file.replace(/^fail-|_bls\.json$/g, '')
  const position = positions[operation]?.toString(16).padStart(40, '0')
  const precompile = precompiles.get(`0x${position}` as Address)
  const input = toBytes(`0x${Input}`)
  const output = precompile?.run(input)
  if (Expected === undefined) {
    expect(precompile).toBeDefined()
    expect(output).toBeUndefined()
    return
  }
  expect(output && toHex(output)).toBe(`0x${Expected}`)
  expect(precompile?.gas(input)).toBe(Gas)
})

test('the precompiles of BLS12-381 come with Prague', () => {
  const addressOf = (position: number): Address =>
    `0x${position.toString(16).padStart(40, '0')}`
  const { precompiles: before } = createRules('cancun', undefined)
  for (const position of Object.values(positions))
    expect(before.has(addressOf(position))).toBe(false)
})
