export { createWallet } from './createWallet.js'
export { testAccounts } from './keys/testKeys.js'
export type {
  Announcement,
  Hold,
  Prompted,
  PromptMethod,
  Prompts,
  Wallet,
  WalletProvider,
} from './session/wallet.js'
export type { WalletNode, WalletOptions } from './session/walletOptions.js'
