import { createMockNode } from 'preseal'
import { createWallet, type WalletProfile } from 'preseal/wallet'
import { metaMask, rabby, safe } from 'preseal/wallets'

const node = createMockNode()
export const profiles: readonly WalletProfile[] = [metaMask, rabby, safe]
export const wallet = createWallet(node, { profile: metaMask })

// @ts-expect-error Types of the package are there, not `any`.
metaMask.name = 1
