import { PresealError } from '../../base/errors/errors.js'
import { toQuantity } from '../../base/hex/hex.js'
import {
  type Parsed,
  parseAddress,
  parseData,
  parseHash,
  parseWord,
  refuse,
} from '../../base/hex/parse.js'
import { amounts } from '../../base/validation/amounts.js'
import { slot } from '../../base/validation/values.js'
import { method } from './method.js'
import { parseCount } from './parseCount.js'

const addressParameter = { name: 'address', parse: parseAddress }
const hashParameter = { name: 'hash', parse: parseHash }
const blocksParameter = { name: 'blocks', parse: orElse(1, parseCount) }

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

  // As anvil has it where it is given no transactions for the new blocks.
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

  // Every sender is taken as it is, with nothing to begin or to end.
  impersonateAccount: method([addressParameter], () => null),

  stopImpersonatingAccount: method([addressParameter], () => null),

  mine: method(
    [blocksParameter, { name: 'interval', parse: orElse(0, parseCount) }],
    ({ runtime }, [blocks, interval]) => {
      const { blockTime } = runtime.settle().rhythm
      if (interval !== 0 && interval * 1000 !== blockTime)
        throw new BlockIntervalError(interval, blockTime)
      runtime.jump('nextBlock', blocks)
    },
  ),
}

/** The same, of those under `evm_`. */
export const evmMethods = {
  mine: method(
    [{ name: 'options', parse: orElse(1, parseMineOptions) }],
    ({ runtime }, [blocks]) => {
      runtime.jump('nextBlock', blocks)
      return '0x0'
    },
  ),

  increaseTime: method(
    [{ name: 'seconds', parse: parseCount }],
    ({ runtime }, [seconds]) => {
      runtime.jump('advance', seconds * 1000)
      return toQuantity(seconds)
    },
  ),

  snapshot: method([], ({ verbs, snapshots }) =>
    snapshots.add(verbs.snapshot()),
  ),

  // As anvil has it: the snapshot and later ones cannot be used again.
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

/** JSON has null where a parameter before others is left out. */
function orElse<value>(
  fallback: value,
  parse: (given: unknown) => Parsed<value>,
) {
  return (given: unknown): Parsed<value> =>
    given === undefined || given === null
      ? { ok: true, value: fallback }
      : parse(given)
}

/** A re-org replaces blocks; what the new ones are to hold, steps say. */
function parseNoTransactions(given: unknown): Parsed<null> {
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

function parseMineOptions(given: unknown): Parsed<number> {
  const isObject = typeof given === 'object' && !Array.isArray(given)
  if (!isObject || Object.keys(given as object).some((key) => key !== 'blocks'))
    return refuse(
      given,
      'nothing or { blocks }, as the clock gives each block its timestamp (evm_increaseTime moves it)',
    )
  return orElse(1, parseCount)((given as { blocks?: unknown }).blocks)
}

class BlockIntervalError extends PresealError {
  override readonly name = 'BlockIntervalError'

  constructor(interval: number, blockTime: number) {
    super(
      `The interval is ${interval} s, but a block comes every ${blockTime} ms. Leave the interval out, or create the node with "blockTime": ${interval * 1000}.`,
    )
  }
}
