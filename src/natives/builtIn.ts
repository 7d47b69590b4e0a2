import { encodeText } from '../abi/text.js'
import type { Native } from '../engine/engine.js'
import type { Address, Hex } from '../hex/hex.js'
import { erc20Of } from './erc20Account.js'
import { multicall3, multicall3Address } from './multicall3.js'

const multicall3Code: Hex = `0xfe${encodeText('multicall3').slice(2) as ''}`

/** What runs on every node at an address where the state has no code. */
export function builtInAt(address: Address): Hex | undefined {
  return address === multicall3Address ? multicall3Code : undefined
}

/** The contracts whose code says all of them. */
export function builtInOf(code: Hex): Native | undefined {
  return code === multicall3Code ? multicall3 : erc20Of(code)
}
