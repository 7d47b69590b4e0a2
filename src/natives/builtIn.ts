import { encodeText } from '../abi/text.js'
import type { Native } from '../engine/engine.js'
import type { Address, Hex } from '../hex/hex.js'
import { blockHashes, blockHashesAddress } from './blockHashes.js'
import { erc20Of } from './erc20Account.js'
import { multicall3, multicall3Address } from './multicall3.js'

const multicall3Code: Hex = `0xfe${encodeText('multicall3').slice(2) as ''}`
const blockHashesCode: Hex = `0xfe${encodeText('blockHashes').slice(2) as ''}`

/** What runs on every node at an address where the state has no code. */
export function builtInAt(address: Address): Hex | undefined {
  if (address === multicall3Address) return multicall3Code
  return address === blockHashesAddress ? blockHashesCode : undefined
}

/** The contracts whose code says all of them. */
export function builtInOf(code: Hex): Native | undefined {
  if (code === multicall3Code) return multicall3
  return code === blockHashesCode ? blockHashes : erc20Of(code)
}
