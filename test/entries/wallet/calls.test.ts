import { createMockNode } from 'preseal'
import { createWallet } from 'preseal/wallet'
import {
  AtomicityNotSupportedError,
  createWalletClient,
  custom,
  UnknownBundleIdError,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { bob, carol, ether, token } from '../../conformance/actors.js'
import { asking } from './connect.js'

function connected() {
  const nodes = [createMockNode(), createMockNode({ chainId: 10 })] as const
  const wallet = createWallet(nodes, { balance: ether })
  wallet.connect()
  const app = createWalletClient({
    account: wallet.account,
    chain: nodes[0].chain,
    transport: custom(wallet.provider),
  })
  return { node: nodes[0], wallet, app, ask: asking(wallet) }
}

const batch = {
  version: '2.0.0',
  chainId: '0x7a69',
  atomicRequired: false,
  calls: [{ to: bob, value: '0x1' }],
}

describe('wallet_sendCalls', () => {
  test('default: one after the other, told when all have receipts', async () => {
    const { node, wallet, app } = connected()
    const { id } = await app.sendCalls({
      calls: [
        { to: bob, value: 1n },
        { to: carol, value: 2n, data: '0x01' },
      ],
    })
    expect(await app.getCallsStatus({ id })).toMatchObject({
      id,
      atomic: false,
      chainId: 31_337,
      status: 'pending',
      statusCode: 100,
      version: '2.0.0',
    })
    node.nextBeat()
    const { status, statusCode, receipts } = await app.getCallsStatus({ id })
    expect([status, statusCode]).toEqual(['success', 200])
    expect(receipts).toMatchObject([
      { status: 'success', blockNumber: 1n, gasUsed: 21_000n, logs: [] },
      { status: 'success', blockNumber: 1n, logs: [] },
    ])
    expect(Object.keys(receipts?.[0] ?? {}).sort()).toEqual([
      'blockHash',
      'blockNumber',
      'gasUsed',
      'logs',
      'status',
      'transactionHash',
    ])
    await app.showCallsStatus({ id })
    expect(
      await wallet.provider.request({
        method: 'eth_getTransactionCount',
        params: [wallet.account, 'pending'],
      }),
    ).toBe('0x2')
  })

  test('behavior: an id that is given is kept', async () => {
    const { ask } = connected()
    const given = { ...batch, id: 'mine' }
    expect(await ask('wallet_sendCalls', [given])).toEqual({ id: 'mine' })
    expect(await ask('wallet_sendCalls', [given])).toMatchObject({ code: 5720 })
    expect(await ask('wallet_getCallsStatus', ['mine'])).toEqual({
      version: '2.0.0',
      id: 'mine',
      chainId: '0x7a69',
      atomic: false,
      status: 100,
    })
  })

  test('behavior: of version 1.0, the id alone', async () => {
    const { ask } = connected()
    const { atomicRequired: _, ...older } = { ...batch, version: '1.0' }
    expect(await ask('wallet_sendCalls', [older])).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('behavior: where the node takes no more, what was sent stays sent', async () => {
    const { node, ask } = connected()
    const calls = [
      { to: bob, value: '0x1' },
      { to: bob, value: `0x${(10n * ether).toString(16)}` },
    ]
    const sent = (await ask('wallet_sendCalls', [{ ...batch, calls }])) as {
      id: string
    }
    node.nextBeat()
    expect(await ask('wallet_getCallsStatus', [sent.id])).toMatchObject({
      status: 600,
      receipts: [{ status: '0x1' }],
    })
    const first = [{ ...batch, calls: calls.slice(1) }]
    expect(await ask('wallet_sendCalls', first)).toMatchObject({
      code: -32_000,
      message: expect.stringContaining('insufficient funds'),
    })
  })

  test('behavior: capabilities are none, on each known chain', async () => {
    const { wallet, app, ask } = connected()
    const none = { atomic: { status: 'unsupported' } }
    expect(await app.getCapabilities()).toEqual({ 31337: none, 10: none })
    expect(
      await ask('wallet_getCapabilities', [wallet.account, ['0xa']]),
    ).toEqual({ '0xa': none })
  })
})

describe('wallet_sendCalls: error', () => {
  test('default: viem’s classes', async () => {
    const { app } = connected()
    const calls = [{ to: bob }] as const
    await expect(
      app.sendCalls({ calls, forceAtomic: true }),
    ).rejects.toMatchObject({
      cause: expect.any(AtomicityNotSupportedError),
    })
    await expect(app.getCallsStatus({ id: '0x1' })).rejects.toBeInstanceOf(
      UnknownBundleIdError,
    )
  })

  test.each([
    [{ chainId: '0xa' }, 5710],
    [{ chainId: '0x5' }, 5710],
    [{ capabilities: { paymaster: {} } }, 5700],
    [{ calls: [{ to: bob, capabilities: { gas: {} } }] }, 5700],
    [{ from: token }, 4100],
    [{ version: '3' }, -32602],
    [{ calls: [] }, -32602],
    [{ calls: [1] }, -32602],
    [{ calls: [{ to: '0x1' }] }, -32602],
    [{ from: '0x1' }, -32602],
    [{ id: 1 }, -32602],
    [{ atomicRequired: 1 }, -32602],
    [{ chainId: 1 }, -32602],
  ])('default: %j is %i', async (change, code) => {
    const { ask } = connected()
    expect(
      await ask('wallet_sendCalls', [{ ...batch, ...change }]),
    ).toMatchObject({
      code,
    })
  })

  test('behavior: a capability that is optional is left out', async () => {
    const { ask } = connected()
    const capabilities = { paymaster: { optional: true } }
    expect(
      await ask('wallet_sendCalls', [{ ...batch, capabilities }]),
    ).toHaveProperty('id')
  })

  test('behavior: a call that is malformed is named', async () => {
    const { ask } = connected()
    const calls = [{ to: bob }, { to: bob, value: 1 }]
    expect(
      await ask('wallet_sendCalls', [{ ...batch, calls }]),
    ).toMatchInlineSnapshot(`
      {
        "code": -32602,
        "message": "Invalid parameter 1 "batch": given calls[1].value is 1, expected a hexadecimal integer of at most 32 bytes, expected calls to send",
      }
    `)
  })
})
