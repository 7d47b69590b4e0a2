import type { Environment, Execution, Message } from '../../engine/engine.js'
import type { Observer } from '../../engine/observer.js'
import type { ChainConfig } from '../config.js'
import {
  readAccount,
  readBalance,
  removeAccount,
  type State,
  writeAccount,
} from '../state.js'
import { applyChanges } from './applyChanges.js'
import { credit, payFees } from './payFees.js'
import { stateReader } from './stateReader.js'

type Parameters = {
  readonly config: Pick<ChainConfig, 'engine' | 'codeAt' | 'baseFeeRecipient'>
  readonly state: State
  readonly environment: Environment
  /** The sender can pay for it: nothing is checked here. */
  readonly message: Message
  readonly observer?: Observer | undefined
  /** wei, which the sender pays beside gas; 0 */
  readonly l1Fee?: bigint | undefined
}

/**
 * What a node does around an engine: buys the gas at `environment.gasPrice`,
 * executes, gives back what is left, and pays who is paid for gas. At a price
 * of 0, as calls have it, the state is that of the execution alone.
 *
 * @throws what the state or a native contract throws, as it is.
 */
export function executeMessage({
  config,
  state,
  environment,
  message,
  observer,
  l1Fee = 0n,
}: Parameters): { execution: Execution; state: State } {
  const { engine } = config
  const { from, gas } = message
  const { gasPrice } = environment
  const bought = gas * gasPrice + l1Fee
  const before =
    bought === 0n
      ? state
      : writeAccount(state, from, {
          ...readAccount(state, from),
          balance: readBalance(state, from) - bought,
        })
  const execution = engine.execute(
    stateReader(config, before),
    environment,
    message,
    observer,
  )
  const { changes, gasUsed } = execution
  const changed = credit(
    applyChanges(before, changes),
    from,
    (gas - gasUsed) * gasPrice,
  )
  const fees = { ...environment, baseFeeRecipient: config.baseFeeRecipient }
  const paid = { gasUsed, price: gasPrice, l1Fee }
  // What a miner is paid that destroys itself is lost with it.
  const isMinerGone = changes[environment.miner] === null
  const after = payFees(changed, fees, paid)
  return {
    execution,
    state: isMinerGone ? removeAccount(after, environment.miner) : after,
  }
}
