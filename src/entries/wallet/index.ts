export { createWallet } from './createWallet.js'
export { testAccounts } from './keys/accounts.js'
export type { WalletNode, WalletOptions } from './options.js'
export type {
  Announcement,
  Hold,
  Prompted,
  PromptMethod,
  Prompts,
  Wallet,
  WalletProvider,
} from './wallet.js'
