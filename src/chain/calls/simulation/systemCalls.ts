import { isPresealError } from '../../../base/errors/errors.js'
import type { Address, Hash, Hex } from '../../../base/hex/hex.js'
import {
  beaconRootsAddress,
  blockHashesAddress,
} from '../../../engine/natives/systemContracts.js'
import { applyChanges, stateReader } from '../../execution/executeMessage.js'
import { isNotRecorded } from '../../fork/missing.js'
import { findField, type State } from '../../model/state.js'
import type { CallContext } from '../callContext.js'

const system: Address = '0xfffffffffffffffffffffffffffffffffffffffe'
const gas = 30_000_000n

/** EIP-7002 and EIP-7251 */
const requests: readonly Address[] = [
  '0x00000961ef480eb55e80d19ad83579a64c007002',
  '0x0000bbddc7ce488642fb579f8b00f3a590007251',
]

/** The state in which the first call of a block runs. */
export function callBeforeBlock(
  context: CallContext,
  parentHash: Hash,
  parentBeaconBlockRoot: Hash,
): State {
  const state =
    context.block.hardfork === 'cancun'
      ? context.state
      : call(context, blockHashesAddress, parentHash)
  return call({ ...context, state }, beaconRootsAddress, parentBeaconBlockRoot)
}

/** The state that the calls of a block leave. */
export function callAfterBlock(context: CallContext): State {
  if (context.block.hardfork === 'cancun') return context.state
  return requests.reduce(
    (state, address) => call({ ...context, state }, address, '0x'),
    context.state,
  )
}

/**
 * Only runs code that is in the state: a chain of its own has no such code
 * there, and its roots know no such code. Code that nobody here can run leaves
 * the state as it is.
 */
function call(
  { config, state, block }: CallContext,
  to: Address,
  data: Hex,
): State {
  const code = findField(state, to, 'code') ?? '0x'
  if (code === '0x') return state
  try {
    const { changes } = config.engine.execute(
      stateReader(config, state),
      { ...block, origin: system, gasPrice: 0n },
      {
        from: system,
        to,
        value: 0n,
        data,
        gas,
        nonce: 0n,
        accessList: [],
        authorizationList: [],
      },
    )
    const { [system]: _, ...others } = changes
    return applyChanges(state, others)
  } catch (thrown) {
    if (isPresealError(thrown) && !isNotRecorded(thrown)) return state
    throw thrown
  }
}
