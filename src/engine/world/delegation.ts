import type { Address, Hex } from '../../base/hex/hex.js'

const designator = '0xef0100'

/** The account whose code stands in for this one (EIP-7702). */
export function delegateOf(code: Hex): Address | undefined {
  return code.length === 48 && code.startsWith(designator)
    ? `0x${code.slice(designator.length)}`
    : undefined
}

export function designatorOf(address: Address): Hex {
  return `${designator}${address.slice(2)}`
}
