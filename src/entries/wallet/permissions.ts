import { isWire } from '../../base/codec/wire.js'
import { type Result, refuse } from '../../base/hex/hex.js'
import type { Parameter } from '../../rpc/method/method.js'
import {
  endedBy,
  ignored,
  type MethodContext,
  method,
  type WalletMethods,
} from './context.js'

const permissions: Parameter<'eth_accounts'> = {
  name: 'permissions',
  parse: parsePermissions,
}

/** The accounts that an application sees (EIP-1102, 2255, MIP-2). */
export const permissionMethods = {
  eth_accounts: method([], (_, { session, profile }) => {
    const { accountsBeforeConnecting: before } = profile
    if (!session.isConnected && typeof before === 'object')
      throw endedBy(before, { code: 4100, message: 'Not connected.' })
    return session.exposed()
  }),

  eth_requestAccounts: method([ignored], async (_, context, params) => {
    const { session, confirm } = context
    if (!session.isConnected || session.isLocked) {
      await confirm('eth_requestAccounts', params)
      session.connect()
    }
    return session.exposed()
  }),

  wallet_getPermissions: method([], (_, context) => granted(context)),

  // The user is asked again, to choose other accounts.
  wallet_requestPermissions: method(
    [permissions],
    async (_, context, params) => {
      await context.confirm('wallet_requestPermissions', params)
      context.session.connect()
      return granted(context)
    },
  ),

  wallet_revokePermissions: method([permissions], (_, { session }) => {
    session.disconnect()
    return null
  }),
} satisfies WalletMethods

function granted({ session }: MethodContext) {
  if (session.exposed().length === 0) return []
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

function parsePermissions(given: unknown): Result<'eth_accounts'> {
  return isWire(given) && Object.keys(given).includes('eth_accounts')
    ? { ok: true, value: 'eth_accounts' }
    : refuse(given, '{ "eth_accounts": {} }, the only permission there is')
}
