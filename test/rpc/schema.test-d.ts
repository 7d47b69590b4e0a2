import {
  createPublicClient,
  custom,
  type EIP1193Provider,
  type EIP1193RequestFn,
  type Hex,
  type RpcBlock,
  type RpcLog,
  type RpcTransaction,
  type RpcTransactionReceipt,
} from 'viem'
import { describe, expectTypeOf, test } from 'vitest'
import type { Expected, HandleFn, MockRequestFn } from '../../src/rpc/schema.js'
import { alice, word } from './newView.js'

declare const provider: {
  request: MockRequestFn
  on(event: string, listener: (...args: never[]) => void): void
  removeListener(event: string, listener: (...args: never[]) => void): void
}
declare const handle: HandleFn

describe('request', () => {
  const { request } = provider

  test('default', () => {
    expectTypeOf(
      request({ method: 'eth_getBlockByNumber', params: ['pending', true] }),
    ).resolves.toEqualTypeOf<RpcBlock | null>()
    expectTypeOf(
      request({ method: 'eth_getBlockByHash', params: [word('1'), true] }),
    ).resolves.toEqualTypeOf<RpcBlock | null>()
    expectTypeOf(
      request({ method: 'eth_getBlockReceipts', params: ['pending'] }),
    ).resolves.toEqualTypeOf<RpcTransactionReceipt[] | null>()
    expectTypeOf(
      request({ method: 'eth_getTransactionReceipt', params: [word('1')] }),
    ).resolves.toEqualTypeOf<RpcTransactionReceipt | null>()
    expectTypeOf(
      request({ method: 'eth_getTransactionByHash', params: [word('1')] }),
    ).resolves.toEqualTypeOf<RpcTransaction | null>()
    expectTypeOf(
      request({ method: 'eth_getBalance', params: [alice, 'latest'] }),
    ).resolves.toEqualTypeOf<Hex>()
    expectTypeOf(
      request({
        method: 'eth_getStorageAt',
        params: [alice, '0x0', { blockNumber: '0x1' }],
      }),
    ).resolves.toEqualTypeOf<Hex>()
    expectTypeOf(
      request({ method: 'eth_getTransactionCount', params: [alice, '0x1'] }),
    ).resolves.toEqualTypeOf<Hex>()
    expectTypeOf(
      request({ method: 'eth_getCode', params: [alice, 'safe'] }),
    ).resolves.toEqualTypeOf<Hex>()
    expectTypeOf(
      request({ method: 'eth_chainId' }),
    ).resolves.toEqualTypeOf<Hex>()
    expectTypeOf(
      request({ method: 'eth_blockNumber', params: [] }),
    ).resolves.toEqualTypeOf<Hex>()
    expectTypeOf(
      request({ method: 'net_version' }),
    ).resolves.toEqualTypeOf<string>()
    expectTypeOf(
      request({ method: 'web3_clientVersion' }),
    ).resolves.toEqualTypeOf<string>()
  })

  test('behavior: what viem has no types for, or no null', () => {
    expectTypeOf(
      request({ method: 'eth_subscribe', params: ['newHeads'] }),
    ).resolves.toEqualTypeOf<Hex>()
    request({ method: 'eth_subscribe', params: ['logs', { address: alice }] })
    request({
      method: 'eth_subscribe',
      params: ['newFlashblockTransactions', true],
    })
    // @ts-expect-error
    provider.request({ method: 'eth_subscribe', params: ['newFoos'] })
    expectTypeOf(
      request({ method: 'eth_getLogs', params: [{ fromBlock: 'pending' }] }),
    ).resolves.toEqualTypeOf<RpcLog[]>()
    expectTypeOf(
      request({
        method: 'eth_getBlockTransactionCountByHash',
        params: [word('1')],
      }),
    ).resolves.toEqualTypeOf<Hex | null>()
  })

  test('error: a method that is not served', () => {
    // @ts-expect-error
    request({ method: 'eth_foo', params: [{}, 'latest'] })
    // @ts-expect-error
    provider.request({ method: 'eth_foo', params: [{}, 'latest'] })
    // @ts-expect-error
    provider.request({ method: 'eth_chainID' })
    // @ts-expect-error
    provider.request({ method: 'eth_chainId' as string })
  })

  // It spoke of the 'this' context, with no word of the method.
  test('error: the message names the method and what to do', () => {
    type Told = Expected<'eth_foo'>['method']
    expectTypeOf<Told>().toEqualTypeOf<"eth_foo is not served: answer it with node.handle('eth_foo', answer)">()
  })

  test('error: parameters of another method', () => {
    // @ts-expect-error
    provider.request({ method: 'eth_getBalance' })
    // @ts-expect-error
    provider.request({ method: 'eth_getBalance', params: [alice] })
    // @ts-expect-error
    provider.request({ method: 'eth_getBalance', params: ['alice', 'latest'] })
    // @ts-expect-error
    provider.request({ method: 'eth_getBalance', params: [alice, 'Latest'] })
    const surplus = [alice, 'latest', 'latest'] as const
    // @ts-expect-error
    provider.request({ method: 'eth_getBalance', params: surplus })
    // @ts-expect-error
    provider.request({ method: 'eth_chainId', params: ['latest'] })
  })

  test('behavior: accepted as it is', () => {
    expectTypeOf(custom).toBeCallableWith(provider)
    createPublicClient({ transport: custom(provider) })
    expectTypeOf(provider).toExtend<EIP1193Provider>()
    expectTypeOf(provider).toExtend<{ request: EIP1193RequestFn }>()
    // ethers' Eip1193Provider
    expectTypeOf(provider).toExtend<{
      request(request: {
        method: string
        params?: unknown[] | Record<string, unknown>
      }): Promise<unknown>
    }>()
  })
})

describe('handle', () => {
  test('default', () => {
    handle('eth_call', ([transaction, block], view) => {
      expectTypeOf(transaction.to).toEqualTypeOf<Hex | null | undefined>()
      expectTypeOf(block).not.toBeAny()
      expectTypeOf(view.now).toEqualTypeOf<number>()
      return '0x'
    })
    handle('eth_accounts', async () => [alice])
    // viem's type has a date, an id and an invoker, which only wallets know.
    handle('wallet_requestPermissions', ([{ eth_accounts }]) => {
      expectTypeOf(eth_accounts).not.toBeAny()
      const caveats = [{ type: 'restrictReturnedAccounts', value: [alice] }]
      return [{ parentCapability: 'eth_accounts', caveats }]
    })
    handle('wallet_getPermissions', () => [])
    handle('eth_getBlockReceipts', ([block], view) =>
      view.request({ method: 'eth_getBlockReceipts', params: [block] }),
    )
    handle('eth_getBalance', (params, { request }) => {
      const balance = request({ method: 'eth_getBalance', params })
      expectTypeOf(balance).toEqualTypeOf<Hex>()
      return balance
    })
  })

  test('behavior: any other method is free', () => {
    handle('foo_bar', (params) => {
      expectTypeOf(params).toEqualTypeOf<readonly unknown[]>()
      return new Map()
    })
    handle('foo_bar' as string, (params) => params[0])
  })

  test('error: an answer of another shape', () => {
    // @ts-expect-error
    handle('eth_call', () => 5n)
    // @ts-expect-error
    handle('eth_getBlockReceipts', async () => '0x')
    handle('eth_getBalance', (_, { request }) =>
      // @ts-expect-error
      request({ method: 'eth_call' }),
    )
  })
})
