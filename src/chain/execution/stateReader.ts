import type { StateReader } from '../../engine/engine.js'
import type { ChainConfig } from '../model/config.js'
import {
  findField,
  readBalance,
  readCode,
  readHasStorage,
  readStorage,
  readWholeNonce,
  type State,
} from '../model/state.js'

/**
 * A state as an engine reads it: with the code that the chain has beside it,
 * under any that is in the state.
 */
export function stateReader(
  { codeAt }: Pick<ChainConfig, 'codeAt'>,
  state: State,
): StateReader {
  return {
    balance: (address) => readBalance(state, address),
    nonce: (address) => readWholeNonce(state, address),
    code: (address) => {
      const code = findField(state, address, 'code') ?? '0x'
      if (code !== '0x') return code
      return codeAt(address) ?? readCode(state, address)
    },
    slot: (address, key) => readStorage(state, address, key),
    hasStorage: (address) => readHasStorage(state, address),
  }
}
