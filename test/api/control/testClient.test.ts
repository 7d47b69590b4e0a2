import { createMockNode, type MockNode } from 'preseal'
import {
  createPublicClient,
  createTestClient,
  custom,
  publicActions,
  toHex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { alice, bob, ether, funded, token, word } from '../../node/actors.js'
import { pendingHashes } from '../../node/reads.js'
import { call } from './call.js'

function clientOf(node: MockNode, mode: 'anvil' | 'hardhat' = 'anvil') {
  const transport = custom(node.control, { retryCount: 0 })
  return createTestClient({ mode, transport }).extend(publicActions)
}

describe.each(['anvil', 'hardhat'] as const)(
  "viem's %s test client",
  (mode) => {
    test('default: it sets and reads accounts', async () => {
      const node = createMockNode()
      const client = clientOf(node, mode)
      await client.setBalance({ address: bob, value: 2n ** 200n })
      await client.setNonce({ address: bob, nonce: 300 })
      await client.setCode({ address: token, bytecode: '0x6000' })
      await client.setStorageAt({
        address: token,
        index: 300,
        value: word(42),
      })
      await client.setStorageAt({
        address: token,
        index: word(2n ** 255n),
        value: word(43),
      })
      for (const blockTag of ['latest', 'pending'] as const) {
        const at = { address: token, blockTag } as const
        expect(await client.getBalance({ address: bob, blockTag })).toBe(
          2n ** 200n,
        )
        expect(
          await client.getTransactionCount({ address: bob, blockTag }),
        ).toBe(300)
        expect(await client.getCode(at)).toBe('0x6000')
        expect(await client.getStorageAt({ ...at, slot: toHex(300) })).toBe(
          word(42),
        )
        expect(
          await client.getStorageAt({ ...at, slot: word(2n ** 255n) }),
        ).toBe(word(43))
      }
    })

    test('behavior: mine seals blocks on their boundaries', async () => {
      const node = createMockNode(funded)
      const client = clientOf(node, mode)
      node.advance(700)
      const hash = node.preconfirm({ from: alice, to: bob, value: ether })
      node.nextBeat()
      await client.mine({ blocks: 1 })
      expect(node.now).toBe(2_000)
      const receipt = await client.getTransactionReceipt({ hash })
      expect(receipt.blockNumber).toBe(1n)
      await client.mine({ blocks: 256, interval: 2 })
      expect(node.now).toBe(257 * 2_000)
      await client.mine({ blocks: 0 })
      expect(node.now).toBe(257 * 2_000)
    })

    test('behavior: drop acts at the next beat', async () => {
      const node = createMockNode(funded)
      const client = clientOf(node, mode)
      const hash = node.preconfirm({ from: alice, to: bob })
      node.nextBeat()
      await client.dropTransaction({ hash })
      expect(await pendingHashes(node)).toEqual([hash])
      node.nextBeat()
      expect(await pendingHashes(node)).toEqual([])
    })

    test('behavior: snapshot and revert', async () => {
      const node = createMockNode(funded)
      const client = clientOf(node, mode)
      node.advance(300)
      const id = await client.snapshot()
      await client.setBalance({ address: bob, value: 1n })
      await client.mine({ blocks: 3 })
      await client.revert({ id })
      expect(node.now).toBe(300)
      expect(await client.getBalance({ address: bob })).toBe(5n * ether)
    })

    test('behavior: increaseTime is in seconds', async () => {
      const node = createMockNode()
      const client = clientOf(node, mode)
      expect(await client.increaseTime({ seconds: 420 })).toBe('0x1a4')
      expect(node.now).toBe(420_000)
      expect(await client.getBlockNumber()).toBe(210n)
    })
  },
)

describe('methods of test clients', () => {
  test('behavior: an account need not be impersonated to send', async () => {
    const node = createMockNode(funded)
    const client = clientOf(node)
    await client.impersonateAccount({ address: alice })
    const hash = await call(node, 'eth_sendTransaction', {
      from: alice,
      to: bob,
    })
    await client.stopImpersonatingAccount({ address: alice })
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual([hash])
  })

  test.each(['instant', 'manual', 'timed'] as const)(
    'behavior: with sealing %s, timestamps come at the interval that was set',
    async (sealing) => {
      const node = createMockNode({ ...funded, sealing, blockTime: 2_000 })
      const client = clientOf(node)
      const timestamps = async () => {
        const found: number[] = []
        for (const _ of [1, 2, 3]) {
          node.advance(300)
          await client.mine({ blocks: 1 })
          const { timestamp } = await client.getBlock()
          found.push(Number(timestamp))
        }
        const [first = 0] = found
        return found.map((one) => one - first)
      }
      const { timestamp: before } = await client.getBlock()
      await client.setBlockTimestampInterval({ interval: 7 })
      expect(await timestamps()).toEqual([0, 7, 14])
      expect((await client.getBlock()).timestamp).toBe(before + 21n)
      // Neither other distances for once nor an interval of mining end it.
      await client.mine({ blocks: 2, interval: 30 })
      expect((await client.getBlock()).timestamp).toBe(before + 58n)
      await client.setIntervalMining({ interval: 1 })
      expect(await timestamps()).toEqual([0, 7, 14])
      await client.removeBlockTimestampInterval()
      expect((await timestamps())[1]).toBeLessThan(7)
      expect(await call(node, 'anvil_removeBlockTimestampInterval')).toBe(false)
    },
  )

  test('error: what has no match here says what to use instead', async () => {
    const client = clientOf(createMockNode())
    const at = { timestamp: 1n, interval: 1 }
    const refusals = [
      client.setAutomine(false),
      client.setIntervalMining(at),
      client.setMinGasPrice({ gasPrice: 1n }),
      client.setLoggingEnabled(true),
      client.setRpcUrl('http://node.test'),
    ].map((asked) =>
      asked.then(
        () => 'answered',
        (error) => (error as { details: string }).details,
      ),
    )
    expect(await Promise.all(refusals)).toMatchInlineSnapshot(`
      [
        "answered",
        "answered",
        "A minimum gas price is not supported when EIP-1559 is active. Option "header.minBaseFeePerGas" sets the least base fee.",
        "answered",
        "answered",
      ]
    `)
  })

  test('behavior: sendUnsignedTransaction sends from any account (viem: "sends unsigned transaction")', async () => {
    const node = createMockNode(funded)
    const client = clientOf(node)
    const hash = await client.sendUnsignedTransaction({
      from: alice,
      to: bob,
      value: ether,
    })
    const sent = await client.getTransaction({ hash })
    expect(sent).toMatchObject({ from: alice, to: bob, value: ether })
    node.nextBlock()
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({
      status: 'success',
    })
    await expect(
      node.provider.request({
        method: 'eth_sendUnsignedTransaction',
        params: [{ from: alice, to: bob }],
      } as never),
    ).rejects.toMatchObject({ code: -32601 })
    node.handle('eth_sendUnsignedTransaction', () => 'handled')
    expect(await call(node, 'eth_sendUnsignedTransaction', {})).toBe('handled')
  })

  test.each(['anvil_setMinGasPrice', 'hardhat_setMinGasPrice'])(
    'error: %s is not supported when EIP-1559 is active, as in anvil and Hardhat',
    async (method) => {
      await expect(call(createMockNode(), method, '0x1')).rejects.toMatchObject(
        {
          code: -32602,
          message: expect.stringContaining(
            'not supported when EIP-1559 is active',
          ),
        },
      )
    },
  )

  test('behavior: hardhat answers whether there was one to drop', async () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob })
    expect(await call(node, 'hardhat_dropTransaction', hash)).toBe(true)
    expect(await call(node, 'hardhat_dropTransaction', word(7))).toBe(false)
    const sealed = node.preconfirm({ from: alice, to: bob, value: 1n })
    node.nextBlock()
    await expect(
      call(node, 'hardhat_dropTransaction', sealed),
    ).rejects.toMatchObject({ message: expect.stringContaining('is sealed') })
  })

  test('behavior: blocks mined apart go back to the cadence of late', async () => {
    const node = createMockNode(funded)
    node.setCadence({ blockTime: 1_000 })
    await call(node, 'anvil_mine', '0x2', '0x64')
    node.nextBlock(2)
    const times = await Promise.all(
      [1, 2, 3, 4].map(async (number) => {
        const block = await call(
          node,
          'eth_getBlockByNumber',
          `0x${number}`,
          false,
        )
        return Number((block as { timestamp: string }).timestamp) % 1_000
      }),
    )
    expect(times.map((time) => time - (times[0] as number))).toEqual([
      0, 100, 101, 102,
    ])
  })

  test('error: blocks whose timestamps no header has room for', async () => {
    const node = createMockNode(funded)
    for (const [blocks, interval] of [
      [3_000, 9e15],
      [1, 9e15],
    ] as const)
      await expect(
        call(node, 'anvil_mine', blocks, interval),
      ).rejects.toMatchObject({
        code: -32000,
        message: expect.stringContaining('a timestamp is below 2^64'),
      })
    expect(await call(node, 'eth_blockNumber')).toBe('0x0')
  })

  test('default: what they answer', async () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob })
    expect([
      await call(node, 'anvil_setBalance', bob, '0x1'),
      await call(node, 'anvil_setNonce', bob, '0x1'),
      await call(node, 'anvil_setCode', token, '0x'),
      await call(node, 'anvil_setStorageAt', token, '0x0', word(0)),
      await call(node, 'anvil_dropTransaction', hash),
      await call(node, 'anvil_mine'),
      await call(node, 'evm_mine'),
      await call(node, 'evm_increaseTime', '0x2'),
      await call(node, 'evm_snapshot'),
      await call(node, 'evm_snapshot'),
      await call(node, 'evm_revert', '0x0'),
    ]).toEqual([
      null,
      null,
      null,
      true,
      hash,
      null,
      '0x0',
      '0x2',
      '0x0',
      '0x1',
      true,
    ])
  })

  test('behavior: numbers as hex, digits or JSON numbers', async () => {
    const node = createMockNode()
    const client = createPublicClient({ transport: custom(node.provider) })
    for (const [given, value] of [
      ['0x10', 16n],
      ['0x0010', 16n],
      ['10', 10n],
      [10, 10n],
      [0, 0n],
      [toHex(2n ** 256n - 1n), 2n ** 256n - 1n],
    ]) {
      await call(node, 'anvil_setBalance', bob, given)
      expect(await client.getBalance({ address: bob })).toBe(value)
    }
    await call(node, 'anvil_setNonce', bob, '7')
    expect(await client.getTransactionCount({ address: bob })).toBe(7)
    await call(node, 'anvil_setStorageAt', token, 7, '0x2a')
    expect(await client.getStorageAt({ address: token, slot: '0x7' })).toBe(
      word(42),
    )
    await call(node, 'evm_increaseTime', 60)
    expect(node.now).toBe(60_000)
  })

  test('behavior: mine without parameters, or with null, is one block', async () => {
    const node = createMockNode()
    await call(node, 'anvil_mine')
    await call(node, 'anvil_mine', null, null)
    await call(node, 'anvil_mine', null, '0x2')
    await call(node, 'evm_mine')
    await call(node, 'evm_mine', null)
    await call(node, 'evm_mine', {})
    expect(node.now).toBe(12_000)
    await call(node, 'evm_mine', { blocks: '0x4' })
    expect(node.now).toBe(20_000)
  })

  test('behavior: revert uses up the snapshot and later ones', async () => {
    const node = createMockNode()
    const ids: unknown[] = []
    for (let k = 0; k < 4; k++) {
      ids.push(await call(node, 'evm_snapshot'))
      node.nextBlock()
    }
    expect(await call(node, 'evm_revert', ids[2])).toBe(true)
    expect(node.now).toBe(4_000)
    expect(await call(node, 'evm_revert', ids[2])).toBe(false)
    expect(await call(node, 'evm_revert', ids[3])).toBe(false)
    expect(node.now).toBe(4_000)
    expect(await call(node, 'evm_snapshot')).toBe('0x4')
    expect(await call(node, 'evm_revert', ids[1])).toBe(true)
    expect(node.now).toBe(2_000)
    expect(await call(node, 'evm_revert', '0x4')).toBe(false)
    expect(await call(node, 'evm_revert', ids[0])).toBe(true)
    expect(node.now).toBe(0)
  })

  test('behavior: a snapshot that nobody took is no snapshot', async () => {
    const node = createMockNode()
    node.nextBlock()
    expect(await call(node, 'evm_revert', '0x0')).toBe(false)
    expect(node.now).toBe(2_000)
  })

  test('behavior: the newest 1000 snapshots are kept', async () => {
    const node = createMockNode()
    const first = await call(node, 'evm_snapshot')
    node.nextBlock()
    const second = await call(node, 'evm_snapshot')
    for (let k = 0; k < 998; k++) await call(node, 'evm_snapshot')
    node.nextBlock()
    await call(node, 'evm_snapshot')
    expect(await call(node, 'evm_revert', first)).toBe(false)
    expect(await call(node, 'evm_revert', second)).toBe(true)
    expect(node.now).toBe(2_000)
  })
})
