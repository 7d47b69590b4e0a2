import { createdAddress } from '../../base/codec/rlp.js'
import { loadWasmKeccak } from '../../base/hash/keccak256.js'
import { display } from '../../base/hex/display.js'
import { toBytes, toHex } from '../../base/hex/hex.js'
import { fitting, optional, readOptions } from '../../base/validation/fields.js'
import { type Hardfork, hardforks } from '../../base/validation/hardforks.js'
import { invalidParameters } from '../../base/validation/problem.js'
import type {
  Engine,
  Environment,
  Execution,
  Message,
  StateReader,
} from '../../engine/engine.js'
import { intrinsicGas } from '../../engine/gas.js'
import type { Observer } from '../../engine/observer.js'
import {
  type Account,
  accountOf,
  authorize,
  change,
  changesOf,
  checkpoint,
  createWorld,
  gasUsedBy,
  isEmpty,
  rollBack,
  slotOf,
  warmAccount,
  warmSlot,
} from '../../engine/world/world.js'
import {
  accessedIn,
  authorizeAll,
  gasUsedIn,
  keepBalances,
  splitGas,
} from './amsterdam.js'
import { blockAccessList } from './blockAccessList.js'
import { type Code, createCode } from './machine/code.js'
import {
  createFrame,
  type End,
  type Frame,
  halt,
  hideSpare,
  noCode,
  none,
  spareOf,
  type Target,
} from './machine/frame.js'
import {
  charge,
  chargeState,
  gasLeft,
  type Meter,
  setGas,
  spendAll,
} from './machine/gas.js'
import {
  accessCost,
  checkUnits,
  type Machine,
  observeBegin,
  observeEnd,
  type Rules,
  targetOf,
} from './machine/machine.js'
import { recoverSigner } from './recovery/recoverSigner.js'
import { createRules, moveAll } from './rules.js'
import { run } from './run.js'

export type EvmOptions = {
  /**
   * Limit of the work of precompiles in one transaction or call, in units of
   * about a microsecond. Default 3,000,000; Infinity means no limit.
   */
  readonly computeUnitLimit?: number | undefined
}

const fields = {
  computeUnitLimit: optional(
    fitting<number>(
      (given) => typeof given === 'number' && given >= 0,
      'a number from 0 on, or Infinity for no limit',
    ),
    // Enough for about 2,000 recovered signers, or 100 proofs of four pairings.
    3_000_000,
  ),
}

/**
 * An interpreter of EVM bytecode, as the `engine` of a node.
 *
 * It runs Cancun, Prague, Osaka and Amsterdam, as the environment asks, with all
 * their precompiles. It is synchronous and holds no state except caches.
 *
 * @example
 * const node = createMockNode({ engine: evm() })
 *
 * @throws InvalidParametersError for an unknown option, and if
 * `computeUnitLimit` is not a number from 0 on.
 */
export function evm(options: EvmOptions = {}): Engine {
  const { computeUnitLimit } = readOptions('evm', options, fields)
  return createEngine(computeUnitLimit)
}

/** @param runsBeforeScript - As the rules have it; tests want no 10,000. */
export function createEngine(
  computeUnitLimit: number,
  runsBeforeScript?: number,
): Engine {
  loadWasmKeccak()
  const known = new Map<string, Rules>()
  const rulesOf = (environment: Environment) => {
    const { hardfork, p256VerifyGas, codeSizeLimit, movedPrecompiles } =
      environment
    const key = `${hardfork} ${p256VerifyGas} ${codeSizeLimit}`
    const rules =
      known.get(key) ??
      createRules(
        checkHardfork(hardfork),
        p256VerifyGas,
        codeSizeLimit,
        runsBeforeScript,
      )
    known.set(key, rules)
    return movedPrecompiles === undefined
      ? rules
      : moveAll(rules, movedPrecompiles)
  }
  let running = 0
  return {
    name: 'evm',
    recoverSigner,
    blockAccessList,
    execute(state, environment, message, observer) {
      const isNested = running > 0
      const rules = rulesOf(environment)
      running++
      try {
        return execute(
          rules,
          state,
          environment,
          message,
          observer,
          isNested,
          computeUnitLimit,
        )
      } finally {
        running--
      }
    },
  }
}

function checkHardfork(given: Hardfork): Hardfork {
  if (hardforks.includes(given)) return given
  const expected = `one of ${hardforks.join(', ')}: no earlier rules are known`
  throw invalidParameters('evm().execute', [
    { path: 'environment.hardfork', given: display(given), expected },
  ])
}

function execute(
  rules: Rules,
  state: StateReader,
  environment: Environment,
  message: Message,
  observer: Observer | undefined,
  isNested: boolean,
  computeUnitLimit: number,
): Execution {
  const world = createWorld(state)
  const machine: Machine = {
    world,
    environment,
    rules,
    observer,
    isNested,
    observedGas: [],
    computeUnitLimit,
    computeUnits: 0,
    waitingNatives: 0,
    reservoir: 0n,
  }
  warm(machine, message)
  change(world, accountOf(world, message.from), 'nonce', message.nonce + 1n)
  return rules.isAmsterdam
    ? executeAmsterdam(machine, message)
    : executeEarlier(machine, message)
}

function executeEarlier(machine: Machine, message: Message): Execution {
  const { world, environment } = machine
  for (const signed of message.authorizationList)
    authorize(world, environment, signed)
  const frame = createFirst(machine, message, (delegate) => {
    warmAccount(world, delegate)
    return true
  }) as Frame
  const left = message.gas - intrinsicGas(message, environment)
  setGas(frame, left < 0n ? 0n : left)
  const end = left < 0n ? halt('intrinsic gas too low') : run(machine, frame)
  const outcome = outcomeOf(machine, message, frame, end)
  const used = gasUsedBy(world, environment, message, gasLeft(frame))
  // Written out, since spreads take longer than many a run.
  return {
    status: outcome.status,
    halt: outcome.halt,
    output: outcome.output,
    gasUsed: used.gasUsed,
    refund: used.refund,
    leastGas: outcome.leastGas,
    logs: outcome.logs,
    contractAddress: outcome.contractAddress,
    changes: changesOf(world, environment.miner),
  }
}

function executeAmsterdam(machine: Machine, message: Message): Execution {
  const { world, environment } = machine
  const before = checkpoint(world)
  const { gas, reservoir } = splitGas(message, environment)
  const meter: Meter = { gas: 0, reserve: 0n, spilled: 0 }
  setGas(meter, gas < 0n ? 0n : gas)
  machine.reservoir = gas < 0n ? 0n : reservoir
  const isAuthorized = authorizeAll(machine, message, meter)
  // Delegations stay even if what follows fails, and so does their price.
  let kept = meter.spilled
  meter.spilled = 0
  const baseline = machine.reservoir
  const entered = isAuthorized && enterFirst(machine, message, meter)
  const frame = entered || unenterable(machine, message)
  let end: End
  if (entered) {
    frame.baseline = baseline
    if (reservoir > 0n) hideSpare(frame)
    end = run(machine, frame)
  } else {
    rollBack(world, before)
    kept = 0
    machine.reservoir = gas < 0n ? 0n : reservoir
    end = halt(gas < 0n ? 'intrinsic gas too low' : 'out of gas')
    setGas(frame, gasLeft(meter))
    observeBegin(machine, frame)
    spendAll(frame)
    observeEnd(machine, frame, end)
  }
  const used = gasUsedIn(machine, message, frame, reservoir, kept)
  const accessed = accessedIn(world)
  const { miner } = environment
  const changes = keepBalances(world, changesOf(world, miner), miner)
  return {
    ...outcomeOf(machine, message, frame, end),
    ...used,
    accessed,
    changes,
  }
}

/** The first frame, once what it needs of the state is paid (EIP-2780). */
function enterFirst(
  machine: Machine,
  message: Message,
  meter: Meter,
): Frame | undefined {
  const { world, rules } = machine
  const { from, to, value, nonce } = message
  const recipient = accountOf(world, to ?? createdAddress(from, nonce))
  const isNew = (to === null || value > 0n) && isEmpty(world, recipient)
  const price = isNew ? (rules.prices.state?.account ?? 0) : 0
  if (!chargeState(machine, meter, price)) return undefined
  const frame = createFirst(machine, message, (delegate) =>
    charge(meter, accessCost(machine, delegate)),
  )
  return frame && Object.assign(frame, meter)
}

/** A frame that never runs, as an observer is told of it. */
function unenterable(machine: Machine, message: Message): Frame {
  const { to, from, nonce, data } = message
  const address = to ?? createdAddress(from, nonce)
  const target = { address, hex: undefined, precompile: undefined }
  const [type, input, code] =
    to === null
      ? (['CREATE', none, createCode(toBytes(data))] as const)
      : (['CALL', toBytes(data), noCode] as const)
  return firstFrame(machine, message, type, target, input, code)
}

function outcomeOf(machine: Machine, message: Message, frame: Frame, end: End) {
  // A native contract can catch what was thrown within it.
  checkUnits(machine)
  const { status, output, reason } = end
  const spare = status === 'success' ? spareOf(frame) : undefined
  const isCreated = status === 'success' && message.to === null
  return {
    status: status === 'success' ? ('success' as const) : ('reverted' as const),
    halt: reason,
    output: toHex(output),
    leastGas: spare === undefined ? undefined : message.gas - BigInt(spare),
    logs: machine.world.logs,
    contractAddress: isCreated ? frame.account.address : null,
  }
}

/** Warms the addresses of EIP-2929, 2930 and 3651 at the start. */
function warm({ world, environment }: Machine, message: Message): void {
  const { from, to, accessList } = message
  warmAccount(world, accountOf(world, from))
  if (to !== null) warmAccount(world, accountOf(world, to))
  warmAccount(world, accountOf(world, environment.miner))
  for (const { address, storageKeys } of accessList) {
    const account = accountOf(world, address)
    warmAccount(world, account)
    for (const key of storageKeys) warmSlot(world, slotOf(account, BigInt(key)))
  }
}

function createFirst(
  machine: Machine,
  message: Message,
  pay: (delegate: Account) => boolean,
): Frame | undefined {
  const { to, data } = message
  if (to === null) {
    const address = createdAddress(message.from, message.nonce)
    const target = { address, hex: undefined, precompile: undefined }
    const code = createCode(toBytes(data))
    return firstFrame(machine, message, 'CREATE', target, none, code)
  }
  const { world } = machine
  const target = targetOf(machine, accountOf(world, to), pay)
  if (target === undefined) return undefined
  return firstFrame(machine, message, 'CALL', target, toBytes(data), noCode)
}

function firstFrame(
  { world }: Machine,
  { from, value }: Message,
  type: 'CALL' | 'CREATE',
  target: Target,
  input: Uint8Array,
  code: Code,
): Frame {
  return createFrame({
    type,
    parent: undefined,
    depth: 0,
    isStatic: false,
    caller: accountOf(world, from),
    account: accountOf(world, target.address),
    target,
    value,
    input,
    code,
    outputAt: 0,
    outputLength: 0,
  })
}
