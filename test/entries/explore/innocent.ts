import type { MockNodeOptions } from 'preseal'
import * as chains from 'preseal/chains'
import {
  always,
  type Body,
  everySentIsTold,
  neverPaidTwice,
  noFlicker,
  rightAgain,
  staysFinal,
  wasTrue,
} from 'preseal/explore'
import type { TestNodeOptions } from 'preseal/vitest'
import { createPublicClient, createWalletClient, custom, toHex } from 'viem'
import { base, mainnet, optimism, polygon } from 'viem/chains'
import { bob } from '../../node/actors.js'

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

/** Applications that do nothing wrong. */
export const innocents: { readonly [name: string]: Body } = {
  pays,
  readsBalance,
  follows,
  awaits,
  listens,
}
