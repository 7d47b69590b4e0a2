import type {
  EnvelopeType,
  FieldValues,
} from '../../base/codec/transactionTypes.js'
import { display } from '../../base/hex/display.js'
import {
  type Address,
  type Hash,
  type Hex,
  toQuantity,
} from '../../base/hex/hex.js'
import type { Nonce } from '../../base/hex/nonce.js'
import { parseAddress } from '../../base/hex/parse.js'
import { invalidParameters } from '../../base/validation/problem.js'
import type { WalletDoor } from '../../doors/walletDoor.js'
import type { Account } from './keys/accounts.js'
import type { ParsedWallet } from './options.js'

/** The state of a wallet, and the acts that change it and emit events. */
export type Session = {
  readonly accounts: readonly Account[]
  readonly selected: Account
  /** The node of the current chain. */
  readonly node: WalletDoor
  readonly isConnected: boolean
  readonly isLocked: boolean
  /** By the wallet, on all nodes; the newest last. */
  readonly sent: SentTransaction[]
  /** Tokens that the user has the wallet watch (EIP-747). */
  readonly tokens: WatchedToken[]
  /** The accounts that the application sees; none until it is connected. */
  exposed(): Address[]
  connect(): void
  disconnect(): void
  lock(): void
  unlock(): void
  select(address: unknown): void
  /** The node of a chain, whether or not the wallet knows the chain. */
  nodeOf(chainId: number): WalletDoor | undefined
  knows(chainId: number): boolean
  /** The ids of the chains that the wallet knows. */
  chainIds(): number[]
  /** Makes a chain known. */
  add(chainId: number): void
  goTo(node: WalletDoor): void
}

type WatchedToken = {
  readonly chainId: number
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
}

/** Events of a wallet for the application (EIP-1193). */
export type EmitFn = {
  (name: 'accountsChanged', accounts: Address[]): void
  (name: 'chainChanged', chainId: Hex): void
  (name: 'disconnect'): void
}

export function createSession(
  { nodes, accounts, connectedAccounts, chainIds, profile }: ParsedWallet,
  emit: EmitFn,
): Session {
  const known = new Set(chainIds)
  let [node] = nodes as [WalletDoor]
  let [selected] = accounts as [Account]
  let isConnected = profile.accountsBeforeConnecting === 'shown'
  let isLocked = false

  function exposed(): Address[] {
    if (!isConnected || isLocked) return []
    const others = connectedAccounts === 'all' ? accounts : []
    return [
      selected.address,
      ...others
        .filter((other) => other !== selected)
        .map(({ address }) => address),
    ]
  }

  function change(act: () => void) {
    const before = exposed()
    act()
    const after = exposed()
    if (before.join() !== after.join()) emit('accountsChanged', after)
  }

  return {
    accounts,
    get selected() {
      return selected
    },
    get node() {
      return node
    },
    get isConnected() {
      return isConnected
    },
    get isLocked() {
      return isLocked
    },
    sent: [],
    tokens: [],
    exposed,
    connect: () =>
      change(() => {
        isConnected = true
        isLocked = false
      }),
    disconnect() {
      const wasConnected = isConnected
      if (profile.disconnecting === 'disconnect') isConnected = false
      change(() => {
        isConnected = false
      })
      if (wasConnected && profile.disconnecting === 'disconnect')
        emit('disconnect')
    },
    lock: () =>
      change(() => {
        isLocked = true
      }),
    unlock: () =>
      change(() => {
        isLocked = false
      }),
    select(given) {
      const parsed = parseAddress(given)
      const next = accounts.find(
        ({ address }) => parsed.ok && address === parsed.value,
      )
      if (next === undefined)
        throw invalidParameters('wallet.switchAccount', [
          {
            path: '',
            given: display(given),
            expected: `an account of the wallet: ${accounts.map(({ address }) => address).join(', ')}`,
          },
        ])
      change(() => {
        selected = next
      })
    },
    nodeOf: (chainId) => nodes.find((other) => other.chainId === chainId),
    knows: (chainId) => known.has(chainId),
    chainIds: () => [...known],
    add: (chainId) => void known.add(chainId),
    goTo(next) {
      if (next === node) return
      node = next
      emit('chainChanged', toQuantity(node.chainId))
    },
  }
}

/** A blob transaction needs its blobs, and a deposit is not signed. */
export type SignedType = Exclude<EnvelopeType, 'eip4844' | 'deposit'>

/** All fields but the nonce, which is assigned last. */
export type FilledTransaction = Omit<Partial<FieldValues>, 'nonce'> & {
  readonly type: SignedType
  readonly from: Address
  readonly to: Address | null
  readonly value: bigint
  readonly data: Hex
  readonly gas: bigint
  readonly chainId: number
}

/** A wallet's record of a transaction that it sent. */
export type SentTransaction = {
  readonly hash: Hash
  readonly filled: FilledTransaction
  readonly account: Account
  readonly node: WalletDoor
  readonly nonce: Nonce
}
