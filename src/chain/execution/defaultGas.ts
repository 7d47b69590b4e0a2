import type { Message } from '../../engine/engine.js'
import type { OpenBlock } from '../openBlock.js'
import type { State } from '../state.js'
import type { PreconfirmParameters } from '../transaction.js'
import { osakaGasCap, roomIn } from './checkGas.js'
import { executeMessage } from './executeMessage.js'

const none: readonly never[] = []

type Charged = Pick<
  PreconfirmParameters,
  'from' | 'to' | 'value' | 'data' | 'accessList'
>

/** A fifth more than what the transaction needs on the projected state. */
export function defaultGas(
  { config, environment }: Pick<OpenBlock, 'config' | 'environment'>,
  state: State,
  { from, to, value = 0n, data = '0x', accessList = none }: Charged,
  nonce: number,
): bigint {
  const room = roomIn(config)
  const most =
    config.hardfork === 'osaka' && room > osakaGasCap ? osakaGasCap : room
  const message: Message = {
    from,
    to: to ?? null,
    value,
    data,
    gas: most,
    nonce: BigInt(nonce),
    accessList,
    authorizationList: none,
  }
  const { execution } = executeMessage({
    config,
    state,
    environment: { ...environment, origin: from, gasPrice: 0n },
    message,
  })
  const raised = (execution.gasUsed * 6n) / 5n
  return raised < most ? raised : most
}
