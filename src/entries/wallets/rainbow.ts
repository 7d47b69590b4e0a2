import type { WalletProfile, WalletSource } from '../wallet/index.js'
import { ofBaseAccount, ofExecutionPermissions } from './missing.js'

const provider: WalletSource = {
  at: 'rainbow-me/provider src/handleProviderRequest.ts',
  version: '0.2.0',
  date: '2026-03-20',
}
const extension = (path: string): WalletSource => ({
  at: `rainbow-me/browser-extension src/entries/${path}`,
  version: '1.6.9',
  date: '2026-05-05',
})

/** Rainbow's browser extension. */
export const rainbow = {
  name: 'Rainbow',
  rdns: 'me.rainbow',
  flags: { isRainbow: true },
  windowEthereum: 'locks',
  rejection: { code: 4001, message: 'User rejected the request.' },
  rejections: {
    wallet_addEthereumChain: {
      code: -32003,
      message: 'User rejected the request.',
    },
  },
  unknownChain: { code: -32600, message: 'Chain Id not supported' },
  switching: 'silent',
  adding: 'adds',
  missing: [
    ...ofBaseAccount,
    ...ofExecutionPermissions,
    'eth_sign',
    'wallet_grantPermissions',
  ],
  missingMethod: { code: -32004, message: 'Method not supported' },
  chainIdBeforeConnecting: 1,
  typedDataOfOtherChain: { code: -32600, message: 'Chain Id mismatch' },
  batches: { atomic: 'ready', versions: ['2.0.0'] },
  sources: {
    rdns: extension('inpage/index.ts'),
    flags: extension('inpage/index.ts'),
    windowEthereum: extension('inpage/index.ts'),
    rejection: extension('background/handlers/handleProviderRequest.ts'),
    rejections: provider,
    unknownChain: provider,
    switching: provider,
    adding: provider,
    missing: provider,
    missingMethod: provider,
    chainIdBeforeConnecting: provider,
    typedDataOfOtherChain: provider,
    batches: provider,
  },
} as const satisfies WalletProfile
