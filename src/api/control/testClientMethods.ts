import { lookup } from '../../base/codec/trie.js'
import { PresealError } from '../../base/errors/errors.js'
import { keccak256 } from '../../base/hash/keccak256.js'
import { toBytes, toHex, toQuantity, toWord } from '../../base/hex/hex.js'
import {
  parseAddress,
  parseData,
  parseHash,
  parseWord,
  type Result,
  refuse,
} from '../../base/hex/parse.js'
import { amounts } from '../../base/validation/amounts.js'
import { slot } from '../../base/validation/values.js'
import { type Chain, latestNumber } from '../../chain/blocks/chain.js'
import { findQueued } from '../../chain/blocks/queue.js'
import { blockHash, latestHash } from '../../chain/lookup/blockHash.js'
import { findBlock, findSealedBlock } from '../../chain/lookup/find.js'
import { suggestTip } from '../../rpc/fees/fees.js'
import { readGiven, type Verb } from '../verbs/verb.js'
import { verbs } from '../verbs/verbs.js'
import { evmBlockMethods, nodeBlockMethods } from './blockMethods.js'
import {
  type ControlMethod,
  method,
  mostKept,
  orElse,
  parseCount,
} from './method.js'

/** The verbs of the node under their own names and in their own shapes. */
export const presealMethods = (): {
  readonly [name: string]: ControlMethod
} => ({
  ...Object.fromEntries(verbs.map((verb) => [verb.name, toMethod(verb)])),

  lift: method([{ name: 'id', parse: parseCount }], ({ lifts }, [id]) => {
    const lift = lifts.find(id)
    if (lift === undefined) throw unknownIdError('fault', id)
    lift()
  }),

  snapshot: method([], ({ verbs, snapshots }) =>
    snapshots.add(verbs.snapshot()),
  ),

  revert: method(
    [{ name: 'snapshot', parse: parseCount }],
    ({ verbs, snapshots }, [id]) => {
      const snapshot = snapshots.find(id)
      if (snapshot === undefined) throw unknownIdError('snapshot', id)
      verbs.revert(snapshot)
    },
  ),

  now: method([], ({ verbs }) => verbs.now),
})

/** Verbs word the errors of their arguments themselves. */
function toMethod(verb: Verb): ControlMethod {
  const parse = (value: unknown) => ({ ok: true, value }) as const
  const parameters =
    verb.parameter === null ? [] : [{ name: 'parameters', parse }]
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

/** Methods of test clients about the node as a program, and its restart. */
const instanceMethods = {
  reset: method(
    [{ name: 'options', parse: parseNoFork }],
    ({ verbs, snapshots, instance }) => {
      verbs.seek(0)
      snapshots.forgetFrom(0)
      instance.resets++
    },
  ),

  metadata: method([], ({ runtime, instance }) => {
    const { chain } = runtime.settle()
    const { chainId, clientVersion } = chain.config
    return {
      clientVersion,
      chainId,
      instanceId: instanceId(chain, instance.resets),
      latestBlockNumber: Number(latestNumber(chain)),
      latestBlockHash: latestHash(chain),
      forkedNetwork: null,
    }
  }),

  nodeInfo: method([], ({ runtime }) => {
    const { chain } = runtime.settle()
    const { config, open } = chain
    return {
      currentBlockNumber: toQuantity(latestNumber(chain)),
      currentBlockTimestamp: Number(timestampOf(chain)),
      currentBlockHash: latestHash(chain),
      hardFork: config.hardfork,
      transactionOrder: 'fifo',
      environment: {
        baseFee: toQuantity(open.baseFeePerGas),
        chainId: config.chainId,
        gasLimit: toQuantity(open.gasLimit),
        gasPrice: toQuantity(open.baseFeePerGas + suggestTip(chain)),
      },
      forkConfig: { forkUrl: null, forkBlockNumber: null },
    }
  }),
}

/**
 * Derived from genesis and resets, so that the same script gives the same id.
 */
function instanceId(chain: Chain, resets: number) {
  const genesis = findSealedBlock(chain, 0n)
  const start = genesis === null ? '0x' : blockHash(chain, genesis)
  return toHex(keccak256(toBytes(`${start}${toWord(BigInt(resets)).slice(2)}`)))
}

function timestampOf(chain: Chain): bigint {
  const latest = findBlock(chain, { type: 'tag', tag: 'latest' })
  return latest?.timestamp ?? chain.config.genesisTimestamp
}

function parseNoFork(given: unknown): Result<null> {
  return isNothing(given)
    ? { ok: true, value: null }
    : refuse(
        given,
        'nothing or {}, since nothing is forked; preseal/record turns what an endpoint answers into a scenario',
      )
}

/** viem sends a fork without endpoint and block. */
function isNothing(given: unknown): boolean {
  return (
    given === undefined ||
    given === null ||
    (typeof given === 'object' && Object.values(given).every(isNothing))
  )
}

const addressParameter = { name: 'address', parse: parseAddress }
const hashParameter = { name: 'hash', parse: parseHash }

/** As viem's test client sends them under `anvil_` and `hardhat_`. */
export const nodeMethods = {
  setBalance: method(
    [addressParameter, { name: 'value', parse: amounts.json.wei.check }],
    ({ verbs }, [address, value]) => verbs.setBalance({ address, value }),
  ),

  setNonce: method(
    [addressParameter, { name: 'nonce', parse: parseCount }],
    ({ verbs }, [address, nonce]) => verbs.setNonce({ address, nonce }),
  ),

  setCode: method(
    [addressParameter, { name: 'bytecode', parse: parseData }],
    ({ verbs }, [address, bytecode]) => verbs.setCode({ address, bytecode }),
  ),

  setStorageAt: method(
    [
      addressParameter,
      { name: 'index', parse: slot.check },
      { name: 'value', parse: parseWord },
    ],
    ({ verbs }, [address, index, value]) => {
      verbs.setStorageAt({ address, index, value })
      return true
    },
  ),

  // Like anvil without transactions for the new blocks.
  reorg: method(
    [
      { name: 'depth', parse: orElse(1, parseCount) },
      { name: 'transactions', parse: parseNoTransactions },
    ],
    ({ verbs }, [depth]) => verbs.reorg({ depth }),
  ),

  dropTransaction: method([hashParameter], ({ verbs }, [hash]) => {
    verbs.drop(hash)
    return hash
  }),

  // Every sender is accepted anyway, so there is nothing to begin or end.
  impersonateAccount: method([addressParameter], () => null),

  stopImpersonatingAccount: method([addressParameter], () => null),

  ...nodeBlockMethods,
  ...instanceMethods,
}

/** Methods that hardhat answers differently. */
export const hardhatMethods = {
  dropTransaction: method([hashParameter], ({ runtime, verbs }, [hash]) => {
    const { queue, open, places } = runtime.settle().chain
    const isKnown =
      findQueued(queue, hash) !== undefined ||
      lookup(open.positions, hash) !== undefined ||
      lookup(places, hash) !== undefined
    if (isKnown) verbs.drop(hash)
    return isKnown
  }),
}

/** The same for methods under `evm_`. */
export const evmMethods = {
  ...evmBlockMethods,

  snapshot: method([], ({ verbs, snapshots }) =>
    snapshots.add(verbs.snapshot()),
  ),

  // As in anvil, the snapshot and later ones cannot be used again.
  revert: method(
    [{ name: 'id', parse: parseCount }],
    ({ verbs, snapshots }, [id]) => {
      const snapshot = snapshots.find(id)
      if (snapshot === undefined) return false
      verbs.revert(snapshot)
      snapshots.forgetFrom(id)
      return true
    },
  ),
}

/** A re-org only replaces blocks; steps set the content of the new ones. */
function parseNoTransactions(given: unknown): Result<null> {
  const isNone =
    given === undefined ||
    given === null ||
    (Array.isArray(given) && given.length === 0)
  return isNone
    ? { ok: true, value: null }
    : refuse(
        given,
        'nothing or [], since the new blocks are empty; preseal_reorg takes { depth, omit }',
      )
}

/*
 * Alternatives to methods of other test nodes that have no match here, since
 * the clock drives this chain.
 */

const time =
  'Call evm_setNextBlockTimestamp, which later blocks follow, or advance time with evm_increaseTime'
const mining =
  'A block comes every "blockTime" ms of the clock: evm_mine and preseal_seal bring one now, and with option sealing: "manual" none comes by itself'
const pool =
  'preseal_drop removes one transaction, and evm_revert goes back to an evm_snapshot'
const start =
  'evm_revert goes back to an evm_snapshot, and anvil_reset to the start'
const token =
  'Give the token its "balances" in option "contracts", or write its storage with anvil_setStorageAt'

/** Advice for a method, by the name after the prefix. */
const advice: { readonly [name: string]: string } = {
  addBalance: 'anvil_setBalance sets the whole balance',
  autoImpersonateAccount: 'eth_sendTransaction accepts any sender',
  dealERC20: token,
  dropAllTransactions: pool,
  dumpState: start,
  getAutomine: mining,
  getIntervalMining: mining,
  loadState: start,
  removeBlockTimestampInterval: time,
  removePoolTransactions: pool,
  setAccountBalance: 'Call anvil_setBalance',
  setAccountCode: 'Call anvil_setCode',
  setAccountNonce: 'Call anvil_setNonce',
  setAccountStorageAt: 'Call anvil_setStorageAt',
  setAutomine: mining,
  setBlockTimestampInterval: mining,
  setERC20Allowance: token,
  setIntervalMining: mining,
  setLoggingEnabled: 'node.answeredRequests lists requests and their answers',
  setMinGasPrice: 'Create the node with option "header.minBaseFeePerGas"',
  setRpcUrl:
    'Nothing is forked: preseal/record turns what an endpoint answers into a scenario',
  setTime: time,
}

/** Advice for a method such as `evm_setNextBlockTimestamp`. */
export function elsewhere(method: string): string | undefined {
  const name = method.slice(method.indexOf('_') + 1)
  return Object.hasOwn(advice, name) ? advice[name] : undefined
}
