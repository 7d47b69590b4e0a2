import { findBlock, findState } from '../../chain/find.js'
import { pendingNonce } from '../../chain/mempool/pendingNonce.js'
import {
  readBalance,
  readCode,
  readNonce,
  readStorage,
} from '../../chain/state.js'
import { toQuantity } from '../../hex/hex.js'
import { prove } from '../proof/prove.js'
import type { MethodsOf } from './method.js'
import { notFound, refused, result } from './result.js'

/** State of single accounts. */
export const accountsMethods = {
  eth_getBalance({ chain }, [address, selector]) {
    const state = findState(chain, selector)
    if (state === undefined) return notFound(selector)
    return result(toQuantity(readBalance(state, address)))
  },

  eth_getCode({ chain }, [address, selector]) {
    const state = findState(chain, selector)
    if (state === undefined) return notFound(selector)
    return result(readCode(state, address))
  },

  eth_getProof({ chain }, [address, slots, selector]) {
    const block = findBlock(chain, selector)
    if (block === null) return notFound(selector)
    const proof = prove(chain, block, address, slots)
    return typeof proof === 'string' ? refused(proof) : result(proof)
  },

  eth_getStorageAt({ chain }, [address, slot, selector]) {
    const state = findState(chain, selector)
    if (state === undefined) return notFound(selector)
    return result(readStorage(state, address, slot))
  },

  eth_getTransactionCount({ chain }, [address, selector]) {
    if (selector.type === 'tag' && selector.tag === 'pending')
      return result(toQuantity(pendingNonce(chain, address)))
    const state = findState(chain, selector)
    if (state === undefined) return notFound(selector)
    return result(toQuantity(readNonce(state, address)))
  },
} satisfies MethodsOf<'accounts'>
