import { createMockNode } from 'preseal'
import { createWallet, type Wallet, walletConnectClient } from 'preseal/wallet'
import { createWalletClient, custom, type EIP1193Provider } from 'viem'

const node = createMockNode()
export const wallet: Wallet = createWallet(node, { balance: 1n })
export const client = createWalletClient({
  chain: node.chain,
  transport: custom(wallet.provider),
})
export const provider: EIP1193Provider = wallet.provider
export const accounts: Promise<readonly `0x${string}`[]> =
  wallet.provider.request({
    method: 'eth_requestAccounts',
  })
wallet.provider.on('accountsChanged', (accounts) => accounts.length)
wallet.hold({ methods: ['personal_sign'] }).release()

// @ts-expect-error Types of the package are there, not `any`.
wallet.reject({ methods: ['eth_getBalance'] })

type Client = { readonly request: (asked: object) => Promise<unknown> }
export const phone: Client = walletConnectClient(wallet)
