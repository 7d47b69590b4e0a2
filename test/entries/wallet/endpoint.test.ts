import { createWallet } from 'preseal/wallet'
import { describe, expect, test } from 'vitest'
import { bob, ether } from '../../conformance/actors.js'
import { asking, open } from './connect.js'

describe('faults of the endpoint', () => {
  test('default: none touches a request of the wallet', async () => {
    const { node, wallet, ask } = open({ balance: ether })
    node.fault({ type: 'http', status: 429 })
    const ownFaults = node.provider
      .request({ method: 'eth_blockNumber' })
      .catch((error) => error)
    expect(await ownFaults).toMatchObject({ status: 429 })
    expect(await ask('eth_requestAccounts')).toEqual([wallet.account])
    expect(await ask('eth_blockNumber')).toBe('0x0')
    expect(await ask('eth_getBalance', [wallet.account, 'pending'])).toBe(
      '0xde0b6b3a7640000',
    )
  })

  test('default: nor is one used up by it', async () => {
    const { node, ask } = open()
    node.fault({ type: 'null', times: 1 })
    expect(await ask('eth_blockNumber')).toBe('0x0')
    expect(await node.provider.request({ method: 'eth_blockNumber' })).toBe(
      null,
    )
  })

  test('default: it is behind no allow-list and no rate', async () => {
    const { ask } = open({}, { endpoint: 'public' })
    expect(await ask('eth_getBlockReceipts', ['latest'])).toEqual([])
    const { ask: asked } = open({}, { endpoint: { allow: ['eth_chainId'] } })
    expect(await asked('eth_blockNumber')).toBe('0x0')
  })

  test('options: unless the wallet has the same endpoint', async () => {
    const { node, wallet } = open()
    const shared = asking(createWallet(node, { endpointFaults: true }))
    node.fault({ type: 'rpc', code: -32_005, message: 'too many' })
    expect(await shared('eth_requestAccounts')).toEqual([wallet.account])
    expect(await shared('eth_blockNumber')).toEqual({
      code: -32_005,
      message: 'too many',
    })
    node.fault({ type: 'network', methods: ['eth_getBalance'] })
    expect(await shared('eth_chainId')).toBe('0x7a69')
  })

  test('options: without a connection it says so, and again with one', async () => {
    const { node, told } = open({})
    const wallet = createWallet(node, { endpointFaults: true })
    const events: unknown[] = []
    wallet.provider.on('connect', (info) => events.push(info))
    wallet.provider.on('disconnect', ({ code }) => events.push(code))
    const ask = asking(wallet)
    await ask('eth_chainId')
    const lift = node.fault({ type: 'network' })
    expect(await ask('eth_blockNumber')).toMatchObject({ code: 4900 })
    lift()
    await ask('eth_blockNumber')
    expect(events).toEqual([{ chainId: '0x7a69' }, 4900, { chainId: '0x7a69' }])
    expect(told).toEqual([])
  })
})

describe('answeredRequests', () => {
  test('default: say by which door they came', async () => {
    const { node, wallet, ask } = open()
    await ask('eth_requestAccounts')
    await ask('eth_blockNumber')
    await node.provider.request({ method: 'eth_chainId' })
    wallet.reject()
    await ask('wallet_watchAsset', { type: 'ERC20', options: {} })
    expect(
      node.answeredRequests.map(({ via, method, params, outcome }) => [
        via,
        method,
        params,
        outcome,
      ]),
    ).toEqual([
      [
        'wallet',
        'eth_requestAccounts',
        [],
        { type: 'result', value: [wallet.account] },
      ],
      ['wallet', 'eth_blockNumber', [], { type: 'result', value: '0x0' }],
      ['endpoint', 'eth_chainId', [], { type: 'result', value: '0x7a69' }],
      [
        'wallet',
        'wallet_watchAsset',
        [{ type: 'ERC20', options: {} }],
        {
          type: 'error',
          error: {
            code: 4001,
            message: 'The user rejected wallet_watchAsset.',
          },
        },
      ],
    ])
  })

  test('behavior: what waited for the user was asked before and settled after', async () => {
    const { node, wallet, ask } = open()
    const hold = wallet.hold()
    const asked = ask('eth_requestAccounts')
    await hold.arrived
    node.advance(300)
    hold.release()
    await asked
    expect(node.answeredRequests).toMatchObject([{ at: 0, settledAt: 300 }])
  })
})

describe('subscriptions', () => {
  test('default: tell the wallet’s listeners, and nobody else', async () => {
    const { node, ask, told } = open()
    const heard: unknown[] = []
    node.provider.on('message', (message) => heard.push(message))
    const subscription = await ask('eth_subscribe', ['newHeads'])
    node.nextBlock()
    expect(told.at(-1)).toEqual([
      'message',
      {
        type: 'eth_subscription',
        data: {
          subscription,
          result: expect.objectContaining({ number: '0x1' }),
        },
      },
    ])
    expect(await ask('eth_unsubscribe', [subscription])).toBe(true)
    expect(heard).toEqual([])
  })
})

describe('handlers', () => {
  test('default: none answers in the place of the wallet', async () => {
    const { node, ask } = open()
    node.handle('eth_accounts', () => [bob])
    node.handle('eth_call', () => '0x2a')
    expect(await ask('eth_accounts')).toEqual([])
    expect(await ask('eth_call', [{ to: bob }, 'latest'])).toBe('0x2a')
  })
})

describe('requests', () => {
  test('default: all else goes to the node, with its errors', async () => {
    const { wallet, ask } = open()
    expect(await ask('eth_blockNumber')).toBe('0x0')
    expect(await ask('eth_unheardOf')).toMatchObject({ code: -32601 })
    for (const request of [undefined, null, 1, [], { method: 1 }])
      await expect(
        wallet.provider.request(request as never),
      ).rejects.toMatchObject({
        code: -32600,
      })
    const failed = wallet.provider.request({
      method: 'eth_accounts',
      params: 1,
    } as never)
    await expect(failed).rejects.toMatchObject({
      name: 'ProviderRpcError',
      code: -32602,
    })
  })

  test('behavior: wallet.provider has no part of the test', () => {
    const { wallet } = open()
    expect(Object.keys(wallet.provider)).toEqual([
      'request',
      'on',
      'removeListener',
    ])
    const { request, on, removeListener } = wallet.provider
    const heard: unknown[] = []
    const listener = (accounts: readonly string[]) => heard.push(accounts)
    on('accountsChanged', listener)
    wallet.connect()
    removeListener('accountsChanged', listener)
    wallet.disconnect()
    expect(heard).toEqual([[wallet.account]])
    expect(request).toBe(wallet.provider.request)
  })
})
