import { QueryClient } from '@tanstack/query-core'
import { cleanup, render } from '@testing-library/react'
import {
  connect,
  createConfig,
  getBalance,
  getConnection,
  injected,
  watchConnection,
} from '@wagmi/core'
import { BrowserProvider } from 'ethers'
import type { MockNodeOptions } from 'preseal'
import * as chains from 'preseal/chains'
import {
  always,
  type Body,
  everySentIsTold,
  failureIsTrue,
  neverPaidTwice,
  noFlicker,
  rightAgain,
  staysFinal,
  successIsTrue,
  wasTrue,
} from 'preseal/explore'
import type { TestNodeOptions } from 'preseal/vitest'
import { createElement, useEffect, useRef, useState } from 'react'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  parseAbi,
  toHex,
} from 'viem'
import { base, mainnet, optimism, polygon } from 'viem/chains'
import { alice, bob } from '../../node/actors.js'

const multicall3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** Every profile of a chain, chains of viem, and nodes of other paces. */
export const nodes: { readonly [name: string]: TestNodeOptions } = {
  default: {},
  'viem mainnet': { chain: mainnet },
  'viem base': { chain: base },
  'viem optimism': { chain: optimism },
  'viem polygon': { chain: polygon },
  'blocks of a second': { blockTime: 1_000, preconfirmationTime: 100 },
  'no beats': { blockTime: 2_000, preconfirmationTime: 2_000 },
  'l1 attributes': { l1Attributes: {} } as MockNodeOptions,
  ...Object.fromEntries(
    Object.entries(chains).flatMap(([name, profile]) =>
      typeof profile === 'function' && name !== 'profileOf'
        ? [[`profile ${name}`, { profile: (profile as () => never)() }]]
        : [],
    ),
  ),
}

const sleep = (ms: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Asks again until it is answered. */
async function until<value>(ask: () => Promise<value>): Promise<value> {
  for (;;) {
    try {
      return await ask()
    } catch {
      await sleep(400)
    }
  }
}

/** Nothing but a payment, that may fail. */
const pays: Body = ({ wallet, watch }) => {
  wallet.connect()
  let shown = 'paying'
  const params = [{ from: wallet.account, to: bob, value: '0x1' }] as const
  wallet.provider
    .request({ method: 'eth_sendTransaction', params } as never)
    .then(
      () => {
        shown = 'paid'
      },
      () => {
        shown = 'not paid'
      },
    )
  watch('payment', () => shown, [
    always((value) => `${value}`.includes('pa')),
    everySentIsTold(),
  ])
}

/** A balance of the newest block, and none that is older than another. */
const readsBalance: Body = ({ node, watch }) => {
  node.setBalance({ address: bob, value: 7n })
  const client = createPublicClient({
    transport: custom(node.provider, { retryCount: 0 }),
  })
  let turn = 0
  let shown = 0
  let text = 'loading'
  setInterval(async () => {
    const mine = ++turn
    const wei = await client
      .getBalance({ address: bob, blockTag: 'latest' })
      .catch(() => undefined)
    if (mine < shown) return
    shown = mine
    text = wei === undefined ? 'unknown' : `${wei} wei`
  }, 700)
  watch('balance', () => text, [
    wasTrue({ address: bob, within: 5_000 }),
    noFlicker(),
    rightAgain(),
  ])
}

/** Sends once, follows the transaction to its end, and takes nothing for final. */
const follows: Body = ({ node, wallet, watch, user }) => {
  wallet.connect()
  const reader = createPublicClient({
    transport: custom(node.provider, { retryCount: 0 }),
  })
  const writer = createWalletClient({
    transport: custom(wallet.provider, { retryCount: 0 }),
  })
  let status = 'idle'
  let isBusy = false
  async function pay() {
    if (isBusy) return
    isBusy = true
    status = 'confirm in the wallet'
    const { account } = wallet
    const hash = await writer
      .sendTransaction({ account, to: bob, value: 5n, chain: null })
      .catch(() => undefined)
    if (hash === undefined) {
      status = 'not known whether it was sent'
      return
    }
    status = 'sent'
    for (let asked = 0; asked < 30; asked++) {
      await sleep(500)
      const receipt = await reader
        .getTransactionReceipt({ hash })
        .catch(() => undefined)
      status = receipt === undefined ? 'waiting' : `so far ${receipt.status}`
    }
    status = status === 'waiting' ? 'not included' : status
  }
  void user('Pay', pay)
  watch('status', () => status, [
    everySentIsTold({ within: 30_000 }),
    staysFinal('final'),
    neverPaidTwice(),
  ])
}

/** Asks for what it needs, over and over, in the body of the test itself. */
const awaits: Body = async ({ node, wallet, watch, user }) => {
  let paid = 'no'
  watch('paid', () => paid, [always((value) => value !== undefined)])
  await user('Connect', () =>
    wallet.provider.request({ method: 'eth_requestAccounts' }).catch(() => []),
  )
  const id = await until(() => node.provider.request({ method: 'eth_chainId' }))
  await user('Sign', () =>
    wallet.provider
      .request({
        method: 'personal_sign',
        params: [toHex('hello'), wallet.account],
      })
      .catch(() => '0x'),
  )
  paid = id === '0x0' ? 'never' : 'yes'
}

/** Reads the head over a socket that it opens again. */
const listens: Body = ({ node, watch, onEnd }) => {
  let head = 0
  let isOver = false
  let socket: WebSocket | undefined
  let id = 0
  function open() {
    if (isOver) return
    const mine = new WebSocket(node.wsUrl)
    socket = mine
    const subscribe = () => {
      if (mine.readyState !== 1) return
      mine.send(
        JSON.stringify({
          jsonrpc: '2.0',
          id: ++id,
          method: 'eth_subscribe',
          params: ['newHeads'],
        }),
      )
    }
    mine.onopen = subscribe
    mine.onmessage = ({ data }) => {
      const message = JSON.parse(String(data))
      if (message.error) setTimeout(subscribe, 300)
      const number = Number(message.params?.result?.number ?? 0)
      head = Math.max(head, number)
    }
    mine.onclose = () => void setTimeout(open, 300)
    mine.onerror = () => {}
  }
  open()
  onEnd(() => {
    isOver = true
    socket?.close()
  })
  watch('head', () => head, [always((value) => Number(value) >= 0)])
}

/** Balances of two accounts in one call, with ethers' and viem's own pace. */
const batches: Body = ({ node, watch, onEnd }) => {
  for (const address of [bob, alice] as Address[])
    node.setBalance({ address, value: 7n })
  const reader = createPublicClient({
    chain: node.chain,
    transport: custom(node.provider, { retryCount: 0 }),
    batch: { multicall: true },
  })
  const provider = new BrowserProvider(node.provider, node.chain.id, {
    cacheTimeout: -1,
    staticNetwork: true,
  } as never)
  onEnd(() => provider.destroy())
  let text = 'loading'
  let head = 'loading'
  const abi = parseAbi([
    'function getEthBalance(address) view returns (uint256)',
  ])
  setInterval(async () => {
    const read = (address: Address) =>
      reader
        .readContract({
          address: multicall3,
          abi,
          functionName: 'getEthBalance',
          args: [address],
        })
        .catch(() => undefined)
    const [one, other] = await Promise.all([read(bob), read(alice)])
    text = one === undefined || other === undefined ? 'unknown' : `${one}`
    head = await provider.getBlockNumber().then(
      (number) => (number >= 0 ? 'a head' : 'none'),
      () => 'unknown',
    )
  }, 900)
  watch('balance', () => text, [wasTrue({ address: bob, within: 5_000 })])
  watch('head', () => head, [always((value) => value !== 'none')])
}

/** A balance of the account that is selected, by a query of its own each. */
const queries: Body = ({ node, wallet, watch, onEnd }) => {
  wallet.connect()
  let account: Address | undefined = wallet.account
  wallet.provider.on('accountsChanged', ([first]) => {
    account = first as Address | undefined
  })
  const reader = createPublicClient({
    transport: custom(node.provider, { retryCount: 0 }),
  })
  const client = new QueryClient()
  onEnd(() => client.clear())
  let text = 'loading'
  setInterval(async () => {
    const mine = account
    if (mine === undefined) {
      text = 'not connected'
      return
    }
    const wei = await client
      .fetchQuery({
        queryKey: ['balance', mine],
        queryFn: () => reader.getBalance({ address: mine as Address }),
        retry: false,
      })
      .catch(() => undefined)
    if (mine === account) text = wei === undefined ? 'unknown' : `${wei}`
  }, 700)
  watch('balance', () => text, [
    wasTrue({ address: 'selected', within: 5_000 }),
  ])
}

/** Pays once for each two blocks, and never before the last payment is in. */
const bot: Body = ({ node, wallet, watch }) => {
  wallet.connect()
  const reader = createPublicClient({
    transport: custom(node.provider, { retryCount: 0 }),
  })
  const writer = createWalletClient({
    transport: custom(wallet.provider, { retryCount: 0 }),
  })
  let paid = 0n
  let last: `0x${string}` | undefined
  let isOver = false
  let status = 'watching'
  setInterval(async () => {
    if (isOver) return
    isOver = true
    try {
      const head = await reader.getBlockNumber({ cacheTime: 0 })
      if (last !== undefined) {
        const receipt = await reader
          .getTransactionReceipt({ hash: last })
          .catch(() => undefined)
        status = receipt === undefined ? 'waiting' : `was ${receipt.status}`
        return
      }
      if (head < paid + 2n) return
      paid = head
      status = 'sending'
      last = await writer.sendTransaction({
        account: wallet.account,
        to: bob,
        value: head,
        chain: null,
      })
    } catch {
      status = status === 'sending' ? 'not known whether it was sent' : status
    } finally {
      isOver = status === 'not known whether it was sent'
    }
  }, 500)
  watch('status', () => status, [
    always((value) => value !== ''),
    failureIsTrue('was reverted'),
    successIsTrue('was success'),
    neverPaidTwice(),
  ])
}

/** wagmi's core: connects, follows the account, and reads its balance. */
const core: Body = ({ node, wallet, watch, onEnd }) => {
  const config = createConfig({
    chains: [node.chain],
    transports: { [node.chain.id]: custom(node.provider, { retryCount: 0 }) },
    connectors: [injected({ target: () => target(wallet) })],
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  let text = 'not connected'
  void connect(
    config as never,
    { connector: config.connectors[0] } as never,
  ).catch(() => {})
  const stop = watchConnection(config, {
    onChange({ address }) {
      if (address === undefined) text = 'not connected'
    },
  })
  const timer = setInterval(async () => {
    const { address } = getConnection(config)
    if (address === undefined) return
    const balance = await getBalance(config, { address }).catch(() => undefined)
    if (getConnection(config).address !== address) return
    text = balance === undefined ? 'unknown' : `${balance.value}`
  }, 800)
  onEnd(() => {
    stop()
    clearInterval(timer)
  })
  watch('balance', () => text, [
    wasTrue({ address: 'selected', within: 5_000 }),
  ])
}

const target = ({ provider }: { readonly provider: unknown }) => ({
  id: 'own',
  name: 'Own',
  provider: provider as never,
})

type Clients = {
  readonly balance: () => Promise<bigint>
  readonly pay: () => Promise<unknown>
}

/** It shows its account's balance, and pays once. */
function Payment({ balance, pay }: Clients) {
  const [wei, setWei] = useState('loading')
  const [status, setStatus] = useState('idle')
  const isBusy = useRef(false)
  useEffect(() => {
    let isGone = false
    const timer = setInterval(async () => {
      const read = await balance().catch(() => undefined)
      if (!isGone) setWei(read === undefined ? 'unknown' : `${read}`)
    }, 600)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [balance])
  const onClick = async () => {
    if (isBusy.current) return
    isBusy.current = true
    setStatus('sending')
    await pay().then(
      () => setStatus('sent'),
      () => setStatus('not known whether it was sent'),
    )
  }
  return createElement(
    'div',
    null,
    createElement('p', { id: 'balance' }, wei),
    createElement('p', { id: 'status' }, status),
    createElement('button', { type: 'button', onClick }, 'Pay'),
  )
}

const component: Body = ({ node, wallet, watch, user, page, onEnd }) => {
  // It keeps every element that it has rendered into, until then.
  onEnd(cleanup)
  wallet.connect()
  const reader = createPublicClient({
    transport: custom(node.provider, { retryCount: 0 }),
  })
  const writer = createWalletClient({
    transport: custom(wallet.provider, { retryCount: 0 }),
  })
  const { account } = wallet
  const clients = {
    balance: () => reader.getBalance({ address: account }),
    pay: () =>
      writer.sendTransaction({ account, to: bob, value: 5n, chain: null }),
  }
  page(() => render(createElement(Payment, clients)).unmount)
  const textOf = (id: string) => document.querySelector(id)?.textContent
  watch('balance', () => textOf('#balance'), [
    wasTrue({ address: account, within: 5_000 }),
  ])
  watch('status', () => textOf('#status'), [neverPaidTwice()])
  setTimeout(
    () => void user('Pay', () => document.querySelector('button')?.click()),
    1_000,
  )
}

/** Applications that do nothing wrong. */
export const innocents: { readonly [name: string]: Body } = {
  pays,
  readsBalance,
  follows,
  awaits,
  listens,
  batches,
  queries,
  bot,
  core,
  component,
}
