import type { WalletProfile, WalletSource } from '../wallet/index.js'
import { ofBaseAccount } from './missing.js'

const file = (path: string): WalletSource => ({
  at: `WalletConnect/walletconnect-monorepo ${path}`,
  version: '2.17.1',
  date: '2024-10-17',
})
const namespace = file('providers/universal-provider/src/providers/eip155.ts')
const provider = file('providers/ethereum-provider/src/EthereumProvider.ts')

/** A session of WalletConnect, whichever wallet is at its other end. */
export const walletConnect = {
  name: 'WalletConnect',
  flags: { isWalletConnect: true },
  announcement: 'never',
  windowEthereum: 'never',
  rejection: { code: 5000, message: 'User rejected.', thrown: 'plain' },
  unknownChain: {
    message: 'Failed to switch to chain {chainId}: it is not approved.',
    thrown: 'uncoded',
  },
  switching: 'silent',
  missing: [
    ...ofBaseAccount,
    'wallet_getPermissions',
    'wallet_requestPermissions',
    'wallet_revokePermissions',
  ],
  disconnecting: 'disconnect',
  sources: {
    flags: provider,
    announcement: provider,
    windowEthereum: provider,
    rejection: file('packages/utils/src/errors.ts'),
    unknownChain: namespace,
    switching: namespace,
    missing: provider,
    disconnecting: provider,
  },
} as const satisfies WalletProfile
