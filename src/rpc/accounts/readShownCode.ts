import type { Address, Hex } from '../../base/hex/hex.js'
import { readAccount, readCode, type State } from '../../chain/model/state.js'
import { systemCodeAt } from '../../engine/natives/systemCode.js'

/** The code that a read shows, of a contract too that is no account. */
export function readShownCode(state: State, address: Address): Hex {
  const { code = '0x' } = readAccount(state, address)
  return code === '0x'
    ? (systemCodeAt(address) ?? readCode(state, address))
    : code
}
