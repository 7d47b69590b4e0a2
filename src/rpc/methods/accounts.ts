import {
  type Address,
  type Hash,
  type Hex,
  toQuantity,
} from '../../base/hex/hex.js'
import { parseWord } from '../../base/hex/parse.js'
import { pendingNonce } from '../../chain/blocks/pool.js'
import { findBlock, findState } from '../../chain/lookup/find.js'
import type { ChainConfig } from '../../chain/model/config.js'
import {
  findField,
  readBalance,
  readCode,
  readNonce,
  readStorage,
  type State,
} from '../../chain/model/state.js'
import { systemCodeAt } from '../../engine/natives/createNatives.js'
import {
  failed,
  invalidParams,
  notFound,
  refused,
  result,
} from '../answers/outcome.js'
import type { CallBlock } from '../calls/callSchema.js'
import {
  address,
  blockOrLatest,
  type MethodsOf,
  method,
  type SchemaOfViem,
} from '../method/method.js'
import { parseSlots, parseStorageKeys, prove } from '../proof/prove.js'

/** The code that a read shows, of a contract too that is no account. */
function readShownCode(
  { hardfork }: Pick<ChainConfig, 'hardfork'>,
  state: State,
  address: Address,
): Hex {
  const code = findField(state, address, 'code') ?? '0x'
  if (code !== '0x') return code
  // On a fork the record alone says what stands at an address.
  const shown =
    state.fork === null ? systemCodeAt(address, hardfork) : undefined
  return shown ?? readCode(state, address)
}

export type AccountsSchema = SchemaOfViem<
  | 'eth_getBalance'
  | 'eth_getCode'
  | 'eth_getProof'
  | 'eth_getStorageAt'
  | 'eth_getTransactionCount'
> & {
  // viem has none of it.
  eth_getAccountInfo: {
    Parameters: [address: Hex, block?: CallBlock]
    ReturnType: { balance: Hex; nonce: Hex; code: Hex }
  }
  eth_getStorageValues: {
    Parameters: [slots: SlotsByAddress, block?: CallBlock]
    ReturnType: { [address: Hex]: Hash[] }
  }
}

type SlotsByAddress = { readonly [address: Hex]: readonly Hex[] }

const slot = { name: 'slot', parse: parseWord }
/** As in geth's `internal/ethapi/api.go`. */
const mostSlots = 1_024
const slotsByAddress = { name: 'slots', parse: parseStorageKeys }
const slots = { name: 'slots', parse: parseSlots }

/** State of single accounts. */
export const accountsMethods = {
  /** As in reth. */
  eth_getAccountInfo: method({
    reads: 'state',
    isPublic: false,
    params: [address, blockOrLatest],
    answer({ chain }, [address, selector]) {
      const state = findState(chain, selector)
      if (state === undefined) return notFound(selector)
      return result({
        balance: toQuantity(readBalance(state, address)),
        nonce: toQuantity(readNonce(state, address)),
        code: readShownCode(chain.config, state, address),
      })
    },
  }),

  eth_getBalance: method({
    reads: 'state',
    isPublic: true,
    params: [address, blockOrLatest],
    answer({ chain }, [address, selector]) {
      const state = findState(chain, selector)
      if (state === undefined) return notFound(selector)
      return result(toQuantity(readBalance(state, address)))
    },
  }),

  eth_getCode: method({
    reads: 'state',
    isPublic: true,
    params: [address, blockOrLatest],
    answer({ chain }, [address, selector]) {
      const state = findState(chain, selector)
      if (state === undefined) return notFound(selector)
      return result(readShownCode(chain.config, state, address))
    },
  }),

  eth_getProof: method({
    reads: 'block',
    isPublic: true,
    params: [address, slots, blockOrLatest],
    answer({ chain }, [address, slots, selector]) {
      const block = findBlock(chain, selector)
      if (block === null) return notFound(selector)
      const proof = prove(chain, block, address, slots)
      return typeof proof === 'string' ? refused(proof) : result(proof)
    },
  }),

  eth_getStorageAt: method({
    reads: 'state',
    isPublic: true,
    params: [address, slot, blockOrLatest],
    answer({ chain }, [address, slot, selector]) {
      const state = findState(chain, selector)
      if (state === undefined) return notFound(selector)
      return result(readStorage(state, address, slot))
    },
  }),

  eth_getStorageValues: method({
    reads: 'state',
    isPublic: true,
    params: [slotsByAddress, blockOrLatest],
    answer({ chain }, [slots, selector]) {
      const asked = Object.entries(slots) as [Address, Hash[]][]
      const count = asked.reduce((sum, [, own]) => sum + own.length, 0)
      if (count === 0) return failed(invalidParams('empty request'))
      if (count > mostSlots)
        return failed(invalidParams(`too many slots (max ${mostSlots})`))
      const state = findState(chain, selector)
      if (state === undefined) return notFound(selector)
      return result(
        Object.fromEntries(
          asked.map(([address, own]) => [
            address,
            own.map((slot) => readStorage(state, address, slot)),
          ]),
        ),
      )
    },
  }),

  eth_getTransactionCount: method({
    reads: 'state',
    isPublic: true,
    params: [address, blockOrLatest],
    answer({ chain }, [address, selector]) {
      if (selector.type === 'tag' && selector.tag === 'pending')
        return result(toQuantity(pendingNonce(chain, address)))
      const state = findState(chain, selector)
      if (state === undefined) return notFound(selector)
      return result(toQuantity(readNonce(state, address)))
    },
  }),
} satisfies MethodsOf<AccountsSchema>
