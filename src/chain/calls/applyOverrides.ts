import { type Address, toNonce, zeroHash } from '../../base/hex/hex.js'
import { checksum } from '../../base/validation/values.js'
import type { BlockEnvironment } from '../../engine/engine.js'
import { isPrecompile } from '../../engine/precompiles.js'
import {
  changeStorage,
  readAccount,
  type State,
  writeAccount,
} from '../model/state.js'
import {
  type AccountOverride,
  type BlockOverrides,
  type CallRefusal,
  isRefusal,
  refusal,
  type StateOverrides,
} from './callRequest.js'

type Overridden = { readonly state: State; readonly block: BlockEnvironment }

/**
 * State and precompiles as a request wants them to be, in geth's order of
 * addresses.
 */
export function overrideState<context extends Overridden>(
  context: context,
  overrides: StateOverrides,
): context | CallRefusal {
  let { state } = context
  const moved = new Map<Address, Address | null>()
  for (const key of Object.keys(overrides).sort()) {
    const address = key as Address
    const override = overrides[address] as AccountOverride
    const refused = movePrecompile(moved, address, overrides, context.block)
    if (refused !== undefined) return refused
    const overridden = overrideAccount(state, address, override)
    if (isRefusal(overridden)) return overridden
    state = overridden
  }
  return moved.size === 0
    ? { ...context, state }
    : {
        ...context,
        state,
        block: { ...context.block, movedPrecompiles: moved },
      }
}

/** Whatever is overridden of its address, a precompile runs there no more. */
function movePrecompile(
  moved: Map<Address, Address | null>,
  address: Address,
  overrides: StateOverrides,
  block: BlockEnvironment,
): CallRefusal | undefined {
  const { movePrecompileToAddress: to } = overrides[address] as AccountOverride
  const account = `account ${checksum(address)}`
  if (moved.has(address))
    return refusal(
      'request',
      `${account} has already been overridden by a precompile`,
    )
  const isThere = isPrecompile(address, block)
  if (to !== undefined) {
    if (!isThere) return refusal('request', `${account} is not a precompile`)
    if (Object.hasOwn(overrides, to))
      return refusal('request', `account ${checksum(to)} is already overridden`)
    moved.set(to, address)
  }
  if (isThere) moved.set(address, null)
  return undefined
}

function overrideAccount(
  before: State,
  address: Address,
  { balance, nonce, code, state, stateDiff }: AccountOverride,
): State | CallRefusal {
  if (state !== undefined && stateDiff !== undefined)
    return refusal(
      'request',
      `account ${checksum(address)} has both 'state' and 'stateDiff'`,
    )
  const account = readAccount(before, address)
  const known =
    state === undefined ? account : { storage: null, isStoragePartial: false }
  return writeAccount(before, address, {
    balance: balance ?? account.balance,
    nonce: nonce === undefined ? account.nonce : toNonce(nonce),
    code: code ?? account.code,
    storage: changeStorage(known, state ?? stateDiff ?? {}),
    isStoragePartial: known.isStoragePartial ?? false,
    isForked: account.isForked ?? false,
  })
}

/** The block as a request wants it to be. */
export function overrideBlock(
  block: BlockEnvironment,
  overrides: BlockOverrides,
): BlockEnvironment | CallRefusal {
  const { unsupported } = overrides
  if (unsupported !== undefined)
    return refusal(
      'request',
      `block override "${unsupported}" is not supported for this RPC method`,
    )
  return {
    ...block,
    number: overrides.number ?? block.number,
    timestamp: overrides.time ?? block.timestamp,
    gasLimit: overrides.gasLimit ?? block.gasLimit,
    miner: overrides.feeRecipient ?? block.miner,
    mixHash: overrides.prevRandao ?? block.mixHash,
    baseFeePerGas: overrides.baseFeePerGas ?? block.baseFeePerGas,
    blobBaseFee: overrides.blobBaseFee ?? block.blobBaseFee,
    // As geth's `GetHashFn` has it: only blocks before the real one have hashes.
    hashOf: (number) =>
      number < block.number ? block.hashOf(number) : zeroHash,
  }
}
