import { keccak_256 } from '@noble/hashes/sha3.js'
import { hashMessage } from '../../base/codec/messageHashes.js'
import { isWire, type Wire } from '../../base/codec/wire.js'
import { display } from '../../base/hex/display.js'
import {
  type Address,
  type Hash,
  type Hex,
  parseAddress,
  type Result,
  refuse,
  toBytes,
  toHex,
  toQuantity,
} from '../../base/hex/hex.js'
import { encodeText } from '../../base/hex/text.js'
import { checksum } from '../../base/validation/values.js'
import type { Parameter } from '../../rpc/method/method.js'
import {
  authorized,
  type MethodContext,
  method,
  parseChainId,
  rpcError,
  type WalletMethods,
} from './context.js'
import { signatureBytes } from './keys/accounts.js'

/** A sign-in with Ethereum (EIP-4361) as `wallet_connect` asks for it. */
type SignIn = { readonly [field: string]: string | readonly string[] }

type ConnectRequest = {
  readonly signIn: SignIn | undefined
  readonly subAccount: Wire | undefined
}

const connecting: Parameter<ConnectRequest> = {
  name: 'connection',
  parse: parseConnecting,
  absent: { value: { signIn: undefined, subAccount: undefined } },
}
const subAccount: Parameter<Wire> = {
  name: 'subAccount',
  parse: (given) =>
    isWire(given) && isWire(given.account)
      ? { ok: true, value: given.account }
      : refuse(given, 'an object { version, account }'),
}
const permissionRequests: Parameter<readonly Wire[]> = {
  name: 'permissions',
  parse: parsePermissionRequests,
}
const grant: Parameter<Wire> = {
  name: 'permissions',
  parse: (given) =>
    isWire(given) &&
    typeof given.expiry === 'number' &&
    Array.isArray(given.permissions)
      ? { ok: true, value: given }
      : refuse(given, 'an object { expiry, permissions }'),
}
const permissionContext: Parameter<Wire> = {
  name: 'permission',
  parse: (given) =>
    isWire(given) && typeof given.permissionContext === 'string'
      ? { ok: true, value: given }
      : refuse(given, 'an object { permissionContext }'),
}
const assetFilter: Parameter<Wire> = {
  name: 'filter',
  parse: (given) =>
    isWire(given) && parseAddress(given.account).ok
      ? { ok: true, value: given }
      : refuse(given, 'an object { account }'),
}

/** MetaMask's DelegationManager, which has this address on all chains. */
const delegationManager = '0xdb9b1e94b5b69df7e401ddbede43491141047db3'

/** The permissions of ERC-7715 that MetaMask grants. */
const permissionTypes = [
  'erc20-token-periodic',
  'erc20-token-stream',
  'native-token-periodic',
  'native-token-stream',
]

/**
 * Connections with sign-in (EIP-7846), sub accounts (ERC-7895), permissions to
 * execute (ERC-7715 and its older form in viem), and assets (ERC-7811).
 */
export function createGrantMethods() {
  const granted = new Map<string, Wire>()

  return {
    wallet_connect: method([connecting], async ([asked], context, params) => {
      const { session, confirm } = context
      if (session.exposed().length === 0 || asked.signIn !== undefined)
        await confirm('wallet_connect', params)
      session.connect()
      const [address, ...others] = session.exposed() as [Address, ...Address[]]
      const capabilities = {
        ...(asked.signIn !== undefined && {
          signInWithEthereum: await signIn(asked.signIn, address, context),
        }),
        ...(asked.subAccount !== undefined && {
          subAccounts: [subAccountOf(asked.subAccount, address)],
        }),
      }
      return {
        accounts: [
          { address, capabilities },
          ...others.map((other) => ({ address: other, capabilities: {} })),
        ],
        // The one in use comes first.
        chainIds: [
          ...new Set([session.node.chainId, ...session.chainIds()]),
        ].map(toQuantity),
      }
    }),

    wallet_disconnect: method([], (_, { session }) => {
      session.disconnect()
      return null
    }),

    wallet_addSubAccount: method(
      [subAccount],
      async ([account], context, params) => {
        const { session, confirm } = context
        const { address } = session.selected
        authorized(context, address)
        await confirm('wallet_addSubAccount', params)
        return subAccountOf(account, address)
      },
    ),

    wallet_requestExecutionPermissions: method(
      [permissionRequests],
      async ([requests], context, params) => {
        const { session, confirm } = context
        const { address } = session.selected
        authorized(context, address)
        await confirm('wallet_requestExecutionPermissions', params)
        return requests.map((request) => {
          const context = contextOf(request, granted.size)
          const permission = {
            ...request,
            from: request.from ?? address,
            context,
            dependencies: [],
            delegationManager,
          }
          granted.set(context, permission)
          return permission
        })
      },
    ),

    wallet_getSupportedExecutionPermissions: method([], (_, { session }) => {
      const chainIds = session.chainIds().map(toQuantity)
      return Object.fromEntries(
        permissionTypes.map((type) => [
          type,
          { chainIds: [...chainIds], ruleTypes: ['expiry'] },
        ]),
      )
    }),

    wallet_getGrantedExecutionPermissions: method([], () =>
      [...granted.values()].map((one) => ({ ...one })),
    ),

    wallet_revokeExecutionPermission: method(
      [permissionContext],
      async ([{ permissionContext: id }], { confirm }, params) => {
        if (!granted.has(id as string))
          throw rpcError(
            -32602,
            `No permission has the context ${display(id)}.`,
          )
        await confirm('wallet_revokeExecutionPermission', params)
        granted.delete(id as string)
        return {}
      },
    ),

    wallet_grantPermissions: method(
      [grant],
      async ([asked], context, params) => {
        const { session, confirm } = context
        authorized(context, session.selected.address)
        await confirm('wallet_grantPermissions', params)
        const { expiry, permissions } = asked
        return {
          expiry,
          grantedPermissions: permissions,
          permissionsContext: contextOf(asked, granted.size),
        }
      },
    ),

    wallet_getAssets: method([assetFilter], async ([filter], context) => {
      const { account, chainFilter, assetFilter, assetTypeFilter } = filter
      const { session, ask } = context
      const owner = authorized(context, `${account}`.toLowerCase() as Address)
      const assets: { [chainId: Hex]: unknown[] } = {}
      for (const id of session.chainIds()) {
        const chainId = toQuantity(id)
        const node = session.nodeOf(id)
        if (node === undefined || !isListed(chainFilter, chainId)) continue
        const asked = isWire(assetFilter) ? assetFilter[chainId] : undefined
        const balanceOf = async (token: Address) =>
          ask(node, 'eth_call', [
            {
              to: token,
              data: `0x70a08231${owner.address.slice(2).padStart(64, '0')}`,
            },
            'latest',
          ])
        assets[chainId] = []
        const isAsked = (type: string, address: string) =>
          isListed(assetTypeFilter, type) &&
          (!Array.isArray(asked) ||
            asked.some((one) => isWire(one) && one.address === address))
        if (isAsked('native', 'native'))
          assets[chainId].push({
            address: 'native',
            type: 'native',
            balance: await ask(node, 'eth_getBalance', [
              owner.address,
              'latest',
            ]),
            metadata: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          })
        for (const { chainId: of, address, ...metadata } of session.tokens)
          if (of === id && isAsked('erc20', address))
            assets[chainId].push({
              address,
              type: 'erc20',
              balance: toQuantity(BigInt((await balanceOf(address)) as Hex)),
              metadata: { name: metadata.symbol, ...metadata },
            })
      }
      return assets
    }),
  } satisfies WalletMethods
}

function isListed(filter: unknown, value: string): boolean {
  return !Array.isArray(filter) || filter.includes(value)
}

/** What names a permission: no two are the same. */
function contextOf(request: Wire, count: number): Hash {
  const text = `${count}\n${JSON.stringify(request)}`
  return toHex(keccak_256(toBytes(encodeText(text))))
}

/** The account of a key, which its owner's address and the key name. */
function subAccountOf(account: Wire, owner: Address) {
  if (account.type !== 'create')
    return {
      address: account.address,
      ...(account.factory !== undefined && {
        factory: account.factory,
        factoryData: account.factoryData,
      }),
    }
  const text = `${owner}\n${JSON.stringify(account.keys)}`
  const hash = toHex(keccak_256(toBytes(encodeText(text))))
  return {
    address: `0x${hash.slice(26)}`,
    factory: subAccountFactory,
    factoryData: hash,
  }
}

/** Coinbase's factory of smart accounts. */
const subAccountFactory = '0xba5ed110efdba3d005bfc882d75358acbbb85842'

async function signIn(
  { chainId, ...asked }: SignIn,
  address: Address,
  { session, ask }: MethodContext,
) {
  const block = await ask(session.node, 'eth_getBlockByNumber', [
    'latest',
    false,
  ])
  const { timestamp } = block as { timestamp: Hex }
  const { location } = globalThis as {
    location?: { host?: string; origin?: string }
  }
  const fields = {
    domain: location?.host ?? 'localhost',
    uri: location?.origin ?? 'http://localhost',
    version: '1',
    issuedAt: toIsoTime(Number(timestamp)),
    ...asked,
    chainId: `${Number(chainId)}`,
  }
  const message = signInMessage(fields, checksum(address))
  const account = session.accounts.find((one) => one.address === address)
  const hash = hashMessage(encodeText(message))
  return {
    message,
    signature: account && signatureBytes(account.sign(hash)),
  }
}

/** As EIP-4361 lays it out. */
function signInMessage(
  fields: { readonly [field: string]: string | readonly string[] },
  address: string,
): string {
  const { domain, scheme, statement, resources } = fields
  const lines = (
    [
      ['URI', 'uri'],
      ['Version', 'version'],
      ['Chain ID', 'chainId'],
      ['Nonce', 'nonce'],
      ['Issued At', 'issuedAt'],
      ['Expiration Time', 'expirationTime'],
      ['Not Before', 'notBefore'],
      ['Request ID', 'requestId'],
    ] as const
  ).flatMap(([label, name]) =>
    fields[name] === undefined ? [] : [`${label}: ${fields[name]}`],
  )
  const listed = Array.isArray(resources)
    ? ['Resources:', ...resources.map((one) => `- ${one}`)]
    : []
  const origin = scheme === undefined ? domain : `${scheme}://${domain}`
  return [
    `${origin} wants you to sign in with your Ethereum account:`,
    address,
    '',
    ...(statement === undefined ? [''] : [statement, '']),
    ...lines,
    ...listed,
  ].join('\n')
}

/** `2025-01-01T00:00:00.000Z`, by the Gregorian calendar. */
function toIsoTime(seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  // Years that begin in March, so that leap days are last.
  const day = days + 719_468
  const era = Math.floor(day / 146_097)
  const ofEra = day - era * 146_097
  const yearOfEra = Math.floor(
    (ofEra -
      Math.floor(ofEra / 1_460) +
      Math.floor(ofEra / 36_524) -
      Math.floor(ofEra / 146_096)) /
      365,
  )
  const ofYear =
    ofEra -
    (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const month = Math.floor((5 * ofYear + 2) / 153)
  const dayOfMonth = ofYear - Math.floor((153 * month + 2) / 5) + 1
  const isNextYear = month >= 10
  const year = yearOfEra + era * 400 + (isNextYear ? 1 : 0)
  const rest = seconds - days * 86_400
  const two = (value: number) => `${Math.floor(value)}`.padStart(2, '0')
  return `${year}-${two(isNextYear ? month - 9 : month + 3)}-${two(dayOfMonth)}T${two(rest / 3_600)}:${two((rest % 3_600) / 60)}:${two(rest % 60)}.000Z`
}

const understood = ['signInWithEthereum', 'addSubAccount']

function parseConnecting(given: unknown): Result<ConnectRequest> {
  if (!isWire(given))
    return refuse(given, 'an object { version, capabilities }')
  const { capabilities = {} } = given
  if (!isWire(capabilities))
    return refuse(capabilities, '"capabilities" as an object')
  const stray = Object.entries(capabilities).find(
    ([name, one]) =>
      !understood.includes(name) && !(isWire(one) && one.optional === true),
  )
  if (stray !== undefined)
    return refuse(
      stray[0],
      `the capabilities ${understood.join(' and ')}, or one that is marked as optional`,
    )
  const { signInWithEthereum: signIn, addSubAccount } = capabilities
  if (signIn === undefined)
    return {
      ok: true,
      value: { signIn: undefined, subAccount: accountIn(addSubAccount) },
    }
  if (
    !isWire(signIn) ||
    typeof signIn.nonce !== 'string' ||
    !parseChainId(signIn.chainId).ok
  )
    return refuse(signIn, '"signInWithEthereum" as { nonce, chainId }')
  return {
    ok: true,
    value: { signIn: signIn as SignIn, subAccount: accountIn(addSubAccount) },
  }
}

function accountIn(capability: unknown): Wire | undefined {
  return isWire(capability) && isWire(capability.account)
    ? capability.account
    : undefined
}

function parsePermissionRequests(given: unknown): Result<readonly Wire[]> {
  const isFit =
    Array.isArray(given) &&
    given.every(
      (one) =>
        isWire(one) &&
        parseChainId(one.chainId).ok &&
        parseAddress(one.to).ok &&
        isWire(one.permission) &&
        typeof one.permission.type === 'string',
    )
  return isFit
    ? { ok: true, value: given }
    : refuse(given, 'an array of { chainId, to, permission: { type, data } }')
}
