import { createMockNode } from 'preseal'
import { createWallet, testAccounts } from 'preseal/wallet'
import { createPublicClient, custom, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { bob, ether } from '../../conformance/actors.js'
import { readTransaction } from '../../node/reads.js'

const fees = { maxFeePerGas: '0x64', maxPriorityFeePerGas: '0x0' }

async function sending(transaction: object = fees) {
  const node = createMockNode()
  const wallet = createWallet(node, { balance: ether })
  wallet.connect()
  const dropped: unknown[] = []
  node.on('dropped', ({ hash, reason }) => dropped.push([hash, reason]))
  const from = wallet.account
  const send = () =>
    wallet.provider.request({
      method: 'eth_sendTransaction',
      params: [{ from, to: bob, value: '0x7', ...transaction } as never],
    })
  const read = (hash: Hex) => readTransaction(node, hash)
  return { node, wallet, dropped, hash: await send(), send, read }
}

describe('speedUp', () => {
  test('a test had to raise the fees of a replacement in hex by hand', async () => {
    const { node, wallet, dropped, hash, read } = await sending()
    const faster = await wallet.speedUp()
    expect(faster).not.toBe(hash)
    node.nextBeat()
    expect(await read(hash)).toBe(null)
    expect(await read(faster)).toMatchObject({
      to: bob,
      value: '0x7',
      nonce: '0x0',
      maxFeePerGas: '0x6e',
      maxPriorityFeePerGas: '0x1',
    })
    expect(dropped).toEqual([[hash, 'replaced']])
  })

  test('behavior: again, of what took its place', async () => {
    const { node, wallet, read } = await sending()
    await wallet.speedUp()
    const fastest = await wallet.speedUp()
    node.nextBeat()
    expect(await read(fastest)).toMatchObject({ maxFeePerGas: '0x79' })
  })

  test('options: the hash of an earlier one', async () => {
    const { node, wallet, hash, send, read } = await sending()
    const second = await send()
    const faster = await wallet.speedUp(hash)
    node.nextBeat()
    expect(await read(faster)).toMatchObject({ nonce: '0x0' })
    expect(await read(second)).toMatchObject({ nonce: '0x1' })
  })

  test('behavior: of a legacy transaction', async () => {
    const { node, wallet, read } = await sending({ gasPrice: '0x5' })
    const faster = await wallet.speedUp()
    node.nextBeat()
    expect(await read(faster)).toMatchObject({ type: '0x0', gasPrice: '0x6' })
  })

  test('behavior: the user is not asked, and need not be connected', async () => {
    const { wallet } = await sending()
    wallet.disconnect()
    wallet.reject()
    await expect(wallet.speedUp()).resolves.toMatch(/^0x/)
  })

  test('error: it is pre-confirmed already', async () => {
    const { node, wallet, hash } = await sending()
    node.nextBeat()
    await expect(wallet.speedUp(hash)).rejects.toMatchObject({
      name: 'ProviderRpcError',
      message: expect.stringMatching(
        /^nonce too low: .*\. wallet.speedUp comes too late: 0x.{64} is pre-confirmed or sealed already\./,
      ),
    })
  })

  test('error: nothing that the wallet has sent', async () => {
    const wallet = createWallet(createMockNode())
    await expect(wallet.speedUp()).rejects.toMatchObject({
      name: 'InvalidParametersError',
      message: expect.stringContaining(
        'left out, expected a transaction that this wallet has sent, and it has sent none yet',
      ),
    })
    await expect(wallet.cancel(`0x${'1'.repeat(64)}`)).rejects.toMatchObject({
      name: 'InvalidParametersError',
    })
  })
})

describe('cancel', () => {
  test('default: nothing is sent in its place', async () => {
    const { node, wallet, dropped, hash, read } = await sending({
      ...fees,
      data: '0x1234',
    })
    const cancelled = await wallet.cancel()
    node.nextBeat()
    expect(await read(cancelled)).toMatchObject({
      from: wallet.account,
      to: wallet.account,
      value: '0x0',
      input: '0x',
      gas: '0x5208',
      nonce: '0x0',
      maxFeePerGas: '0x6e',
    })
    expect(dropped).toEqual([[hash, 'replaced']])
  })
})

describe('glue of an application', () => {
  test('the first account was not known before there was a wallet', () => {
    const [alice] = testAccounts
    const balances = { [alice]: { balance: 1n } }
    const wallet = createWallet(createMockNode({ accounts: balances }))
    expect(wallet.account).toBe(alice)
    expect(wallet.accounts).toEqual(testAccounts)
  })

  test('each endpoint had a line of its own', async () => {
    const nodes = [createMockNode(), createMockNode({ chainId: 10 })] as const
    const wallet = createWallet(nodes)
    const transports = wallet.transports(custom)
    expect(Object.keys(transports)).toEqual(['10', '31337'])
    for (const { chain } of nodes) {
      const transport = transports[chain.id] ?? custom(wallet.provider)
      const client = createPublicClient({ chain, transport })
      expect(await client.getChainId()).toBe(chain.id)
    }
    expect(nodes[1].answeredRequests.map(({ via }) => via)).toEqual([
      'endpoint',
    ])
  })
})
