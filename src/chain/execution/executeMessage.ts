import type { Address } from '../../base/hex/hex.js'
import type {
  Environment,
  Execution,
  Message,
  StateReader,
} from '../../engine/engine.js'
import type { Observer } from '../../engine/observer.js'
import type { ChainConfig } from '../model/config.js'
import {
  readAccount,
  readBalance,
  removeAccount,
  type State,
  writeAccount,
} from '../model/state.js'
import { applyChanges } from './applyChanges.js'
import { overlayOf } from './overlayOf.js'
import { credit, payeesOf, payFees } from './payFees.js'
import { stateReader } from './stateReader.js'

/** Observers of a message while it runs. */
export type Watch = {
  readonly observer: Observer
  /** The reader that the message gets in place of the state's own. */
  readonly through?: ((reader: StateReader) => StateReader) | undefined
}

/** The effect of a message, and the state before it. */
export type MessageRun = {
  readonly message: Message
  readonly execution: Execution
  readonly before: State
  /** With all that was paid. */
  readonly after: State
}

type Parameters = {
  readonly config: Pick<ChainConfig, 'engine' | 'codeAt' | 'baseFeeRecipient'>
  readonly state: State
  readonly environment: Environment
  /** The sender can pay for it: nothing is checked here. */
  readonly message: Message
  readonly watch?: Watch | undefined
  /** wei, which the sender pays beside gas; default 0 */
  readonly l1Fee?: bigint | undefined
  /** A deposit bought its gas on L1, and nobody is paid for it here. */
  readonly isDeposit?: boolean | undefined
}

/**
 * The node's work around an engine: buys the gas at `environment.gasPrice`,
 * executes, refunds the rest, and pays the receivers of fees.
 *
 * @throws what the state or a native contract throws, as it is.
 */
export function executeMessage(given: Parameters): {
  execution: Execution
  state: State
} {
  const before = buyGas(given)
  const execution = executeOn(before, given)
  return { execution, state: settleMessage(before, given, execution) }
}

/**
 * Runs the engine on a state with the gas bought. A fork hears which message
 * reads it.
 */
export function executeOn(
  state: State,
  { config, environment, message, watch }: Omit<Parameters, 'state'>,
): Execution {
  const reader = stateReader(config, state)
  const run = () =>
    config.engine.execute(
      watch?.through?.(reader) ?? reader,
      environment,
      message,
      watch?.observer,
    )
  const { fork } = state
  return fork === null
    ? run()
    : fork.during(message, run, () => overlayOf(state))
}

/** The state that the engine reads. */
export function buyGas({
  state,
  environment: { gasPrice },
  message: { from, gas },
  l1Fee = 0n,
}: Parameters): State {
  const bought = gas * gasPrice + l1Fee
  if (bought === 0n) return state
  const balance = readBalance(state, from) - bought
  return writeAccount(state, from, { ...readAccount(state, from), balance })
}

/** The state after what an engine made of the one with the gas bought. */
export function settleMessage(
  before: State,
  { config, environment, message, isDeposit, l1Fee = 0n }: Parameters,
  { changes, gasUsed }: Execution,
): State {
  const { from, gas } = message
  const { gasPrice } = environment
  const changed = applyChanges(before, changes)
  const left = credit(changed, from, (gas - gasUsed) * gasPrice)
  const fees = { ...environment, baseFeeRecipient: config.baseFeeRecipient }
  const after = isDeposit
    ? left
    : payFees(left, fees, { gasUsed, price: gasPrice, l1Fee })
  return payeesOf(fees)
    .filter((payee) => changes[payee] === null)
    .reduce((next, payee) => settlePayee(next, before, payee), after)
}

/**
 * An account that the execution deleted: its payment is lost with it if it
 * destroyed itself. An account that was empty is not empty once it is paid, and
 * keeps its storage.
 */
function settlePayee(paid: State, before: State, payee: Address): State {
  const balance = readBalance(paid, payee)
  const account = readAccount(before, payee)
  const wasEmpty =
    account.balance === 0n && account.nonce === 0 && account.code === '0x'
  return wasEmpty && balance > 0n
    ? writeAccount(paid, payee, { ...account, balance })
    : removeAccount(paid, payee)
}
