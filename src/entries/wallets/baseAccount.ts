import type { WalletProfile, WalletSource } from '../wallet/index.js'
import { ofExecutionPermissions } from './missing.js'

const sdk = (file: string): WalletSource => ({
  at: `base/account-sdk packages/account-sdk/src/${file}`,
  version: '2.5.10',
  date: '2026-08-12',
})
const provider = sdk('interface/builder/core/BaseAccountProvider.ts')
const signer = sdk('sign/base-account/Signer.ts')

/** Base Account, formerly Coinbase Smart Wallet. */
export const baseAccount = {
  name: 'Base Account',
  rdns: 'app.base.account',
  flags: { isBaseAccount: true },
  announcement: 'never',
  windowEthereum: 'never',
  rejection: { code: 4001, message: 'Request rejected' },
  unknownChain: { code: 4902, message: 'Unsupported chain {chainId}.' },
  switching: 'silent',
  missing: [
    ...ofExecutionPermissions,
    'eth_sign',
    'wallet_getAssets',
    'wallet_getPermissions',
    'wallet_requestPermissions',
    'wallet_revokePermissions',
  ],
  beforeConnecting: {
    code: 4100,
    message: "Must call 'eth_requestAccounts' before other methods",
  },
  chainIdBeforeConnecting: 1,
  disconnecting: 'disconnect',
  batches: {
    atomic: 'supported',
    capabilities: {
      auxiliaryFunds: { supported: true },
      paymasterService: { supported: true },
    },
  },
  sources: {
    rdns: {
      at: 'wevm/wagmi packages/connectors/src/baseAccount.ts',
      version: '8.0.14',
      date: '2026-05-15',
    },
    flags: provider,
    announcement: sdk('interface/builder/core/createBaseAccountSDK.ts'),
    windowEthereum: sdk('interface/builder/core/createBaseAccountSDK.ts'),
    rejection: sdk('core/communicator/Communicator.ts'),
    unknownChain: sdk('core/error/constants.ts'),
    switching: signer,
    missing: signer,
    beforeConnecting: provider,
    chainIdBeforeConnecting: provider,
    disconnecting: provider,
    batches: signer,
  },
} as const satisfies WalletProfile
