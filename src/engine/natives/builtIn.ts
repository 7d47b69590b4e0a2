import { multicall3Address } from '../../base/hex/addresses.js'
import type { Address, Hex } from '../../base/hex/hex.js'
import { encodeText } from '../../base/hex/text.js'
import { lazy } from '../../base/memo/memo.js'
import type { Hardfork, Native } from '../engine.js'
import { erc20Of } from './erc20Account.js'
import { beaconRoots, beaconRootsAddress } from './functions/beaconRoots.js'
import { blockHashes, blockHashesAddress } from './functions/blockHashes.js'
import { multicall3 } from './functions/multicall3.js'
import { baseTime, baseTimeAddress } from './predeploys/baseTime.js'
import { predeploys } from './predeploys/predeploys.js'
import { systemCodeAt } from './systemCode.js'

/** By address; their code is a marker that says which of them it is. */
const everywhere = {
  [multicall3Address]: multicall3,
  [beaconRootsAddress]: beaconRoots,
  [blockHashesAddress]: blockHashes,
}

/** Code of its own for each address without an account. */
const markerOf = (address: Address): Hex =>
  `0xfe${encodeText('built in').slice(2)}${address.slice(2)}`

const nativesByCode = lazy(
  (): ReadonlyMap<Hex, Native> =>
    new Map(
      [
        ...Object.entries(everywhere),
        ...Object.entries(predeploys),
        [baseTimeAddress, baseTime] as const,
      ].map(([address, native]) => [markerOf(address as Address), native]),
    ),
)

type Place = { readonly isOp: boolean; readonly hardfork: Hardfork }

/**
 * Natives of every node, or of OP chains, at addresses where the state has no
 * code.
 */
export function builtInAt(
  address: Address,
  { isOp, hardfork }: Place,
): Hex | undefined {
  const isThere =
    address === multicall3Address ||
    systemCodeAt(address, hardfork) !== undefined ||
    (isOp && Object.hasOwn(predeploys, address))
  return isThere ? markerOf(address) : undefined
}

/** With the native of BaseTime, for chains that have it. */
export function withBaseTime(
  codeAt: (address: Address) => Hex | undefined,
): (address: Address) => Hex | undefined {
  return (address) =>
    address === baseTimeAddress ? markerOf(address) : codeAt(address)
}

/** The contracts whose code says all of them. */
export function builtInOf(code: Hex): Native | undefined {
  return nativesByCode().get(code) ?? erc20Of(code)
}
