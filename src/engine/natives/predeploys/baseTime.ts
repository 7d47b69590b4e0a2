import { string, toDigits, tuple, uint16 } from '../../../base/abi/abi.js'
import { depositor } from '../../../base/hex/addresses.js'
import {
  type Address,
  type Hash,
  toWord,
  zeroHash,
} from '../../../base/hex/hex.js'
import type { NativeFrame } from '../../engine.js'
import {
  builtInContract,
  builtInFunction,
  revertWith,
  succeed,
} from '../functions/builtInFunction.js'
import type { Outcome } from '../functions/nativeContract.js'

/** The contract that the second deposit of a block writes and contracts ask. */
export const baseTimeAddress: Address =
  '0x4200000000000000000000000000000000000030'

/** The slot of a proxy's implementation (EIP-1967). */
export const implementationSlot: Hash =
  '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'

/** The slot of the ms within a second. */
export const millisPartSlot = zeroHash

/** BaseTime of base/contracts, behind its proxy: it reverts until it is linked. */
export const baseTime = builtInContract(() => [
  linked('timestampMillisPart', (frame) => readPart(frame)),
  linked(
    'timestampMs',
    (frame) => frame.environment.timestamp * 1_000n + readPart(frame),
  ),
  builtInFunction('version', [], (frame) =>
    isLinked(frame) ? succeed(tuple(string).encode(['1.0.0'])) : unlinked,
  ),
  builtInFunction('setTimestampMillisPart', [uint16], (frame, part) => {
    if (!isLinked(frame)) return unlinked
    if (frame.caller !== depositor) return notDepositor()
    if (part > 800n || part % 200n !== 0n) return invalidPart()
    frame.setSlot(millisPartSlot, toWord(part))
    return succeed('')
  }),
])

function linked(name: string, read: (frame: NativeFrame) => bigint) {
  return builtInFunction(name, [], (frame) =>
    isLinked(frame) ? succeed(toDigits(read(frame))) : unlinked,
  )
}

function isLinked({ state, address }: NativeFrame): boolean {
  return BigInt(state.slot(address, implementationSlot)) !== 0n
}

function readPart({ state, address }: NativeFrame): bigint {
  return BigInt.asUintN(16, BigInt(state.slot(address, millisPartSlot)))
}

const unlinked: Outcome = { status: 'reverted', output: '0x' }
const notDepositor = () => revertWith('BaseTime_NotDepositor', [])([])
const invalidPart = () =>
  revertWith('BaseTime_InvalidTimestampMillisPart', [])([])
