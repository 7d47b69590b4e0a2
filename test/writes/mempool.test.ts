import { getAddress, type Hex, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { account, ask, bob, fundedNode, sendRaw, transfer } from './wallets.js'

const address = account.address.toLowerCase() as Hex

const signed = (fields: object) =>
  account.signTransaction({ ...transfer, ...fields } as typeof transfer)

describe('a nonce gap', () => {
  test('behavior: what waits for ever costs no beats', async () => {
    const node = fundedNode()
    await sendRaw(node, await signed({ nonce: 1 }))
    node.advance(365 * 86_400_000)
    expect(await ask(node, 'txpool_status')).toEqual({
      pending: '0x0',
      queued: '0x1',
    })
  })

  test('error: node.preconfirm leaves none', () => {
    const node = fundedNode()
    expect(() => node.preconfirm({ from: address, to: bob, nonce: 1 })).toThrow(
      expect.objectContaining({ name: 'NonceError' }),
    )
  })
})

describe('a replacement', () => {
  test('error: the very same is already known', async () => {
    const node = fundedNode()
    await sendRaw(node, await signed({}))
    expect(await sendRaw(node, await signed({}))).toMatchObject({
      code: -32000,
      message: 'already known',
    })
  })
})

describe('txpool', () => {
  test('default: what can run is pending, what lacks a nonce queued', async () => {
    const node = fundedNode()
    const first = await signed({})
    await sendRaw(node, first)
    expect(await ask(node, 'txpool_status')).toEqual({
      pending: '0x1',
      queued: '0x0',
    })
    await ask(node, 'eth_sendTransaction', {
      from: address,
      to: bob,
      nonce: '0x2',
    })
    const content = await ask(node, 'txpool_contentFrom', address)
    expect(content).toEqual({
      pending: {
        0: expect.objectContaining({ hash: keccak256(first), blockHash: null }),
      },
      queued: { 2: expect.objectContaining({ nonce: '0x2' }) },
    })
    expect(await ask(node, 'txpool_content')).toEqual({
      pending: {
        [getAddress(address)]: (content as { pending: unknown }).pending,
      },
      queued: {
        [getAddress(address)]: (content as { queued: unknown }).queued,
      },
    })
    expect(await ask(node, 'txpool_inspect')).toEqual({
      pending: {
        [getAddress(address)]: {
          0: `${getAddress(bob)}: 1 wei + 21000 gas × 0 wei`,
        },
      },
      queued: {
        [getAddress(address)]: {
          2: `${getAddress(bob)}: 0 wei + 25200 gas × 0 wei`,
        },
      },
    })
    expect(await ask(node, 'eth_pendingTransactions')).toEqual([
      expect.objectContaining({ hash: keccak256(first), blockHash: null }),
    ])
    node.nextBeat()
    expect(await ask(node, 'txpool_status')).toEqual({
      pending: '0x0',
      queued: '0x1',
    })
    expect(await ask(node, 'eth_pendingTransactions')).toEqual([])
    expect(await ask(node, 'txpool_contentFrom', bob)).toEqual({
      pending: {},
      queued: {},
    })
  })
})

test('a snapshot holds what waits, and seek forgets what came later', async () => {
  const node = fundedNode()
  const snapshot = node.snapshot()
  await sendRaw(node, await signed({ nonce: 1 }))
  node.nextBlock()
  node.revert(snapshot)
  expect(await ask(node, 'txpool_status')).toEqual({
    pending: '0x0',
    queued: '0x0',
  })
})
