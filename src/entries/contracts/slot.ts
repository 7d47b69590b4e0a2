import { concat, type Hex, keccak256, pad, stringToHex, toHex } from 'viem'

/**
 * A number is a position in Solidity's layout; a string stands for its hash.
 */
export type Position = number | bigint | string

/**
 * Hex (such as an address) and numbers are words; any other string is bytes.
 */
export type Key = Hex | number | bigint | boolean | string

/**
 * The slot of a value at a position, or in the mapping at that position: the
 * slots that Solidity uses.
 *
 * @example
 * slotOf(0, alice) // balances[alice] of OpenZeppelin's ERC20
 * slotOf(1, alice, bob) // allowances[alice][bob]
 * slotOf('paused') // one that no position has
 */
export function slotOf(position: Position, ...keys: readonly Key[]): Hex {
  const first =
    typeof position === 'string' && !position.startsWith('0x')
      ? keccak256(stringToHex(position))
      : wordOf(position)
  return keys.reduce<Hex>(
    (slot, key) => keccak256(concat([bytesOf(key), slot])),
    first,
  )
}

function bytesOf(key: Key): Hex {
  return typeof key === 'string' && !key.startsWith('0x')
    ? stringToHex(key)
    : wordOf(key)
}

/** A value as its slot holds it. */
export function wordOf(value: Key): Hex {
  return typeof value === 'string'
    ? pad(value.toLowerCase() as Hex, { size: 32 })
    : toHex(BigInt(value), { size: 32 })
}
