import { isPresealError } from '../../base/errors/errors.js'
import type { OpenBlock } from '../blocks/openBlock.js'
import { stateReader } from '../execution/stateReader.js'
import type { State } from '../model/state.js'
import type { PreconfirmParameters } from '../model/transaction.js'
import { estimateFor } from './defaultGas.js'

/** By any of these a script says what its transaction does. */
const effects = ['gasUsed', 'status', 'logs', 'changes', 'blobGasUsed'] as const

/** More than the node gives to any call. */
const mostGas = 2n ** 63n - 1n

/**
 * Whether it calls a contract that the node has, while the script says nothing
 * of what it does: the contract then says it, if anything here can run it.
 */
export function runsByItself(
  block: Pick<OpenBlock, 'config' | 'environment'>,
  state: State,
  parameters: PreconfirmParameters,
): boolean {
  const { to, data = '0x' } = parameters
  if (!to || data === '0x') return false
  if (effects.some((field) => parameters[field] !== undefined)) return false
  try {
    const code = stateReader(block.config, state).code(to)
    if (code === '0x') return false
    // A contract that is a function always runs.
    if (block.config.native(code) === undefined) {
      // A block with little room says nothing about whether the code can run.
      const environment = { ...block.environment, gasLimit: mostGas }
      estimateFor({ ...block, environment }, state, parameters)
    }
    return true
  } catch (error) {
    if (isPresealError(error) && unrunnable.includes(error.name)) return false
    throw error
  }
}

const unrunnable: readonly string[] = ['NoEngineError', 'UnknownStateError']
