import type { WalletProfile, WalletSource } from '../wallet/index.js'
import { ofBaseAccount } from './missing.js'

const core = (file: string): WalletSource => ({
  at: `MetaMask/core packages/${file}`,
  version: 'e5aa5c5fb1',
  date: '2026-08-20',
})
const thread = (at: string, date: string): WalletSource => ({
  at,
  version: 'as reported',
  date,
})

/** MetaMask's browser extension. */
export const metaMask = {
  name: 'MetaMask',
  rdns: 'io.metamask',
  flags: { isMetaMask: true },
  rejection: { code: 4001, message: 'User rejected the request.' },
  rejections: {
    eth_sendTransaction: {
      code: 4001,
      message: 'MetaMask Tx Signature: User denied transaction signature.',
    },
    personal_sign: {
      code: 4001,
      message: 'MetaMask Message Signature: User denied message signature.',
    },
  },
  unknownChain: {
    code: 4902,
    message:
      'Unrecognized chain ID "{chainId}". Try adding the chain using wallet_addEthereumChain first.',
  },
  missing: [...ofBaseAccount, 'eth_sign', 'wallet_grantPermissions'],
  missingMethod: {
    code: -32601,
    message: 'The method "{method}" does not exist / is not available.',
  },
  typedDataOfOtherChain: {
    code: -32603,
    message:
      'Provided chainId "{chainId}" must match the active chainId of the wallet',
  },
  prompts: 'queue',
  batches: {
    atomic: 'ready',
    delegate: '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b',
    versions: ['2.0.0'],
    capabilities: { auxiliaryFunds: { supported: true } },
  },
  sources: {
    rdns: thread('MetaMask/metamask-extension#19908', '2023-07-06'),
    flags: thread('MetaMask/metamask-extension#19908', '2023-07-06'),
    rejection: thread('BoltzExchange/boltz-web-app#1220', '2026-03-06'),
    rejections: thread('BoltzExchange/boltz-web-app#1220', '2026-03-06'),
    unknownChain: thread('MetaMask/metamask-extension#11030', '2021-05-10'),
    missing: core('eth-json-rpc-middleware/src/wallet.ts'),
    missingMethod: core('permission-controller/src/errors.ts'),
    typedDataOfOtherChain: core('signature-controller/src/utils/validation.ts'),
    prompts: core('approval-controller/src/ApprovalController.ts'),
    batches: core('eip-5792-middleware/src/hooks/processSendCalls.ts'),
  },
} as const satisfies WalletProfile

/** MetaMask's application for telephones, and its browser. */
export const metaMaskMobile = {
  name: 'MetaMask',
  rdns: 'io.metamask.mobile',
  flags: { isMetaMask: true },
  rejection: { code: -32603, message: 'Internal error' },
  unknownChain: {
    code: -32603,
    message:
      'Unrecognized chain ID "{chainId}". Try adding the chain using wallet_addEthereumChain first.',
    data: { originalError: { code: 4902 } },
  },
  missing: [
    ...ofBaseAccount,
    'eth_sign',
    'wallet_grantPermissions',
    'wallet_requestExecutionPermissions',
  ],
  prompts: 'one',
  batches: {
    atomic: 'ready',
    delegate: '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b',
    versions: ['2.0.0'],
  },
  sources: {
    rdns: thread('MetaMask/connect-monorepo#304', '2026-05-27'),
    flags: thread('MetaMask/metamask-mobile#3312', '2021-10-20'),
    rejection: {
      at: 'MetaMask/metamask-mobile#6733',
      version: '7.0.1 over WalletConnect',
      date: '2023-07-03',
    },
    unknownChain: thread('Uniswap/web3-react#770', '2023-02-28'),
    missing: core('eth-json-rpc-middleware/src/wallet.ts'),
    prompts: thread('MetaMask/metamask-mobile#9116', '2024-04-02'),
    batches: core('eip-5792-middleware/src/hooks/processSendCalls.ts'),
  },
} as const satisfies WalletProfile
