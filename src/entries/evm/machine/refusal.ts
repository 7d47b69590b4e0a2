import { balanceOf, nonceOf } from '../../../engine/world/world.js'
import { type Frame, isCreation } from './frame.js'
import type { Machine } from './machine.js'

const maxDepth = 1_024
const maxNonce = 2n ** 64n - 1n

/** Why a frame does not even begin: its caller pays nothing and goes on. */
export function refusalOf(
  { world }: Machine,
  frame: Frame,
): string | undefined {
  const { type, depth, caller, value, parent } = frame
  if (depth > maxDepth) return 'max call depth exceeded'
  const moves = type !== 'DELEGATECALL' && value !== 0n
  if (moves && balanceOf(world, caller) < value)
    return 'insufficient balance for transfer'
  if (isCreation(frame) && parent && nonceOf(world, caller) >= maxNonce)
    return 'nonce uint64 overflow'
  return undefined
}
