import type { Address, Hex } from '../../base/hex/hex.js'
import type { ChainConfig } from '../../chain/model/config.js'
import { findField, readCode, type State } from '../../chain/model/state.js'
import { systemCodeAt } from '../../engine/natives/systemCode.js'

/** The code that a read shows, of a contract too that is no account. */
export function readShownCode(
  { hardfork }: Pick<ChainConfig, 'hardfork'>,
  state: State,
  address: Address,
): Hex {
  const code = findField(state, address, 'code') ?? '0x'
  if (code !== '0x') return code
  // On a fork the record alone says what stands at an address.
  const shown =
    state.fork === null ? systemCodeAt(address, hardfork) : undefined
  return shown ?? readCode(state, address)
}
