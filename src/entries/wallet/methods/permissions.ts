import { type Parsed, refuse } from '../../../base/hex/parse.js'
import type { Parameter } from '../../../rpc/method/params.js'
import { method, type Using, type WalletMethods } from '../session/method.js'
import { ignored, isObject } from '../session/parameters.js'

const permissions: Parameter<'eth_accounts'> = {
  name: 'permissions',
  parse: parsePermissions,
}

/** The accounts that an application sees (EIP-1102, 2255, MIP-2). */
export const permissionMethods = {
  eth_accounts: method([], (_, { session }) => session.exposed()),

  eth_requestAccounts: method([ignored], async (_, using, params) => {
    const { session, confirm } = using
    if (!session.isConnected) {
      await confirm('eth_requestAccounts', params)
      session.connect()
    }
    return session.exposed()
  }),

  wallet_getPermissions: method([], (_, using) => granted(using)),

  // The user is asked again, to choose other accounts.
  wallet_requestPermissions: method([permissions], async (_, using, params) => {
    await using.confirm('wallet_requestPermissions', params)
    using.session.connect()
    return granted(using)
  }),

  wallet_revokePermissions: method([permissions], (_, { session }) => {
    session.disconnect()
    return null
  }),
} satisfies WalletMethods

function granted({ session }: Using) {
  if (!session.isConnected) return []
  return [
    {
      parentCapability: 'eth_accounts',
      invoker: invoker(),
      caveats: [{ type: 'restrictReturnedAccounts', value: session.exposed() }],
    },
  ]
}

/** The page that asks, if there is one. */
function invoker(): string {
  const { location } = globalThis as { location?: { origin?: string } }
  return location?.origin ?? 'http://localhost'
}

function parsePermissions(given: unknown): Parsed<'eth_accounts'> {
  return isObject(given) && Object.keys(given).includes('eth_accounts')
    ? { ok: true, value: 'eth_accounts' }
    : refuse(given, '{ "eth_accounts": {} }, the only permission there is')
}
