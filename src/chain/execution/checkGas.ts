import { PresealError } from '../../base/errors/errors.js'
import {
  floorGas,
  intrinsicGas,
  mostInitcode,
  osakaGasCap,
} from '../../engine/gas.js'
import { mostBaseTimeGas } from '../../engine/natives/predeploys/predeploys.js'
import type { ChainConfig } from '../model/config.js'
import type { Transaction } from '../model/transaction.js'

const none: readonly never[] = []

/**
 * Gas limit of a transaction in any block: the deposits that open the block
 * come first.
 */
export function roomIn({
  gasLimit,
  l1Attributes,
  cadences,
}: Pick<ChainConfig, 'gasLimit' | 'l1Attributes' | 'cadences'>): bigint {
  if (l1Attributes === null) return gasLimit
  const room = gasLimit - l1Attributes.gasUsed
  return cadences[0]?.baseTimeDeposit ? room - mostBaseTimeGas : room
}

/**
 * Limits of gas beyond which a node refuses to execute, whatever the state.
 *
 * @throws GasLimitError or GasLimitError.
 */
export function checkGas(
  transaction: Pick<
    Transaction,
    'to' | 'data' | 'gas' | 'accessList' | 'authorizationList'
  >,
  { hardfork }: Pick<ChainConfig, 'hardfork'>,
): void {
  const { to, data, gas } = transaction
  const { accessList = none, authorizationList = none } = transaction
  const message = { to, data, accessList, authorizationList }
  const least = intrinsicGas(message)
  if (gas < least) throw tooLittleGas(gas, least, 'before it runs')
  const floor = floorGas(message, { hardfork })
  if (gas < floor) throw tooLittleGas(gas, floor, 'for its data (EIP-7623)')
  const bytes = (data.length - 2) / 2
  if (to === null && bytes > mostInitcode) throw initcodeSizeError(bytes)
  if (hardfork === 'osaka' && gas > osakaGasCap)
    throw new PresealError(
      'GasLimitError',
      `The transaction has a gas limit of ${gas} but under Osaka it is at most ${osakaGasCap} (transaction gas limit too high). Lower "gas", or choose another option "hardfork".`,
    )
}

function tooLittleGas(
  gas: bigint,
  least: bigint,
  why: string,
): PresealError<'GasLimitError'> {
  return new PresealError(
    'GasLimitError',
    `The transaction has a gas limit of ${gas} but costs ${least} ${why} (intrinsic gas too low). Raise "gas", or leave it out.`,
  )
}

function initcodeSizeError(bytes: number): PresealError<'GasLimitError'> {
  return new PresealError(
    'GasLimitError',
    `The code that creates the contract has ${bytes} bytes, but no node takes more than ${mostInitcode} (max initcode size exceeded). Deploy a shorter contract, or set its code with "accounts" or node.setCode.`,
    { reason: 'initcode' },
  )
}
