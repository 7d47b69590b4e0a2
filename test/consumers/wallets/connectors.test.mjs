// @vitest-environment jsdom
// Buttons and connectors over wallets in this process.

import { ConnectButton, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { SafeAppProvider } from '@safe-global/safe-apps-provider'
import SafeAppsSDK from '@safe-global/safe-apps-sdk'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { ConnectKitButton, ConnectKitProvider } from 'connectkit'
import { createMockNode } from 'preseal'
import { createWallet } from 'preseal/wallet'
import * as profiles from 'preseal/wallets'
import { createElement as h } from 'react'
import { createWalletClient, custom } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { createConfig, WagmiProvider } from 'wagmi'

const announced = Object.entries(profiles).filter(
  ([, { announcement }]) => announcement !== 'never',
)

const stops = []
afterEach(() => {
  cleanup()
  for (const stop of stops.splice(0)) stop()
  localStorage.clear()
})

window.matchMedia ??= () => ({
  matches: false,
  addListener() {},
  removeListener() {},
  addEventListener() {},
  removeEventListener() {},
})
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

function open(profile) {
  const node = createMockNode({ chainId: 1 })
  const wallet = createWallet(node, { profile, balance: 10n ** 18n })
  stops.push(wallet.announce())
  const config = createConfig({
    chains: [node.chain],
    transports: { [node.chain.id]: custom(node.provider) },
  })
  return { wallet, config }
}

const around = (config, child) =>
  h(
    WagmiProvider,
    { config },
    h(QueryClientProvider, { client: new QueryClient() }, child),
  )

test.each(announced)('RainbowKit connects to %s', async (_, profile) => {
  const { wallet, config } = open(profile)
  render(around(config, h(RainbowKitProvider, {}, h(ConnectButton))))
  fireEvent.click(await screen.findByText('Connect Wallet'))
  fireEvent.click(
    (
      await screen.findAllByText(new RegExp(`^${profile.name.split(' ')[0]}`))
    )[0],
  )
  await expect.poll(() => wallet.isConnected, { timeout: 5_000 }).toBe(true)
})

test.each(announced)('ConnectKit connects to %s', async (_, profile) => {
  const { wallet, config } = open(profile)
  render(around(config, h(ConnectKitProvider, {}, h(ConnectKitButton))))
  fireEvent.click(await screen.findByText(/Connect Wallet/))
  fireEvent.click(
    (
      await screen.findAllByText(new RegExp(`^${profile.name.split(' ')[0]}`))
    )[0],
  )
  await expect.poll(() => wallet.isConnected, { timeout: 5_000 }).toBe(true)
})

test('Safe’s own provider, whose window is a Safe', async () => {
  const node = createMockNode()
  const wallet = createWallet(node, {
    profile: profiles.safe,
    balance: 10n ** 18n,
  })
  const ask = (method, params = []) =>
    wallet.provider.request({ method, params })
  // What Safe{Wallet} answers in the parent window.
  const sdk = new SafeAppsSDK()
  sdk.communicator.send = async (method, params) => {
    const answer = async () => {
      if (method === 'sendTransactions') {
        const [{ to, data, value }] = params.txs
        const call = { to, data, value: `0x${BigInt(value).toString(16)}` }
        return { safeTxHash: await ask('eth_sendTransaction', [call]) }
      }
      if (method === 'getTxBySafeTxHash') {
        const { safeTxHash } = params
        const found = wallet.safe.transactions.find(
          (one) => one.safeTxHash === safeTxHash,
        )
        return { txHash: found?.hash ?? null }
      }
      if (method === 'rpcCall')
        return node.provider.request({
          method: params.call,
          params: params.params,
        })
      throw new Error(method)
    }
    return { success: true, data: await answer() }
  }
  const info = { safeAddress: wallet.account, chainId: node.chain.id }
  const provider = new SafeAppProvider(info, sdk)
  const app = createWalletClient({
    account: wallet.account,
    chain: node.chain,
    transport: custom(provider),
  })
  const to = '0x0000000000000000000000000000000000000b0b'
  const hash = await app.sendTransaction({ to, value: 1n })
  const receipt = () =>
    provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  expect(await receipt()).toBe(null)
  wallet.safe.confirm()
  await wallet.safe.execute()
  node.nextBlock()
  expect(await receipt()).toMatchObject({
    transactionHash: hash,
    status: '0x1',
  })
  await expect(
    provider.request({ method: 'wallet_switchEthereumChain' }),
  ).rejects.toThrow(/not implemented/)
})
