import { createMPT, MerklePatriciaTrie } from '@ethereumjs/mpt'
import { encodeRlp, getBytes, hexlify, keccak256, toBeArray } from 'ethers'
import type { Hex } from 'preseal'
import { stateRootOf, storageRootOf } from '../conformance/oracle.js'
import { type Account, type State, zeroWord } from './state.js'

/*
 * Roots by @ethereumjs. Each is kept by the whole of what it is made of: that
 * saves most of the time and cannot answer for anything else.
 */

const kept = new Map<string, Promise<Hex>>()
const mostKept = 4_000

function keep(key: string, make: () => Promise<Hex>): Promise<Hex> {
  const found = kept.get(key)
  if (found !== undefined) return found
  if (kept.size === mostKept) kept.clear()
  const made = make()
  kept.set(key, made)
  return made
}

/** The root of envelopes or receipts, by their index in RLP. */
export function listRoot(items: readonly string[]): Promise<Hex> {
  return keep(`list ${items.join()}`, async () => {
    const trie = new MerklePatriciaTrie()
    for (const [index, item] of items.entries())
      await trie.put(getBytes(encodeRlp(toBeArray(index))), getBytes(item))
    return hexlify(trie.root()) as Hex
  })
}

/** What is not known counts as empty, and what is empty is not there. */
export function stateRoot(state: State): Promise<Hex> {
  const accounts = [...state.accounts]
    .map(([address, account]) => [address, plain(account)] as const)
    .filter(
      ([, { balance, nonce, code, storage }]) =>
        balance !== '0' || nonce > 0 || code !== '0x' || storage.length > 0,
    )
  return keep(`state ${JSON.stringify(accounts)}`, async () =>
    accounts.length === 0
      ? (hexlify((await createMPT()).root()) as Hex)
      : stateRootOf(
          Object.fromEntries(
            accounts.map(([address, account]) => [
              address,
              {
                ...account,
                balance: BigInt(account.balance),
                storage: Object.fromEntries(account.storage),
              },
            ]),
          ),
        ),
  )
}

export function storageRoot(account: Account): Promise<Hex> {
  const { storage } = plain(account)
  return keep(`storage ${JSON.stringify(storage)}`, () =>
    storageRootOf(Object.fromEntries(storage)),
  )
}

function plain({ balance, nonce, code, storage }: Account) {
  return {
    balance: String(balance ?? 0n),
    nonce: nonce ?? 0,
    code: code ?? ('0x' as Hex),
    storage: [...storage].filter(([, value]) => value !== zeroWord).sort(),
  }
}

/** keccak256 of the RLP of these fields, numbers without leading zeros. */
export function hashOf(fields: readonly string[]): Hex {
  return keccak256(encodeRlp([...fields])) as Hex
}
