import { concat, type Hex, keccak256, pad, stringToHex, toHex } from 'viem'

/** A number is a position as Solidity counts them; a text stands for its hash. */
export type Position = number | bigint | string

/** Hex, as addresses are, and numbers are words; any other text is its bytes. */
export type Key = Hex | number | bigint | boolean | string

/**
 * The slot of a value: at a position, or in the mapping there. Solidity's
 * contracts keep them in the same slots.
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
