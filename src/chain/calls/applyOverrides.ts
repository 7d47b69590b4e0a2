import type { Address } from '../../base/hex/hex.js'
import type { BlockEnvironment } from '../execution/blockEnvironment.js'
import {
  changeStorage,
  readAccount,
  type State,
  writeAccount,
} from '../model/state.js'
import type {
  AccountOverride,
  BlockOverrides,
  StateOverrides,
} from './callRequest.js'
import { isRefusal, type Refusal, refusal } from './refusal.js'

/** The state as a request wants it to be, in geth's order of addresses. */
export function overrideState(
  state: State,
  overrides: StateOverrides,
): State | Refusal {
  let next = state
  for (const key of Object.keys(overrides).sort()) {
    const address = key as Address
    const override = overrides[address] as AccountOverride
    const overridden = overrideAccount(next, address, override)
    if (isRefusal(overridden)) return overridden
    next = overridden
  }
  return next
}

function overrideAccount(
  before: State,
  address: Address,
  { balance, nonce, code, state, stateDiff }: AccountOverride,
): State | Refusal {
  if (state !== undefined && stateDiff !== undefined)
    return refusal(
      'request',
      `account ${address} has both 'state' and 'stateDiff'`,
    )
  const account = readAccount(before, address)
  const known =
    state === undefined ? account : { storage: null, isStoragePartial: false }
  return writeAccount(before, address, {
    balance: balance ?? account.balance,
    nonce: nonce === undefined ? account.nonce : Number(nonce),
    code: code ?? account.code,
    storage: changeStorage(known, state ?? stateDiff ?? {}),
    isStoragePartial: known.isStoragePartial ?? false,
  })
}

/** The block as a request wants it to be. */
export function overrideBlock(
  block: BlockEnvironment,
  overrides: BlockOverrides,
): BlockEnvironment | Refusal {
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
  }
}
