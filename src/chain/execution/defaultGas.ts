import type { Message } from '../../engine/engine.js'
import type { OpenBlock } from '../openBlock.js'
import type { State } from '../state.js'
import type { PreconfirmParameters } from '../transaction.js'
import { osakaGasCap } from './checkGas.js'
import { executeMessage } from './executeMessage.js'

const none: readonly never[] = []

/** A fifth more than what the transaction needs on the projected state. */
export function defaultGas(
  { config, environment }: Pick<OpenBlock, 'config' | 'environment'>,
  state: State,
  { from, to = null, value = 0n, data = '0x', ...rest }: PreconfirmParameters,
  { nonce, room }: { nonce: number; room: bigint },
): bigint {
  const most =
    config.hardfork === 'osaka' && room > osakaGasCap ? osakaGasCap : room
  const { accessList = none } = rest
  const message: Message = {
    from,
    to,
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
