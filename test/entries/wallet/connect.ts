import { createMockNode, type MockNodeOptions } from 'preseal'
import { createWallet, type Wallet, type WalletOptions } from 'preseal/wallet'
import {
  createPublicClient,
  createWalletClient,
  custom,
  type EIP1193EventMap,
} from 'viem'
import { ether } from '../../conformance/actors.js'

/** A wallet before a node of its own. */
export function open(
  options: WalletOptions = {},
  nodeOptions: MockNodeOptions = {},
) {
  const node = createMockNode(nodeOptions)
  const wallet = createWallet(node, options)
  return { node, wallet, told: listen(wallet), ask: asking(wallet) }
}

/** A connected wallet with money, and clients of viem that ask it. */
export function openApp(
  options: WalletOptions = {},
  nodeOptions: MockNodeOptions = {},
) {
  const opened = open({ balance: ether, ...options }, nodeOptions)
  const { node, wallet } = opened
  wallet.connect()
  const { account } = wallet
  const { chain } = node
  const transport = custom(wallet.provider)
  const app = createWalletClient({ account, chain, transport })
  const client = createPublicClient({ chain, transport, cacheTime: 0 })
  return { ...opened, app, client }
}

/** What a wallet tells from now on, in order. */
export function listen(wallet: Wallet): unknown[] {
  const told: unknown[] = []
  const names = [
    'accountsChanged',
    'chainChanged',
    'connect',
    'disconnect',
    'message',
  ] as const satisfies readonly (keyof EIP1193EventMap)[]
  for (const name of names)
    wallet.provider.on(name, (event: unknown) => told.push([name, event]))
  return told
}

/** Any request, as JavaScript sends it; an error is its code and message. */
export const asking =
  (wallet: Wallet) =>
  async (method: string, params?: unknown): Promise<unknown> => {
    try {
      return await wallet.provider.request({ method, params } as never)
    } catch (error) {
      const { code, message } = error as { code: number; message: string }
      return { code, message }
    }
  }
