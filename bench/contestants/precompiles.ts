import { concatHex, type Hex, keccak256, pad, toHex } from 'viem'
import { generatePrivateKey, sign } from 'viem/accounts'

/** How often each contract asks its precompile in a call. */
export const repeats = 50

const word = (value: number | bigint | Hex): Hex =>
  typeof value === 'string' ? pad(value) : toHex(value, { size: 32 })
/** An odd number of that many bytes. */
const odd = (size: number): Hex => `0x${'c3'.repeat(size)}`

const { r, s } = await sign({ hash: odd(32), privateKey: generatePrivateKey() })

/** Contracts that ask one, each time about another number. */
export const precompiles = [
  contract('ECRECOVER', {
    number: 1,
    varied: 0,
    input: concatHex([word(0), word(27), word(r), word(s)]),
  }),
  contract('MODEXP of 32 bytes', {
    number: 5,
    varied: 96,
    input: concatHex([
      ...[word(32), word(32), word(32)],
      ...[word(0), odd(32), odd(32)],
    ]),
  }),
  contract('MODEXP of 256 bytes to 65,537', {
    number: 5,
    varied: 96,
    input: concatHex([
      ...[word(256), word(3), word(256)],
      ...[odd(256), '0x010001' as const, odd(256)],
    ]),
  }),
]

/**
 * Copies the input to memory; then, for each number from `repeats` down to 1,
 * writes it to a place there and calls the precompile; returns the last output.
 */
function contract(
  name: string,
  { number, varied, input }: { number: number; varied: number; input: Hex },
): { name: string; at: Hex; code: Hex; input: Hex } {
  const byte = (value: number) => toHex(value, { size: 1 })
  const code = concatHex([
    // CALLDATACOPY, PUSH1 repeats, JUMPDEST, DUP1, PUSH1 varied, MSTORE
    ...(['0x36600060003760', byte(repeats), '0x5b8060'] as const),
    ...([byte(varied), '0x52'] as const),
    // STATICCALL with all of the input, for 32 bytes at 0x1000
    ...(['0x602061100036600060', byte(number), '0x5afa50'] as const),
    // the number before it, until 0; then RETURN
    ...(['0x600190038060085760', '0x20611000f3'] as const),
  ])
  return { name, at: keccak256(toHex(name)).slice(0, 42) as Hex, code, input }
}
