import { address, uint256 } from '../../../base/abi/abi.js'
import { selectorOf } from '../../../base/abi/selector.js'
import { keccak256 } from '../../../base/hash/keccak256.js'
import {
  type Address,
  type Hash,
  toBytes,
  toHex,
  toWord,
  zeroAddress,
} from '../../../base/hex/hex.js'
import type { Native, NativeFrame } from '../../engine.js'
import {
  builtInContract,
  builtInFunction,
  revertWith,
  succeed,
} from '../functions/nativeContract.js'
import { accountContract } from './accountContract.js'

const ownerSlot: Hash = toWord(0n)
const refused = revertWith('InvalidInitialization', [])

function ownerOf({ state, address }: NativeFrame): Address {
  return `0x${state.slot(address, ownerSlot).slice(26)}`
}

/** The code of a smart account whose owner is in its storage. */
export const simpleAccount: Native = accountContract(ownerOf, () => [
  builtInFunction('initialize', [address], (frame, owner) => {
    if (ownerOf(frame) !== zeroAddress) return refused([])
    frame.setSlot(ownerSlot, toWord(BigInt(owner)))
    return succeed('')
  }),
  builtInFunction('owner', [], (frame) =>
    succeed(address.encode(ownerOf(frame))),
  ),
])

/**
 * Makes accounts at addresses that their owner and a salt say.
 *
 * @param implementation - Where the code of accounts stands.
 */
export function accountFactory(implementation: Address): Native {
  const addressOf = (
    frame: NativeFrame,
    owner: Address,
    salt: bigint,
  ): Address =>
    `0x${toHex(keccak256(toBytes(`0x${frame.address.slice(2)}${address.encode(owner)}${uint256.encode(salt)}`))).slice(26)}`
  return builtInContract(() => [
    builtInFunction('getAddress', [address, uint256], (frame, owner, salt) =>
      succeed(address.encode(addressOf(frame, owner, salt))),
    ),
    builtInFunction(
      'createAccount',
      [address, uint256],
      (frame, owner, salt) => {
        const created = addressOf(frame, owner, salt)
        if (frame.deploy(created, frame.state.code(implementation)))
          frame.call({
            to: created,
            input: `0x${selectorOf('initialize(address)')}${address.encode(owner)}`,
          })
        return succeed(address.encode(created))
      },
    ),
  ])
}
