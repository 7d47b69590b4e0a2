import type { WalletProfile, WalletSource } from '../wallet/index.js'
import { ofBaseAccount, ofExecutionPermissions } from './missing.js'

const file = (path: string): WalletSource => ({
  at: `trustwallet/trust-web3-provider packages/${path}`,
  version: '4.0.0',
  date: '2026-07-21',
})
const provider = file('ethereum/EthereumProvider.ts')
const adapter = file('ethereum/MobileAdapter.ts')

/** Trust Wallet's browser. */
export const trust = {
  name: 'Trust Wallet',
  rdns: 'com.trustwallet.app',
  flags: { isTrust: true, isTrustWallet: true },
  unknownChain: { message: 'Unsupported network', thrown: 'uncoded' },
  missing: [
    ...ofBaseAccount,
    ...ofExecutionPermissions,
    'wallet_grantPermissions',
  ],
  permissions: 'forgotten',
  batches: 'none',
  sources: {
    rdns: file('ios-web3-provider/swift/TrustWeb3Provider.swift'),
    flags: provider,
    unknownChain: {
      at: 'trustwallet/wallet-core#4464',
      version: 'as reported',
      date: '2025-08-05',
    },
    missing: adapter,
    permissions: provider,
    batches: adapter,
  },
} as const satisfies WalletProfile
