export { createWallet } from './createWallet.js'
export type {
  Announcement,
  Hold,
  Prompted,
  PromptMethod,
  Prompts,
  Wallet,
  WalletProvider,
} from './wallet.js'
export type { WalletNode, WalletOptions } from './walletOptions.js'
