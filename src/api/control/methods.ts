import { PresealError } from '../../base/errors/errors.js'
import {
  type Hash,
  parseAddress,
  parseData,
  parseHash,
  parseWord,
  type Result,
  refuse,
  toQuantity,
} from '../../base/hex/hex.js'
import { lazy } from '../../base/memo/memo.js'
import { amounts } from '../../base/validation/amounts.js'
import { boolean, slot } from '../../base/validation/values.js'
import { latestState } from '../../chain/intents/reorg.js'
import { isKnown } from '../../chain/lookup/find.js'
import { millisecondsAt } from '../../chain/model/blockRun.js'
import { readNonce } from '../../chain/model/state.js'
import { sealEvery } from '../../node/runtime/steps/node.js'
import {
  clockTime,
  loadState,
  paceTimestamps,
  setHeader,
} from '../../node/runtime/transitions/blocks.js'
import type { Method, Parameter } from '../../rpc/method/method.js'
import { methods } from '../../rpc/methods/methods.js'
import { readGiven, type Verb, verbs } from '../verbs.js'
import {
  type Controlled,
  type ControlMethod,
  method,
  mostKept,
  orElse,
  parseCount,
  parseNonce,
} from './method.js'
import { changeSealing, keepSealing, mine, parseMineOptions } from './mine.js'

const address = { name: 'address', parse: parseAddress }
const hash = { name: 'hash', parse: parseHash }
const blocks = { name: 'blocks', parse: orElse(1, parseCount) }
const seconds = { name: 'seconds', parse: parseCount }

const setBlockGasLimit = method(
  [{ name: 'gasLimit', parse: amounts.json.gasLimit.check }],
  ({ runtime }, [gasLimit]) => {
    runtime.apply(setHeader, { gasLimit })
    return true
  },
)

const setNextBlockTimestamp = method(
  [{ name: 'timestamp', parse: parseCount }],
  ({ runtime }, [timestamp]) =>
    runtime.apply(setHeader, { timestamp: BigInt(timestamp) }),
)

const isOn = { name: 'enabled', parse: boolean.check }

const parseAny = (value: unknown) => ({ ok: true, value }) as const

const setAutomine = method([isOn], ({ runtime }, [isOn]) => {
  const { sealing } = runtime.settle()
  if (isOn) changeSealing(runtime, 'instant')
  else if (sealing === 'instant') changeSealing(runtime, 'manual')
})

const setIntervalMining = method([seconds], ({ runtime }, [seconds]) => {
  runtime.settle()
  if (seconds === 0) changeSealing(runtime, 'manual')
  // Hardhat counts ms, which are a fraction here.
  else runtime.apply(sealEvery, { blockTime: Math.round(seconds * 1000) })
})

const snapshot = method([], ({ verbs, snapshots }) =>
  snapshots.add(verbs.snapshot()),
)

/** A method whose code is loaded when it is first called. */
function onFirstUse(
  params: readonly Parameter[],
  name: 'dumpState' | 'loadState' | 'metadata' | 'nodeInfo' | 'setMinGasPrice',
): ControlMethod {
  return method(params, async (on, args) => {
    const { [name]: answer } = await import('./onFirstUse/index.js')
    return answer({ ...on, methods, latestState, loadState }, args)
  })
}

/**
 * The methods that drive a node and are no verb of it, a row each: parameters
 * by position, as viem's test client sends them, and what they do. An `anvil_`
 * method is a `hardhat_` method, too, unless that has a row of its own. The
 * comment of each is its answer in docs/reference/methods.md.
 *
 * The next mined block is the pending one: it gets a new header at once, and
 * its transactions are executed again at the next beat.
 */
const rows = {
  /** The hash, or null for a transaction that is not there, as in anvil. */
  anvil_dropTransaction: method([hash], (on, [hash]) =>
    dropKnown(on, hash) ? hash : null,
  ),

  /** Whether it dropped a transaction. */
  hardhat_dropTransaction: method([hash], (on, [hash]) => dropKnown(on, hash)),

  /** Null: every sender is accepted anyway. */
  anvil_autoImpersonateAccount: method([isOn], () => undefined),

  /** Null: nothing is printed, and `node.answeredRequests` lists requests. */
  anvil_setLoggingEnabled: method([isOn], () => undefined),

  /** Whether there was one: the clock gives timestamps again. */
  anvil_removeBlockTimestampInterval: method([], ({ runtime }) => {
    const isPaced = runtime.settle().pace !== undefined
    if (isPaced) runtime.apply(paceTimestamps, { blockTime: null })
    return isPaced
  }),

  /** Null: each block is that many seconds after the one before. */
  anvil_setBlockTimestampInterval: method([seconds], ({ runtime }, [seconds]) =>
    runtime.apply(paceTimestamps, { blockTime: seconds * 1000 }),
  ),

  /** Accounts and blocks, as anvil packs them; `isHistoric` adds none. */
  anvil_dumpState: onFirstUse(
    [{ name: 'isHistoric', parse: orElse(false, boolean.check) }],
    'dumpState',
  ),

  /** Null: no request goes to it. */
  anvil_setRpcUrl: method([{ name: 'url', parse: parseAny }], () => null),

  /** Whether `sealing` is `'instant'`. */
  anvil_getAutomine: method(
    [],
    ({ runtime }) => runtime.settle().sealing === 'instant',
  ),

  /** Seconds, or null if the clock seals no blocks. */
  anvil_getIntervalMining: method([], ({ runtime }) => {
    const { sealing, cadence } = runtime.settle()
    return sealing === 'timed' ? cadence.blockTime / 1000 : null
  }),

  /** Null: the account may send, as any may without `answers.senders`. */
  anvil_impersonateAccount: method(
    [address],
    ({ senders }, [address]) => void senders.add(address),
  ),

  /** Null. */
  anvil_stopImpersonatingAccount: method(
    [address],
    ({ senders }, [address]) => void senders.delete(address),
  ),

  /** True; `state` is what was dumped. */
  anvil_loadState: onFirstUse(
    [{ name: 'state', parse: parseData }],
    'loadState',
  ),

  /** `clientVersion`, `chainId`, `instanceId` and the latest block. */
  anvil_metadata: onFirstUse([], 'metadata'),

  /** Null; `interval` is the seconds between two timestamps. */
  anvil_mine: method(
    [blocks, { name: 'interval', parse: orElse(0, parseCount) }],
    ({ runtime }, [blocks, interval]) => {
      const { cadence, pace = cadence.blockTime } = runtime.settle()
      if (interval === 0 || interval * 1000 === pace)
        return mine(runtime, blocks)
      const main = { mine, clockTime, setHeader, paceTimestamps }
      return import('./onFirstUse/index.js').then(({ mineApart }) =>
        mineApart(main, runtime, blocks, interval),
      )
    },
  ),

  /** The latest block, `hardFork` and fees. */
  anvil_nodeInfo: onFirstUse([], 'nodeInfo'),

  /** Null; the new blocks are empty, so `transactions` is [] or nothing. */
  anvil_reorg: method(
    [
      { name: 'depth', parse: orElse(1, parseCount) },
      {
        name: 'transactions',
        parse: parseNothing(
          'nothing or [], since the new blocks are empty; preseal_reorg takes { depth, omit }',
        ),
      },
    ],
    ({ verbs }, [depth]) => verbs.reorg({ depth }),
  ),

  /** Null; `options` is {} or nothing, as nothing is forked. */
  anvil_reset: method(
    [
      {
        name: 'options',
        parse: parseNothing(
          'nothing or {}, since nothing is forked; preseal/record turns what an endpoint answers into a scenario',
        ),
      },
    ],
    ({ verbs, snapshots, instance }) => {
      verbs.seek(0)
      snapshots.forgetFrom(0)
      instance.resets++
    },
  ),

  /** As `evm_setAutomine`. */
  anvil_setAutomine: setAutomine,

  /** Null; `value` in wei. */
  anvil_setBalance: method(
    [address, { name: 'value', parse: amounts.json.wei.check }],
    ({ verbs }, [address, value]) => verbs.setBalance({ address, value }),
  ),

  /** As `evm_setBlockGasLimit`. */
  anvil_setBlockGasLimit: setBlockGasLimit,

  /** Null. */
  anvil_setCode: method(
    [address, { name: 'bytecode', parse: parseData }],
    ({ verbs }, [address, bytecode]) => verbs.setCode({ address, bytecode }),
  ),

  /** Null. */
  anvil_setCoinbase: method([address], ({ runtime }, [miner]) =>
    runtime.apply(setHeader, { miner }),
  ),

  /** As `evm_setIntervalMining`. */
  anvil_setIntervalMining: setIntervalMining,

  /** Null; `baseFeePerGas` in wei. */
  anvil_setNextBlockBaseFeePerGas: method(
    [{ name: 'baseFeePerGas', parse: amounts.json.weiPerGas.check }],
    ({ runtime }, [baseFeePerGas]) =>
      runtime.apply(setHeader, { baseFeePerGas }),
  ),

  /** -32602: not with EIP-1559, as in anvil. */
  anvil_setMinGasPrice: onFirstUse(
    [{ name: 'gasPrice', parse: parseAny }],
    'setMinGasPrice',
  ),

  /** As `evm_setNextBlockTimestamp`. */
  anvil_setNextBlockTimestamp: setNextBlockTimestamp,

  /** Null. */
  anvil_setNonce: method(
    [address, { name: 'nonce', parse: parseNonce }],
    ({ verbs }, [address, nonce]) => verbs.setNonce({ address, nonce }),
  ),

  /** True; `prevRandao` is 32 bytes. */
  anvil_setPrevRandao: method(
    [{ name: 'prevRandao', parse: parseHash }],
    ({ runtime }, [mixHash]) => {
      runtime.apply(setHeader, { mixHash })
      return true
    },
  ),

  /** True. */
  anvil_setStorageAt: method(
    [
      address,
      { name: 'index', parse: slot.check },
      { name: 'value', parse: parseWord },
    ],
    ({ verbs }, [address, index, value]) => {
      verbs.setStorageAt({ address, index, value })
      return true
    },
  ),

  /** The same number, as hex. */
  evm_increaseTime: method([seconds], ({ runtime, instance }, [seconds]) => {
    instance.increased += seconds
    // If the clock seals no blocks, only the open block can be later.
    runtime.jump('advance', seconds * 1000)
    const { open, config } = runtime.state().chain
    const { sealing } = runtime.state()
    const milliseconds = clockTime(runtime.state())
    if (milliseconds !== undefined) runtime.apply(setHeader, { milliseconds })
    else if (sealing === 'manual' && config.l1Attributes === null)
      runtime.apply(setHeader, { timestamp: open.timestamp + BigInt(seconds) })
    return toQuantity(seconds)
  }),

  /** `'0x0'`; `options` is a timestamp, `{ blocks, timestamp }` or nothing. */
  evm_mine: method(
    [{ name: 'options', parse: parseMineOptions }],
    ({ runtime }, [{ blocks, timestamp }]) => {
      if (timestamp !== null)
        runtime.apply(setHeader, { timestamp: BigInt(timestamp) })
      mine(runtime, blocks)
      return '0x0'
    },
  ),

  /**
   * True, or false for an unknown id; as in anvil, the snapshot and later ones
   * cannot be used again.
   */
  evm_revert: method(
    [{ name: 'id', parse: parseCount }],
    ({ verbs, runtime, snapshots }, [id]) => {
      const snapshot = snapshots.find(id)
      if (snapshot === undefined) return false
      const before = runtime.settle()
      verbs.revert(snapshot)
      keepSealing(runtime, before)
      snapshots.forgetFrom(id)
      return true
    },
  ),

  /** Null. */
  evm_setAutomine: setAutomine,

  /** True. */
  evm_setBlockGasLimit: setBlockGasLimit,

  /** Null; with 0, the clock seals no blocks. */
  evm_setIntervalMining: setIntervalMining,

  /** Null; `timestamp` in unix seconds, not before the latest block. */
  evm_setNextBlockTimestamp: setNextBlockTimestamp,

  /** An id of the snapshot. */
  evm_snapshot: snapshot,

  /** Null; `id` is that of a fault. */
  preseal_lift: method(
    [{ name: 'id', parse: parseCount }],
    ({ lifts }, [id]) => {
      const lift = lifts.find(id)
      if (lift === undefined) throw unknownIdError('fault', id)
      lift()
    },
  ),

  /** `node.now`, in ms. */
  preseal_now: method([], ({ verbs }) => verbs.now),

  /** Null. */
  preseal_revert: method(
    [{ name: 'snapshot', parse: parseCount }],
    ({ verbs, snapshots }, [id]) => {
      const snapshot = snapshots.find(id)
      if (snapshot === undefined) throw unknownIdError('snapshot', id)
      verbs.revert(snapshot)
    },
  ),

  /** An id of the snapshot. */
  preseal_snapshot: snapshot,
} satisfies { readonly [name: string]: ControlMethod }

function dropKnown({ runtime, verbs }: Controlled, hash: Hash): boolean {
  const isThere = isKnown(runtime.settle().chain, hash)
  if (isThere) verbs.drop(hash)
  return isThere
}

/** A row of any method: `control` has its function if it drives the node. */
type AnyMethod = Method | ControlMethod

/**
 * Every method by its name: those that each door answers, and those that only
 * control does.
 */
export const everyMethod = lazy(
  (): ReadonlyMap<string, AnyMethod> =>
    // A map, so that names of prototypes are not found.
    new Map<string, AnyMethod>([
      ...Object.entries(methods),
      ...verbs.map((verb) => [`preseal_${verb.name}`, toMethod(verb)] as const),
      ...Object.entries(rows).map(
        ([name, row]) =>
          [name.replace(/^anvil/, 'hardhat'), orTrue(row)] as const,
      ),
      ...Object.entries(rows),
    ]),
)

/** The same, as Hardhat answers and checks them. */
export async function methodsOfHardhat(): Promise<typeof everyMethod> {
  const { likeHardhat } = await import('./onFirstUse/index.js')
  const main = { latestState, millisecondsAt, readNonce, parseData }
  const own = Object.entries(likeHardhat({ rows, ...main }))
  return () => new Map([...everyMethod(), ...own])
}

/** Hardhat answers true where anvil answers nothing. */
function orTrue({ control, ...row }: ControlMethod): ControlMethod {
  return {
    ...row,
    control(on, args) {
      const answer = control(on, args)
      return answer === undefined ? true : answer
    },
  }
}

/** Verbs word the errors of their arguments themselves. */
function toMethod(verb: Verb): ControlMethod {
  const parameters =
    verb.parameter === null ? [] : [{ name: 'parameters', parse: parseAny }]
  return method(parameters, ({ runtime, lifts }, [argument]) => {
    const given = readGiven(verb, argument, 'json')
    const { call, control = call, toJson } = verb
    const returned = control(runtime, given)
    return toJson === undefined ? returned : toJson(returned, lifts.add, given)
  })
}

function unknownIdError(
  kind: 'fault' | 'snapshot',
  id: number,
): PresealError<'UnknownIdError'> {
  const used = kind === 'snapshot' ? ', unless evm_revert used it up' : ''
  return new PresealError(
    'UnknownIdError',
    `No ${kind} has the id ${toQuantity(id)}. Give the result of preseal_${kind}; the newest ${mostKept} are known${used}.`,
  )
}

function parseNothing(expected: string) {
  return (given: unknown): Result<null> =>
    isNothing(given) ? { ok: true, value: null } : refuse(given, expected)
}

/** viem sends a fork without endpoint and block. */
function isNothing(given: unknown): boolean {
  if (Array.isArray(given)) return given.length === 0
  return (
    given === undefined ||
    given === null ||
    (typeof given === 'object' && Object.values(given).every(isNothing))
  )
}
