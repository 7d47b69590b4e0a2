import { lookup } from '../../base/codec/trie.js'
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
import { findQueued } from '../../chain/blocks/queue.js'
import { evmBlockMethods, nodeBlockMethods } from './blockMethods.js'
import { instanceMethods } from './instanceMethods.js'
import { method } from './method.js'
import { orElse } from './orElse.js'
import { parseCount } from './parseCount.js'

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
