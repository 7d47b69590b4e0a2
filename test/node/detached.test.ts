import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { verbs } from '../../src/api/verbs.js'
import { alice, bob, carol, funded } from './actors.js'

describe('detached functions', () => {
  test('behavior: every verb works away from its node', async () => {
    const {
      provider: { request, on: onProvider, removeListener, emit },
      fetch,
      preconfirm,
      drop,
      setBalance,
      setNonce,
      setCode,
      setStorageAt,
      advance,
      nextBeat,
      nextBlock,
      seek,
      handle,
      fault,
      snapshot,
      revert,
      on,
      dispose,
    } = createMockNode(funded)

    const told: unknown[] = []
    const off = on('dropped', ({ reason }) => told.push(reason))
    const listener = (event: unknown) => told.push(event)
    onProvider('chainChanged', listener)
    emit('chainChanged', '0x1')
    removeListener('chainChanged', listener)
    emit('chainChanged', '0x2')

    const hash = preconfirm({ from: alice, to: bob, value: 1n })
    nextBeat()
    drop(hash)
    advance(200)
    off()
    expect(told).toEqual(['0x1', 'requested'])

    const kept = snapshot()
    setBalance({ address: carol, value: 1n })
    setNonce({ address: carol, nonce: 2 })
    setCode({ address: carol, bytecode: '0x03' })
    setStorageAt({ address: carol, index: 0, value: '0x04' })
    nextBlock()
    const stop = handle('eth_call', () => '0x05')
    const lift = fault({ type: 'null', methods: ['eth_chainId'] })
    expect(
      await Promise.all([
        request({ method: 'eth_getBalance', params: [carol, 'latest'] }),
        request({
          method: 'eth_getTransactionCount',
          params: [carol, 'latest'],
        }),
        request({ method: 'eth_getCode', params: [carol, 'latest'] }),
        request({
          method: 'eth_getStorageAt',
          params: [carol, '0x0', 'latest'],
        }),
        request({ method: 'eth_blockNumber' }),
        request({ method: 'eth_call' } as never),
        request({ method: 'eth_chainId' }),
      ]),
    ).toEqual([
      '0x1',
      '0x2',
      '0x03',
      `0x${'0'.repeat(63)}4`,
      '0x1',
      '0x05',
      null,
    ])
    stop()
    lift()
    revert(kept)
    expect(
      await request({ method: 'eth_getBalance', params: [carol, 'latest'] }),
    ).toBe('0x0')
    seek(8_000)
    expect(await request({ method: 'eth_blockNumber' })).toBe('0x4')
    expect(await fetch('http://node.test')).toMatchObject({ status: 405 })
    dispose()
    await expect(request({ method: 'eth_blockNumber' })).rejects.toThrow()
  })

  test('behavior: an endpoint is found, and asked', async () => {
    const { endpoint } = createMockNode({ endpoints: ['main', 'backup'] })
    const { request } = endpoint('backup').provider
    expect(await request({ method: 'eth_blockNumber' })).toBe('0x0')
  })

  test('behavior: these are all the functions there are beside the verbs', () => {
    const node = createMockNode(funded)
    const listed = verbs.map(({ name }) => name)
    const functions = Object.entries(node).flatMap(([name, member]) =>
      typeof member === 'function' ? [name] : [],
    )
    expect(functions).toEqual(expect.arrayContaining(listed))
    expect(
      functions.filter((name) => !listed.includes(name)),
    ).toMatchInlineSnapshot(`
      [
        "fetch",
        "endpoint",
        "handle",
        "snapshot",
        "revert",
        "on",
        "view",
        "hold",
        "dispose",
      ]
    `)
  })
})
