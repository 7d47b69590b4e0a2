import {
  address,
  arrayOf,
  bool,
  bytes,
  bytes32,
  tuple,
  uint256,
} from '../../../base/abi/abi.js'
import { selectorOf } from '../../../base/abi/selector.js'
import { hashMessage } from '../../../base/codec/messageHashes.js'
import { recoverSigned } from '../../../base/codec/signatures/recoverSigned.js'
import { type Address, type Hex, zeroAddress } from '../../../base/hex/hex.js'
import type { Native, NativeFrame } from '../../engine.js'
import {
  type BuiltInFunction,
  builtInContract,
  builtInFunction,
  type Outcome,
  revertWith,
  succeed,
} from '../functions/nativeContract.js'

/** The entry points of ERC-4337 that an account trusts, by version. */
export const entryPoints = {
  '0.7': '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0.8': '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
  '0.9': '0x433709009b8330fda32311df1c2afa402ed8d009',
} as const satisfies { [version: string]: Address }

/** A call within a batch. */
const call = tuple(address, uint256, bytes)

/** ERC-4337's PackedUserOperation. */
export const packedOperation = tuple(
  address,
  uint256,
  bytes,
  bytes,
  bytes32,
  uint256,
  bytes32,
  bytes,
  bytes,
)

/** ERC-7821's mode of a batch that reverts as a whole. */
const batchMode: Hex = `0x01${'00'.repeat(31)}`

const batch = tuple(arrayOf(call))
const isMagic = `1626ba7e${'0'.repeat(56)}`
const isNotMagic = `ffffffff${'0'.repeat(56)}`
const unauthorized = revertWith('NotAuthorized', [address])
const done = succeed('')

/** The calldata of a batch that an account sends to itself. */
export function batchData(
  calls: readonly { to: Address; value: bigint; data: Hex }[],
): Hex {
  const inner = batch.encode([
    calls.map(({ to, value, data }) => [to, value, data]),
  ])
  const parameters = tuple(bytes32, bytes)
  return `0x${selectorOf('execute(bytes32,bytes)')}${parameters.encode([batchMode, `0x${inner}`])}`
}

/**
 * The code of a smart account with one owner: batches by ERC-7821, operations
 * by ERC-4337, signatures by ERC-1271. Its owner, itself and entry points may
 * use it.
 */
export function accountContract(
  ownerOf: (frame: NativeFrame) => Address,
  more: () => readonly BuiltInFunction[] = () => [],
): Native {
  const guarded = (frame: NativeFrame, act: () => Outcome): Outcome => {
    const { caller, address: self } = frame
    const isTrusted =
      caller === self || caller === ownerOf(frame) || isEntryPoint(caller)
    return isTrusted ? act() : unauthorized([caller])
  }
  const isSigned = (frame: NativeFrame, hash: Hex, signature: Hex) => {
    const owner = ownerOf(frame)
    return (
      owner !== zeroAddress &&
      (recoverSigned(hash, signature) === owner ||
        recoverSigned(hashMessage(hash), signature) === owner)
    )
  }
  return builtInContract(
    () => [
      builtInFunction(
        'execute',
        [address, uint256, bytes],
        (frame, to, value, data) =>
          guarded(frame, () => callAll(frame, [[to, value, data]])),
        true,
      ),
      builtInFunction(
        'execute',
        [bytes32, bytes],
        (frame, _, data) =>
          guarded(frame, () => callAll(frame, batch.decode(data, 2)[0])),
        true,
      ),
      builtInFunction(
        'executeBatch',
        [arrayOf(call)],
        (frame, calls) => guarded(frame, () => callAll(frame, calls)),
        true,
      ),
      // Of older accounts, without and with amounts.
      builtInFunction(
        'executeBatch',
        [arrayOf(address), arrayOf(uint256), arrayOf(bytes)],
        (frame, targets, values, datas) =>
          guarded(frame, () =>
            callAll(
              frame,
              targets.map((to, index) => [
                to,
                values[index] ?? 0n,
                datas[index] ?? '0x',
              ]),
            ),
          ),
        true,
      ),
      builtInFunction('supportsExecutionMode', [bytes32], (_, mode) =>
        succeed(bool.encode(mode === batchMode)),
      ),
      builtInFunction(
        'validateUserOp',
        [packedOperation, bytes32, uint256],
        (frame, operation, hash, missing) => {
          const { caller } = frame
          if (!isEntryPoint(caller)) return unauthorized([caller])
          if (missing > 0n) frame.call({ to: caller, value: missing })
          const signature = operation[8]
          return succeed(
            uint256.encode(isSigned(frame, hash, signature) ? 0n : 1n),
          )
        },
      ),
      builtInFunction(
        'isValidSignature',
        [bytes32, bytes],
        (frame, hash, signature) =>
          succeed(isSigned(frame, hash, signature) ? isMagic : isNotMagic),
      ),
      ...more(),
    ],
    // It takes ether, and tokens that ask whether it does.
    (frame) =>
      frame.input.length <= 10
        ? done
        : succeed(`${frame.input.slice(2, 10)}${'0'.repeat(56)}`),
  )
}

/** Of `receive() external payable {}`, as solc compiles it. */
const receiveGas = 55n
const ownAccount = accountContract(({ address }) => address)

/**
 * The code of accounts that delegate (EIP-7702): each is its own owner. No proxy
 * stands before it, so the stipend of a transfer is enough to receive ether.
 */
export const delegatedAccount: Native = (frame) =>
  frame.input === '0x'
    ? { status: 'success', output: '0x', gasUsed: receiveGas }
    : ownAccount(frame)

export function isEntryPoint(caller: Address): boolean {
  return Object.values<Address>(entryPoints).includes(caller)
}

/** All of them, or none. */
function callAll(
  frame: NativeFrame,
  calls: readonly (readonly [Address, bigint, Hex])[],
): Outcome {
  for (const [to, value, input] of calls) {
    const target = to === zeroAddress ? frame.address : to
    const { status, output } = frame.call({ to: target, value, input })
    if (status === 'reverted') return { status, output }
  }
  return done
}
