import type { PresealError } from '../../base/errors/errors.js'
import { display } from '../../base/hex/display.js'
import { type Address, type Hex, parseHash } from '../../base/hex/hex.js'
import { amounts } from '../../base/validation/amounts.js'
import {
  arrayOf,
  objectOf,
  optional,
  readOptions,
} from '../../base/validation/fields.js'
import {
  invalidParameters,
  type Problem,
} from '../../base/validation/problem.js'
import {
  boolean,
  integer,
  oneOf,
  positive,
  type Validator,
} from '../../base/validation/values.js'
import type { MockProvider } from '../../doors/createProvider.js'
import { type WalletDoor, walletDoor } from '../../doors/walletDoor.js'
import type { Contract } from '../../index.js'
import {
  type Account,
  accountOf,
  deriveKeys,
  isPrivateKey,
  testMnemonic,
} from './keys/accounts.js'
import { ideal, type WalletProfile } from './profile.js'

/** A node for the wallet, such as a `MockNode`. */
export type WalletNode = {
  readonly chain: { readonly id: number }
  readonly provider: MockProvider
  setBalance(parameters: { address: Address; value: bigint }): void
  setContract(contract: Contract): void
}

export type WalletOptions = {
  /** Number of accounts from the mnemonic; default 10 */
  accounts?: number | undefined
  /** Default `'test test test test test test test test test test test junk'` */
  mnemonic?: string | undefined
  /** Private keys of its accounts, instead of a mnemonic. */
  privateKeys?: readonly Hex[] | undefined
  /** wei that each account gets now, on each node; default none */
  balance?: bigint | undefined
  /**
   * Accounts that a connected application sees: only the selected one, or all,
   * with the selected one first; default `'selected'`
   */
  connectedAccounts?: 'selected' | 'all' | undefined
  /**
   * Ids of the chains that the wallet knows at first; default those of all
   * nodes
   */
  chainIds?: readonly number[] | undefined
  /**
   * How the wallet differs from the standards, such as `metaMask` of
   * `preseal/wallets`; default not at all
   */
  profile?: WalletProfile | undefined
  /**
   * The Safe that the wallet is, if its profile says so: how many of its
   * accounts own it, and how many of those must sign; default 2 and 2
   */
  safe?:
    | { owners?: number | undefined; threshold?: number | undefined }
    | undefined
  /**
   * Whether faults and rules of the endpoint affect the wallet's own requests
   * to its node; default false
   */
  endpointFaults?: boolean | undefined
}

/** The options of a wallet, every default in place. */
export type ParsedWallet = {
  /** At least one. */
  readonly nodes: readonly WalletDoor[]
  /** The provider of each node, by its chain id. */
  readonly providers: readonly (readonly [number, MockProvider])[]
  readonly accounts: readonly Account[]
  readonly connectedAccounts: 'selected' | 'all'
  readonly chainIds: readonly number[]
  readonly isFaulted: boolean
  readonly profile: WalletProfile
  readonly safe: { readonly owners: number; readonly threshold: number }
  /** wei */
  readonly balance: bigint | undefined
  readonly mockNodes: readonly WalletNode[]
}

const wordCounts = [12, 15, 18, 21, 24]

const mnemonic: Validator<string> = {
  check(given) {
    const value = typeof given === 'string' ? given.trim() : ''
    return wordCounts.includes(value.split(/\s+/).length)
      ? { ok: true, value }
      : {
          ok: false,
          given: concealed(given),
          expected: `a mnemonic of ${wordCounts.join(', ')} words`,
        }
  },
}

const privateKey: Validator<Hex> = {
  check(given) {
    const parsed = parseHash(given)
    return parsed.ok && isPrivateKey(parsed.value)
      ? parsed
      : {
          ok: false,
          given: concealed(given),
          expected: 'a private key as 0x and 64 hex digits',
        }
  },
}

/** Messages end up in logs, so they hold no secret. */
function concealed(given: unknown): string {
  return typeof given === 'string'
    ? `a string of ${given.length} characters`
    : display(given)
}

/** A record of another's, of which the name alone is certain to be there. */
const profileJudge: Validator<WalletProfile> = {
  check(given) {
    const { name } = (given ?? {}) as { name?: unknown }
    return typeof given === 'object' && typeof name === 'string'
      ? { ok: true, value: given as WalletProfile }
      : {
          ok: false,
          given: display(given),
          expected:
            'a profile with a name, such as metaMask of preseal/wallets',
        }
  },
}

const fields = {
  accounts: optional(
    integer(1, 1_000, 'a whole number from 1 to 1000'),
    undefined,
  ),
  mnemonic: optional(mnemonic, undefined),
  privateKeys: optional(arrayOf(privateKey), undefined),
  balance: optional(amounts.code.wei, undefined),
  connectedAccounts: optional(oneOf('selected', 'all'), 'selected' as const),
  chainIds: optional(arrayOf(positive), undefined),
  endpointFaults: optional(boolean, false),
  profile: optional(profileJudge, ideal),
  safe: optional(
    objectOf({
      owners: optional(integer(1, 100, 'a whole number from 1 to 100'), 2),
      threshold: optional(integer(1, 100, 'a whole number from 1 to 100'), 2),
    }),
    { owners: 2, threshold: 2 },
  ),
}

/** @throws InvalidParametersError naming every option that is wrong. */
export function parseWallet(
  given: WalletNode | readonly WalletNode[],
  options: WalletOptions,
): ParsedWallet {
  const mockNodes: readonly WalletNode[] = Array.isArray(given)
    ? given
    : [given]
  const nodes = mockNodes.map(doorOf)
  const ids = nodes.map(({ chainId }) => chainId)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (nodes.length === 0) throw wrongNodes('an empty array')
  if (twice !== undefined) throw wrongNodes(`two of the chain id ${twice}`)
  const read = readOptions('createWallet', options, fields)
  const { accounts, chainIds = ids, ...keys } = read
  const contradiction = contradictionOf(read, ids)
  if (contradiction !== undefined)
    throw invalidParameters('createWallet', [contradiction])
  const privateKeys =
    keys.privateKeys ??
    deriveKeys(keys.mnemonic ?? testMnemonic, accounts ?? 10)
  const parsed = privateKeys.map(accountOf)
  const { balance: value } = keys
  if (value !== undefined)
    for (const node of mockNodes)
      for (const { address } of parsed) node.setBalance({ address, value })
  return {
    nodes,
    providers: mockNodes.map(({ chain, provider }) => [chain.id, provider]),
    accounts: parsed,
    connectedAccounts: keys.connectedAccounts,
    chainIds: [ids[0] as number, ...chainIds],
    isFaulted: keys.endpointFaults,
    profile: keys.profile,
    safe: keys.safe,
    balance: value,
    mockNodes,
  }
}

function contradictionOf(
  {
    accounts,
    mnemonic,
    privateKeys,
    chainIds,
  }: {
    accounts: number | undefined
    mnemonic: string | undefined
    privateKeys: readonly Hex[] | undefined
    chainIds: readonly number[] | undefined
  },
  ids: readonly number[],
): Problem | undefined {
  const stray = chainIds?.findIndex((id) => !ids.includes(id)) ?? -1
  if (stray >= 0)
    return {
      path: `chainIds[${stray}]`,
      given: display(chainIds?.[stray]),
      expected: `the chain id of a node: ${ids.join(' or ')}`,
    }
  if (privateKeys === undefined) return undefined
  if (privateKeys.length === 0)
    return {
      path: 'privateKeys',
      given: 'an empty array',
      expected: 'at least one private key',
    }
  const other =
    mnemonic === undefined
      ? accounts === undefined
        ? undefined
        : 'accounts'
      : 'mnemonic'
  return other === undefined
    ? undefined
    : {
        path: other,
        given: 'given beside "privateKeys"',
        expected: 'one of the two, since the keys say which accounts there are',
      }
}

type WithDoor = { readonly [walletDoor]: WalletDoor }

function doorOf(node: WalletNode): WalletDoor {
  const { [walletDoor]: door } = (node ?? {}) as Partial<WithDoor>
  if (door === undefined)
    throw wrongNodes(
      display(node),
      'Write createWallet(node), where node is what createMockNode returned.',
    )
  return door
}

function wrongNodes(
  given: string,
  advice?: string,
): PresealError<'InvalidParametersError'> {
  return invalidParameters('createWallet', [
    {
      path: '',
      given,
      expected: 'a node of createMockNode, or several of distinct chain ids',
      ...(advice !== undefined && { advice }),
    },
  ])
}
