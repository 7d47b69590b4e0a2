import { address } from '../../../base/abi/abi.js'
import { topicOf } from '../../../base/abi/selector.js'
import { type Address, type Hash, zeroAddress } from '../../../base/hex/hex.js'
import type { NativeFrame } from '../../engine.js'
import {
  type BuiltInFunction,
  builtInFunction,
  revertWith,
  succeed,
} from './builtInFunction.js'
import type { Outcome } from './nativeContract.js'

const invalidOwner = revertWith('OwnableInvalidOwner', [address])
const unauthorized = revertWith('OwnableUnauthorizedAccount', [address])

/** OpenZeppelin's Ownable 5.x, whose owner is in that slot. */
export function ownable(slot: Hash): BuiltInFunction[] {
  return [
    builtInFunction('owner', [], (frame) =>
      succeed(frame.state.slot(frame.address, slot).slice(2)),
    ),
    builtInFunction(
      'transferOwnership',
      [address],
      (frame, owner) =>
        onlyOwner(frame, slot) ??
        (owner === zeroAddress
          ? invalidOwner([owner])
          : setOwner(frame, slot, owner)),
    ),
    builtInFunction(
      'renounceOwnership',
      [],
      (frame) => onlyOwner(frame, slot) ?? setOwner(frame, slot, zeroAddress),
    ),
  ]
}

/** Why the caller may not, if it may not. */
export function onlyOwner(
  { state, address: own, caller }: NativeFrame,
  slot: Hash,
): Outcome | undefined {
  const isOwner = state.slot(own, slot).slice(26) === caller.slice(2)
  return isOwner ? undefined : unauthorized([caller])
}

function setOwner(frame: NativeFrame, slot: Hash, owner: Address): Outcome {
  const before = frame.state.slot(frame.address, slot)
  const after: Hash = `0x${address.encode(owner)}`
  frame.setSlot(slot, after)
  frame.emit(
    [topicOf('OwnershipTransferred(address,address)'), before, after],
    '0x',
  )
  return succeed('')
}
