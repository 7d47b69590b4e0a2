import { floorGas, intrinsicGas, osakaGasCap } from '../../engine/gas.js'
import { lower } from '../../engine/lower.js'
import type { OpenBlock } from '../blocks/openBlock.js'
import { estimateGas } from '../calls/estimateGas.js'
import { roomIn } from '../execution/checkGas.js'
import { toAuthorizations } from '../execution/execute.js'
import { credit } from '../execution/fees.js'
import { completeAuthorization } from '../model/createTransaction.js'
import type { State } from '../model/state.js'
import type { PreconfirmParameters } from '../model/transaction.js'

type Charged = Pick<
  PreconfirmParameters,
  'from' | 'to' | 'value' | 'data' | 'accessList' | 'authorizationList' | 'mint'
>

type Block = Pick<OpenBlock, 'config' | 'environment'>

/** The gas that a transaction needs in the block, or how it fails. */
export function estimateFor(
  { config, environment }: Block,
  state: State,
  parameters: Charged,
): ReturnType<typeof estimateGas> {
  const { from, value = 0n, data = '0x', accessList, mint = 0n } = parameters
  const to = parameters.to ?? undefined
  const authorizationList =
    parameters.authorizationList &&
    toAuthorizations(parameters.authorizationList.map(completeAuthorization))
  const context = {
    config,
    state: credit(state, from, mint),
    block: environment,
  }
  return estimateGas(context, {
    ...nothing,
    from,
    to,
    value,
    data,
    accessList,
    authorizationList,
  })
}

/**
 * A fifth more than the estimate on the projected state, as wallets offer it. A
 * transaction that is going to fail is sent too, with a fifth more than that
 * takes.
 */
export function defaultGas(
  block: Block,
  state: State,
  parameters: Charged,
): bigint {
  const asked = estimateFor(block, state, parameters)
  const needed =
    asked.type === 'estimate'
      ? asked.gas
      : asked.type === 'run'
        ? asked.execution.gasUsed
        : leastGas(block, parameters)
  return lower((needed * 6n) / 5n, mostGas(block.config))
}

function leastGas({ config }: Block, parameters: Charged): bigint {
  const { to = null, data = '0x' } = parameters
  const { accessList = [], authorizationList = [] } = parameters
  const message = { to, data, accessList, authorizationList }
  const intrinsic = intrinsicGas(message)
  const floor = floorGas(message, config)
  return intrinsic > floor ? intrinsic : floor
}

/** No price: nobody pays for an estimate. */
const nothing = {
  gas: undefined,
  gasPrice: undefined,
  maxFeePerGas: undefined,
  maxPriorityFeePerGas: undefined,
  nonce: undefined,
  chainId: undefined,
  maxFeePerBlobGas: undefined,
  blobVersionedHashes: undefined,
  contradiction: undefined,
} as const

function mostGas(config: OpenBlock['config']): bigint {
  const room = roomIn(config)
  return config.hardfork === 'osaka' ? lower(room, osakaGasCap) : room
}
