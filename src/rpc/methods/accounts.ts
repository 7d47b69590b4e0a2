import type { RpcProof } from 'viem'
import {
  type Address,
  type Hash,
  type Hex,
  keeping,
  parseAddress,
  parseWord,
  type Result,
  refuse,
  toHex,
  toQuantity,
  zeroHash,
} from '../../base/hex/hex.js'
import type { BlockView, Chain } from '../../chain/blocks/chain.js'
import { contentAt } from '../../chain/blocks/contentAt.js'
import { pendingNonce } from '../../chain/blocks/pool.js'
import { findBlock, findState } from '../../chain/lookup/find.js'
import type { ChainConfig } from '../../chain/model/config.js'
import type { ImportedBlock } from '../../chain/model/importedBlock.js'
import {
  findField,
  readAccount,
  readBalance,
  readCode,
  readNonce,
  readStorage,
  type State,
  writeAccount,
} from '../../chain/model/state.js'
import {
  accountProof,
  codeHash,
  isEmpty,
  stateRoot,
  storageProof,
  storageRoot,
} from '../../chain/roots/roots.js'
import { systemCodeAt } from '../../engine/natives/createNatives.js'
import {
  failed,
  invalidParams,
  notFound,
  refused,
  result,
} from '../answers/outcome.js'
import type { CallBlock } from '../calls/callSchema.js'
import { listOf, mapOf } from '../calls/parseCall.js'
import {
  address,
  blockOrLatest,
  type MethodsOf,
  method,
  type SchemaOfViem,
} from '../method/method.js'

/** A storage slot: as 32 bytes, and as written in the proof. */
type Slot = { readonly slot: Hash; readonly key: Hex }

/** As in geth's `internal/ethapi/api.go`. */
const mostSlots = 1_024

function parseSlots(given: unknown): Result<readonly Slot[]> {
  if (!Array.isArray(given) || given.length > mostSlots)
    return refuse(given, `an array of at most ${mostSlots} storage slots`)
  const slots: Slot[] = []
  for (const one of given) {
    const word = parseWord(one)
    if (!word.ok) return word
    slots.push({ slot: word.value, key: keyOf(one, word.value) })
  }
  return { ok: true, value: slots }
}

/** As it was given if that is 32 bytes, else as a quantity (geth). */
function keyOf(given: string, slot: Hash): Hex {
  return given.length === 66 ? slot : `0x${BigInt(slot).toString(16)}`
}

/**
 * An account and its slots, and why the block's `stateRoot` says so (EIP-1186):
 * of the state that its header commits to, without what was set since.
 *
 * @returns Why not, if the block has no state root that could be proved.
 * @throws UnknownStateError for what is not known after an import.
 */
function prove(
  { config, memo }: Chain,
  block: BlockView,
  address: Address,
  slots: readonly Slot[],
): RpcProof | string {
  if (config.fork !== null) return forked
  const isImported = block.imported !== undefined
  if (
    block.status === 'open' &&
    config.pendingStateRoot === 'atSeal' &&
    !isImported
  )
    return pending
  const known =
    block.status === 'open'
      ? block.state
      : contentAt(config, block.run.value, block.offset).committed
  if (isImported && !isWhole(memo, block.imported, known)) return imported
  const state = isImported ? completed(known, address) : known
  const account = readAccount(state, address)
  // geth shows zeros in place of both hashes if there is no account.
  const isThere = !isEmpty(account)
  return {
    address,
    accountProof: accountProof(memo.stateRoots, state.accounts, address),
    balance: toQuantity(readBalance(state, address)),
    codeHash: isThere ? toHex(codeHash(readCode(state, address))) : zeroHash,
    nonce: toQuantity(readNonce(state, address)),
    storageHash: isThere ? storageRoot(account.storage) : zeroHash,
    storageProof: slots.map(({ slot, key }) => ({
      key,
      value: toQuantity(BigInt(readStorage(state, address, slot))),
      proof: storageProof(account.storage, slot),
    })),
  }
}

/** Whether what is known of an imported block makes the root that it says. */
function isWhole(
  { stateRoots }: Chain['memo'],
  { text }: ImportedBlock,
  { accounts }: State,
): boolean {
  const { stateRoot: said } = JSON.parse(text) as { stateRoot?: unknown }
  return stateRoot(stateRoots, accounts) === said
}

/** The root covers all state that there is: nothing of it is unknown. */
function completed(state: State, address: Address): State {
  const {
    balance = 0n,
    nonce = 0,
    code = '0x',
    storage,
  } = readAccount(state, address)
  return writeAccount({ ...state, isPartial: false }, address, {
    balance,
    nonce,
    code,
    storage,
  })
}

const imported =
  'This block was imported, and its known state does not give its state root, so nothing under it can be proved. Give all accounts as "state" with the import, or ask for a block that the chain itself sealed.'
const forked =
  'The node stands on a fork whose state is recorded only in part, so nothing under a state root can be proved.'
const pending =
  'The pending block has no state root until it is sealed, so it has no proofs. Ask for "latest", or create the node with pendingStateRoot: "everyBeat".'

/** Slots by address, as `eth_getStorageValues` takes them. */
const parseStorageKeys = mapOf(
  parseAddress,
  listOf(parseWord, 'slots'),
  'arrays of slots by address',
)

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

/** As geth's `decodeStorageKey` reads it: `0x` is 0, and may be missing. */
const parseStorageKey = /* @__PURE__ */ keeping((given) => {
  const isText = typeof given === 'string'
  const found = isText && /^(?:0x)?([\da-f]{1,64})$|^0x$/i.exec(given)
  return parseWord(found ? `0x${found[1] ?? 0}` : given)
})

type SlotsByAddress = { readonly [address: Hex]: readonly Hex[] }

const slot = { name: 'slot', parse: parseStorageKey }
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
      const { nativeBalance } = chain.config
      return result(toQuantity(nativeBalance ?? readBalance(state, address)))
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
