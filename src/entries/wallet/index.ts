export { createWallet } from './createWallet.js'
export { testAccounts } from './keys/accounts.js'
export type { WalletNode, WalletOptions } from './options.js'
export type {
  WalletBatches,
  WalletError,
  WalletProfile,
  WalletSource,
} from './profile.js'
export type {
  Announcement,
  Edits,
  Hold,
  Prompt,
  Prompted,
  PromptMethod,
  Prompts,
  SafeOwners,
  SafeTransaction,
  Wallet,
  WalletProvider,
} from './wallet.js'
export { walletConnectClient } from './walletConnectClient.js'
