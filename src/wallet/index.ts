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
export type { WalletOptions } from './walletOptions.js'
