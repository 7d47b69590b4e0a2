import {
  parseAddress,
  parseData,
  parseHash,
  type Result,
  refuse,
} from '../../base/hex/parse.js'
import type {
  AccountOverride,
  BlockOverrides,
  StateOverrides,
} from '../../chain/calls/callRequest.js'
import {
  fieldsOf,
  mapOf,
  parseAmount,
  parseCount,
  take,
  unlessRefused,
} from './fields.js'

/** Accounts by address, as the third parameter of `eth_call` has them. */
export const parseStateOverrides: (given: unknown) => Result<StateOverrides> =
  mapOf(parseAddress, parseAccount, 'accounts by address')

const parseSlots = mapOf(parseHash, parseHash, '32-byte words by 32-byte slot')

function parseAccount(given: unknown): Result<AccountOverride> {
  const fields = fieldsOf(given)
  if (fields === undefined)
    return refuse(
      given,
      'an account { balance?, nonce?, code?, state?, stateDiff? }',
    )
  return unlessRefused(fields, {
    balance: take(fields, 'balance', parseAmount),
    nonce: take(fields, 'nonce', parseCount),
    code: take(fields, 'code', parseData),
    state: take(fields, 'state', parseSlots),
    stateDiff: take(fields, 'stateDiff', parseSlots),
    movePrecompileToAddress: take(
      fields,
      'movePrecompileToAddress',
      parseAddress,
    ),
  })
}

/** The header fields that a call is to see, in geth's names. */
export function parseBlockOverrides(given: unknown): Result<BlockOverrides> {
  const fields = fieldsOf(given)
  if (fields === undefined)
    return refuse(given, 'header fields { number?, time?, gasLimit?, … }')
  // Since the Merge nothing shows it.
  take(fields, 'difficulty', parseAmount)
  const { beaconRoot, withdrawals } = fields.given
  return unlessRefused(fields, {
    number: take(fields, 'number', parseCount),
    time: take(fields, 'time', parseCount),
    gasLimit: take(fields, 'gasLimit', parseCount),
    feeRecipient: take(fields, 'feeRecipient', parseAddress),
    prevRandao: take(fields, 'prevRandao', parseHash),
    baseFeePerGas: take(fields, 'baseFeePerGas', parseAmount),
    blobBaseFee: take(fields, 'blobBaseFee', parseAmount),
    unsupported: isGiven(beaconRoot)
      ? 'beaconRoot'
      : isGiven(withdrawals)
        ? 'withdrawals'
        : undefined,
  })
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
