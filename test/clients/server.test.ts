import {
  FetchRequest,
  type JsonRpcApiProviderOptions,
  JsonRpcProvider,
} from 'ethers'
import type { MockNode } from 'preseal'
import { createPublicClient, type HttpTransportConfig, http } from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Web3 } from 'web3'
import { alice, bob, ether } from '../conformance/actors.js'
import { open } from '../entries/server/open.js'
import { call } from '../entries/server/rawSocket.js'

const options = { accounts: { [alice]: { balance: ether } } }

/** What every client does here: reads a transfer that moves on. */
async function watchTransfer(
  node: MockNode,
  read: (block: 'pending' | 'latest') => Promise<bigint>,
) {
  const readBoth = () => Promise.all([read('pending'), read('latest')])
  expect(await readBoth()).toEqual([0n, 0n])
  node.preconfirm({ from: alice, to: bob, value: 5n })
  node.nextBeat()
  expect(await readBoth()).toEqual([5n, 0n])
  node.nextBlock()
  expect(await readBoth()).toEqual([5n, 5n])
}

describe('viem over a server', () => {
  const clientOf = (url: string, config: HttpTransportConfig = {}) =>
    createPublicClient({ transport: http(url, config), cacheTime: 0 })

  test.each([
    ['single', {}],
    ['batched', { batch: true }],
  ])('default: reads, %s', async (_, config) => {
    const { node, url } = await open(options)
    const client = clientOf(url, config)
    await watchTransfer(node, (blockTag) =>
      client.getBalance({ address: bob, blockTag }),
    )
    const block = await client.getBlock({ blockTag: 'pending' })
    expect(block.number).toBe(2n)
  })

  test('error: a connection that breaks', async () => {
    const { url } = await open({ faults: [{ type: 'network' }] })
    const client = clientOf(url, { retryCount: 0 })
    await expect(client.getBlockNumber()).rejects.toThrow('fetch failed')
  })
})

describe('ethers over a server', () => {
  function providerOf(url: string, more: JsonRpcApiProviderOptions = {}) {
    const provider = new JsonRpcProvider(new FetchRequest(url), undefined, {
      cacheTimeout: -1,
      ...more,
    })
    onTestFinished(() => provider.destroy())
    return provider
  }

  test.each([
    ['single', { batchMaxCount: 1 }],
    ['batched', {}],
  ])('default: reads, %s', async (_, more) => {
    const { node, url } = await open(options)
    const provider = providerOf(url, more)
    await watchTransfer(node, (block) => provider.getBalance(bob, block))
    expect((await provider.getBlock('pending'))?.number).toBe(2)
  })
})

describe('web3.js over a server', () => {
  test('default: reads', async () => {
    const { node, url } = await open(options)
    const { eth } = new Web3(url)
    await watchTransfer(node, (block) => eth.getBalance(bob, block))
    expect((await eth.getBlock('pending')).number).toBe(2n)
  })
})

describe('fetch', () => {
  test('default: reads, in a batch', async () => {
    const { node, url } = await open(options)
    node.preconfirm({ from: alice, to: bob, value: 5n })
    node.nextBeat()
    const calls = ['pending', 'latest'].map((block, id) =>
      call('eth_getBalance', [bob, block], id),
    )
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `[${calls}]`,
    })
    expect(await response.json()).toEqual([
      { jsonrpc: '2.0', id: 0, result: '0x5' },
      { jsonrpc: '2.0', id: 1, result: '0x0' },
    ])
  })
})
