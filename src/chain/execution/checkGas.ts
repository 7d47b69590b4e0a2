import { PresealError } from '../../base/errors/errors.js'
import { floorGas, intrinsicGas } from '../../engine/intrinsicGas.js'
import { mostInitcode, osakaGasCap } from '../../engine/limits.js'
import { mostBaseTimeGas } from '../../engine/natives/predeploys/baseTimeGas.js'
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
 * @throws GasLimitError or InitcodeSizeError.
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
  if (to === null && bytes > mostInitcode) throw new InitcodeSizeError(bytes)
  if (hardfork === 'osaka' && gas > osakaGasCap)
    throw new GasLimitError(
      `The transaction has a gas limit of ${gas} but under Osaka it is at most ${osakaGasCap} (transaction gas limit too high). Lower "gas", or choose another option "hardfork".`,
    )
}

function tooLittleGas(gas: bigint, least: bigint, why: string): GasLimitError {
  return new GasLimitError(
    `The transaction has a gas limit of ${gas} but costs ${least} ${why} (intrinsic gas too low). Raise "gas", or leave it out.`,
  )
}

class InitcodeSizeError extends PresealError {
  override readonly name = 'InitcodeSizeError'

  constructor(bytes: number) {
    super(
      `The code that creates the contract has ${bytes} bytes, but no node takes more than ${mostInitcode} (max initcode size exceeded). Deploy a shorter contract, or set its code with "accounts" or node.setCode.`,
    )
  }
}

class GasLimitError extends PresealError {
  override readonly name = 'GasLimitError'
}
