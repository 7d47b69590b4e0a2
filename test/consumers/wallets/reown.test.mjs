// @vitest-environment jsdom
// AppKit before each profile that announces itself, without a network: what it
// asks of its own service fails, and it goes on.

import { createAppKit } from '@reown/appkit'
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import {
  ConnectionController,
  ConnectorController,
} from '@reown/appkit-controllers'
import { createMockNode } from 'preseal'
import { createWallet } from 'preseal/wallet'
import * as profiles from 'preseal/wallets'
import { custom } from 'viem'
import { mainnet } from 'viem/chains'
import { beforeAll, expect, test } from 'vitest'

window.matchMedia ??= () => ({
  matches: false,
  addListener() {},
  removeListener() {},
  addEventListener() {},
  removeEventListener() {},
})

// The one of MetaMask's app has the name of its extension, which the page knows.
const announced = Object.entries(profiles).filter(
  ([name, { announcement }]) =>
    announcement !== 'never' && name !== 'metaMaskMobile',
)
const node = createMockNode({ chainId: 1 })

beforeAll(() => {
  const projectId = '0'.repeat(32)
  const networks = [mainnet]
  const transports = { 1: custom(node.provider) }
  const adapter = new WagmiAdapter({ networks, projectId, transports })
  createAppKit({
    adapters: [adapter],
    networks,
    projectId,
    features: { analytics: false, email: false, socials: false },
    enableWalletConnect: false,
    enableCoinbase: false,
  })
})

test.each(announced)('AppKit connects to %s', async (_, profile) => {
  const wallet = createWallet(node, { profile, balance: 10n ** 18n })
  const stop = wallet.announce()
  const found = () =>
    ConnectorController.state.allConnectors.find(
      ({ name }) => name === profile.name,
    )
  await expect.poll(found, { timeout: 10_000 }).toBeDefined()
  const { id, type, info } = found()
  const { provider } = wallet
  await ConnectionController.connectExternal(
    { id, type, info, provider, chain: 'eip155' },
    'eip155',
  )
  await expect.poll(() => wallet.isConnected, { timeout: 10_000 }).toBe(true)
  await ConnectionController.disconnect()
  stop()
})
