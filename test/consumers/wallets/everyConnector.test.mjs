// @vitest-environment jsdom
// What each connector of wagmi does before each profile, as far as it runs
// without a network: the tables of docs/reference/connectors.md.

import { readFileSync, writeFileSync } from 'node:fs'
import { UniversalProvider } from '@walletconnect/universal-provider'
import { serve } from 'preseal/server'
import { walletConnectClient } from 'preseal/wallet'
import * as profiles from 'preseal/wallets'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { injected } from 'wagmi'
import { baseAccount, metaMask, safe } from 'wagmi/connectors'
import { acts, runConnector } from './runConnectors.ts'

/** MetaMask's SDK asks the extension, which it knows by its name. */
function ofMetaMask(wallet) {
  const stop = wallet.announce({ name: 'MetaMask', rdns: 'io.metamask' })
  const options = { extensionOnly: true, enableAnalytics: false }
  const end = () => {
    stop()
    // The SDK keeps one of itself for all of a page.
    delete window.mmsdk
    delete window.extension
  }
  return { connector: metaMask(options), end }
}

/** In the browser of the wallet itself, Base's SDK asks window.ethereum. */
function ofBase(wallet) {
  const before = window.ethereum
  window.ethereum = Object.assign(
    Object.create(wallet.provider, {}),
    wallet.provider,
    { isCoinbaseBrowser: true },
  )
  const connector = baseAccount({ preference: { telemetry: false } })
  const end = () => {
    window.ethereum = before
  }
  return { connector, end }
}

/** A Safe opens the application in a frame, and answers what it posts. */
function ofSafe(wallet, [node]) {
  const ask = (method, params = []) =>
    wallet.provider.request({ method, params })
  const answers = {
    getSafeInfo: () => ({
      safeAddress: getAddress(wallet.account),
      chainId: node.chain.id,
      owners: wallet.safe?.owners ?? [wallet.account],
      threshold: wallet.safe?.threshold ?? 1,
      isReadOnly: false,
    }),
    async sendTransactions({ txs }) {
      const calls = txs.map(({ to, data, value }) => ({
        to,
        data,
        value: `0x${BigInt(value).toString(16)}`,
      }))
      const [first] = calls
      return {
        safeTxHash:
          calls.length === 1
            ? await ask('eth_sendTransaction', [first])
            : (
                await ask('wallet_sendCalls', [
                  {
                    version: '2.0.0',
                    from: wallet.account,
                    chainId: `0x${node.chain.id.toString(16)}`,
                    atomicRequired: true,
                    calls,
                  },
                ])
              ).id,
      }
    },
    getTxBySafeTxHash({ safeTxHash }) {
      const found = wallet.safe?.transactions.find(
        (one) => one.safeTxHash === safeTxHash,
      )
      const status = { executed: 'SUCCESS', cancelled: 'CANCELLED' }
      return {
        txHash: found?.hash ?? null,
        txStatus: status[found?.status] ?? 'AWAITING_CONFIRMATIONS',
      }
    },
    rpcCall: ({ call, params }) =>
      node.provider.request({ method: call, params }),
  }
  // The user is in the Safe already.
  wallet.connect()
  const parent = {
    async postMessage({ id, method, params }) {
      const reply = await Promise.resolve()
        .then(() => answers[method](params))
        .then(
          (data) => ({ success: true, data }),
          (error) => ({ success: false, error: error.message }),
        )
      const data = { id, version: '9.1.0', ...reply }
      window.dispatchEvent(
        new MessageEvent('message', {
          data,
          source: parent,
          origin: 'https://app.safe.global',
        }),
      )
    },
  }
  const before = Object.getOwnPropertyDescriptor(window, 'parent')
  Object.defineProperty(window, 'parent', { configurable: true, value: parent })
  const connector = safe({ unstable_getInfoTimeout: 1_000 })
  return {
    connector,
    end: () => Object.defineProperty(window, 'parent', before),
  }
}

/** A session of WalletConnect, without a relay. */
async function ofWalletConnect(wallet, nodes) {
  const servers = await Promise.all(nodes.map((node) => serve(node)))
  const provider = await UniversalProvider.init({
    client: walletConnectClient(wallet),
    logger: 'silent',
    disableProviderPing: true,
  })
  const ids = nodes.map(({ chain }) => chain.id)
  const request = provider.request.bind(provider)
  const target = {
    id: 'walletConnect',
    name: 'WalletConnect',
    provider: Object.assign(provider, {
      async request(asked) {
        if (asked.method === 'eth_requestAccounts' && !provider.session)
          await provider.connect({
            optionalNamespaces: {
              eip155: {
                chains: ids.map((id) => `eip155:${id}`),
                methods: [
                  'eth_sendTransaction',
                  'wallet_sendCalls',
                  'wallet_getCallsStatus',
                  'wallet_switchEthereumChain',
                  'wallet_addEthereumChain',
                ],
                events: ['chainChanged', 'accountsChanged'],
                rpcMap: Object.fromEntries(
                  ids.map((id, at) => [id, servers[at].url]),
                ),
              },
            },
          })
        return request(asked)
      },
    }),
  }
  return {
    connector: injected({ target }),
    chainId: () => Number(provider.rpcProviders.eip155.getDefaultChain()),
    end: () => Promise.all(servers.map(({ close }) => close())),
  }
}

const connectors = {
  baseAccount: ofBase,
  metaMask: ofMetaMask,
  safe: ofSafe,
  walletConnect: ofWalletConnect,
}

const page =
  process.env.WRITE_PAGES ?? 'node_modules/preseal/docs/reference/connectors.md'

for (const [name, open] of Object.entries(connectors))
  test(`the page says what ${name} does on each profile`, {
    timeout: 900_000,
  }, async () => {
    const rows = []
    for (const [profile, one] of Object.entries(profiles)) {
      // Those that no extension announces are announced as one here.
      const announced = {
        ...one,
        announcement: 'once',
        windowEthereum: 'replaces',
      }
      const outcome = await runConnector(
        name === 'metaMask' ? announced : one,
        open,
      )
      rows.push([`\`${profile}\``, ...acts.map((act) => outcome[act])])
    }
    const text = readFileSync(page, 'utf8')
    const table = new RegExp(
      `(## \`${name}\`\n[^|]*\\| profile .*\n\\|[ |-]+\n)((?:\\|.*\n)*)`,
    )
    const [, , found = ''] = table.exec(text) ?? []
    if (process.env.WRITE_PAGES) {
      const lines = rows.map((row) => `| ${row.join(' | ')} |\n`).join('')
      writeFileSync(
        page,
        text.replace(table, (_, head) => head + lines),
      )
      return
    }
    const written = found
      .split('\n')
      .filter((line) => line !== '')
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
    expect(written).toEqual(rows)
  })
