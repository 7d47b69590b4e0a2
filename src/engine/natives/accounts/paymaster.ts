import { bytes, bytes32, tuple, uint256 } from '../../../base/abi/abi.js'
import type { Native } from '../../engine.js'
import {
  builtInContract,
  builtInFunction,
  revertWith,
  succeed,
} from '../functions/nativeContract.js'
import { isEntryPoint, packedOperation } from './accountContract.js'

const unsponsored = revertWith('NotSponsored', [])

/** What the service of a paymaster puts after its address and gas limits. */
export const sponsored = '5b0ced'

/** Pays for each operation that its service has agreed to. */
export const paymaster: Native = builtInContract(
  () => [
    builtInFunction(
      'validatePaymasterUserOp',
      [packedOperation, bytes32, uint256],
      (frame, operation) =>
        isEntryPoint(frame.caller) && operation[7].endsWith(sponsored)
          ? succeed(tuple(bytes, uint256).encode(['0x', 0n]))
          : unsponsored([]),
    ),
  ],
  () => succeed(''),
)
