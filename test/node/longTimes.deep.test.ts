import { createMockNode } from 'preseal'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { alice, bob, day, funded, tenYears } from './actors.js'
import { ask, readBalance, readBlock } from './reads.js'

const quantity = (value: number) => `0x${value.toString(16)}` as const

describe('the virtual clock', () => {
  test('behavior: a day of idle blocks is told block by block', () => {
    const node = createMockNode()
    const told = { beat: 0, sealed: 0 }
    node.on('beat', () => told.beat++)
    node.on('sealed', () => told.sealed++)
    node.advance(day)
    expect(told).toEqual({ beat: 432_000, sealed: 43_200 })
  })

  test('behavior: of ten years the last blocks are, and all that happened', () => {
    const node = createMockNode({
      ...funded,
      steps: [
        { at: 400 * day, type: 'preconfirm', from: alice, to: bob },
        { at: 800 * day + 1, type: 'preconfirm', from: alice, to: bob },
      ],
    })
    const told = { preconfirmed: 0, sealed: 0, last: 0n }
    const sealed: unknown[] = []
    node.on('preconfirmed', () => told.preconfirmed++)
    node.on('sealed', ({ blockNumber, transactions }) => {
      told.last = blockNumber
      sealed.push(...transactions)
    })
    node.advance(tenYears)
    expect(told.preconfirmed).toBe(2)
    expect(sealed).toHaveLength(2)
    expect(told.last).toBe(157_766_400n)
  })
})

describe('hashes over idle blocks', () => {
  test('error: a read over more says how often to read, and doing so helps', async () => {
    const node = createMockNode()
    node.nextBlock(300_005)
    const far = (times: number) =>
      expect.objectContaining({
        code: -32_000,
        message: expect.stringContaining(`read ${times} times in all.`),
      })
    await expect(readBlock(node, 'pending')).rejects.toEqual(far(4))
    await expect(readBlock(node, 'latest')).rejects.toEqual(far(3))
    const unknown = `0x${'11'.repeat(32)}`
    const balance = () => ask(node, 'eth_getBalance', alice, unknown)
    await expect(balance()).rejects.toEqual(far(2))
    const pending = await readBlock(node, 'pending')
    expect(pending.number).toBe('0x493e6')
    expect(pending.parentHash).toBe((await readBlock(node, 'latest')).hash)
  })
})

describe('a jump of the system time', () => {
  test('behavior: of idle blocks the last 100,000 are told', () => {
    const createdAt = 1_767_225_600_123
    vi.useFakeTimers({ now: createdAt })
    const node = createMockNode({ ...funded, clock: 'ambient' })
    onTestFinished(() => {
      node.dispose()
      vi.useRealTimers()
    })
    const told = { beat: 0, sealed: 0 }
    node.on('beat', () => told.beat++)
    node.on('sealed', () => told.sealed++)
    vi.setSystemTime(createdAt + tenYears)
    expect(node.now).toBe(tenYears)
    expect(told).toEqual({ beat: 1_000_000, sealed: 100_000 })
  })
})

describe('a long chain', () => {
  test('behavior: reads at any depth answer as of that block', async () => {
    const node = createMockNode({
      accounts: { [alice]: { balance: 1_000_000n } },
    })
    const length = 1_100
    for (let k = 1; k <= length; k++) {
      if (k % 3 === 0) node.setNonce({ address: bob, nonce: k })
      node.preconfirm({
        from: alice,
        to: bob,
        value: 1n,
        changes: {
          [bob]: { storage: { '0x0': quantity(k) } },
        },
      })
      node.nextBlock()
    }
    node.nextBlock(1_000)
    for (const number of [0, 1, 2, 3, 511, 512, 750, 1_023, 1_024, 1_100]) {
      const selector = quantity(number)
      expect(await readBalance(node, bob, selector)).toBe(BigInt(number))
      expect(await ask(node, 'eth_getStorageAt', bob, '0x0', selector)).toBe(
        `0x${number.toString(16).padStart(64, '0')}`,
      )
      expect((await readBlock(node, selector)).transactions).toHaveLength(
        number === 0 ? 0 : 1,
      )
    }
    const { hash } = await readBlock(node, '0x400')
    expect(await readBalance(node, bob, hash)).toBe(1_024n)
    expect(await readBalance(node, bob, { blockHash: hash })).toBe(1_024n)
    expect(await readBalance(node, bob, 'latest')).toBe(1_100n)
  })
})
