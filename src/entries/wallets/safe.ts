import type { WalletProfile, WalletSource } from '../wallet/index.js'
import { ofBaseAccount, ofExecutionPermissions } from './missing.js'

const provider: WalletSource = {
  at: 'safe-global/safe-apps-sdk packages/safe-apps-provider/src/provider.ts',
  version: '0.18.6',
  date: '2025-09-12',
}
const communication: WalletSource = {
  at: 'safe-global/safe-apps-sdk packages/safe-apps-sdk/src/communication/index.ts',
  version: '9.1.0',
  date: '2026-04-23',
}

/** A Safe, as an application inside of Safe{Wallet} sees it. */
export const safe = {
  name: 'Safe',
  announcement: 'never',
  windowEthereum: 'never',
  rejection: { message: 'User rejected transaction', thrown: 'uncoded' },
  missing: [
    ...ofBaseAccount,
    ...ofExecutionPermissions,
    'eth_requestAccounts',
    'eth_signTransaction',
    'wallet_addEthereumChain',
    'wallet_grantPermissions',
    'wallet_revokePermissions',
    'wallet_switchEthereumChain',
    'wallet_watchAsset',
  ],
  missingMethod: { message: '"{method}" not implemented', thrown: 'uncoded' },
  accountsBeforeConnecting: 'shown',
  sends: 'safeTransaction',
  batches: { atomic: 'supported' },
  sources: {
    announcement: provider,
    windowEthereum: provider,
    rejection: communication,
    missing: provider,
    missingMethod: provider,
    accountsBeforeConnecting: provider,
    sends: provider,
    batches: provider,
  },
} as const satisfies WalletProfile
