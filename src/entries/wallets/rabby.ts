import type { WalletProfile, WalletSource } from '../wallet/index.js'
import { ofBaseAccount, ofExecutionPermissions } from './missing.js'

const file = (path: string): WalletSource => ({
  at: `RabbyHub/Rabby src/background/${path}`,
  version: '0.94.4',
  date: '2026-08-21',
})
const thread = (at: string, date: string): WalletSource => ({
  at,
  version: 'as reported',
  date,
})
const controller = file('controller/provider/controller.ts')
const flow = file('controller/provider/rpcFlow.ts')
const notification = file('service/notification.ts')

/** Rabby's browser extension. */
export const rabby = {
  name: 'Rabby Wallet',
  rdns: 'io.rabby',
  flags: { isRabby: true, isMetaMask: true },
  windowEthereum: 'locks',
  rejection: { code: 4001, message: 'User rejected the request.' },
  unknownChain: {
    code: 4902,
    message:
      'Unrecognized chain ID "{chainId}". Try adding the chain using wallet_switchEthereumChain first.',
  },
  switching: 'silent',
  missing: [
    ...ofBaseAccount,
    ...ofExecutionPermissions,
    'eth_sign',
    'eth_signTransaction',
    'wallet_grantPermissions',
  ],
  missingMethod: {
    code: -32601,
    message: "method [{method}] doesn't has corresponding handler",
  },
  typedDataOfOtherChain: {
    code: -32602,
    message: 'chainId should be same as current chainId',
  },
  prompts: 'queue',
  batches: 'none',
  sources: {
    rdns: thread('telosnetwork/telos-wallet#870', '2026-08-25'),
    flags: thread('RabbyHub/Rabby#2147', '2024-03-26'),
    windowEthereum: thread('rainbow-me/rainbowkit#1182', '2023-04-20'),
    rejection: notification,
    unknownChain: controller,
    switching: controller,
    missing: controller,
    missingMethod: flow,
    typedDataOfOtherChain: controller,
    prompts: notification,
    batches: controller,
  },
} as const satisfies WalletProfile
