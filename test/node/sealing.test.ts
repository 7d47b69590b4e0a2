import fc from 'fast-check'
import { createMockNode, type MockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { share } from '../runs.js'

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'
const accounts = { [alice]: { balance: 10n ** 18n } }
const instant = { accounts, sealing: 'instant' } as const

type Block = { number: string; timestamp: string; transactions: string[] }

function block(node: MockNode, tag: string): Block {
  return node.view().request({
    method: 'eth_getBlockByNumber',
    params: [tag as 'latest', false],
  }) as unknown as Block
}

const send = (node: MockNode, transaction: object = {}) =>
  node.provider.request({
    method: 'eth_sendTransaction',
    params: [{ from: alice, to: bob, value: '0x1', ...transaction }],
  })

const number = (node: MockNode) => Number(block(node, 'latest').number)

const start = 1_767_225_600

describe('sealing: instant', () => {
  test('default: each accepted transaction is a block, in order', async () => {
    const node = createMockNode(instant)
    const hashes = [await send(node), await send(node), await send(node)]
    expect(
      ['0x1', '0x2', '0x3'].map((tag) => block(node, tag).transactions),
    ).toEqual(hashes.map((hash) => [hash]))
    expect(number(node)).toBe(3)
  })

  test('behavior: no block comes by the clock', () => {
    const node = createMockNode(instant)
    node.advance(60_000)
    expect(number(node)).toBe(0)
    expect(() => node.nextBlock()).toThrow('"sealing" is "instant"')
  })

  test('regression: what waited for a nonce came in blocks of its own, as in no node', async () => {
    const node = createMockNode(instant)
    const second = await send(node, { nonce: '0x1' })
    const third = await send(node, { nonce: '0x2' })
    expect(number(node)).toBe(0)
    const first = await send(node, { nonce: '0x0' })
    expect(block(node, '0x1').transactions).toEqual([first, second, third])
    expect(number(node)).toBe(1)
  })

  test('behavior: a delayed transaction has its block at its beat', async () => {
    const node = createMockNode({
      ...instant,
      faults: [{ type: 'includeLate', beats: 2 }],
    })
    await send(node)
    node.advance(400)
    expect(number(node)).toBe(0)
    node.advance(200)
    expect(number(node)).toBe(1)
  })

  test('behavior: a reorg replaces its blocks', async () => {
    const node = createMockNode(instant)
    const first = await send(node)
    await send(node)
    node.reorg()
    expect(block(node, '0x1').transactions).toEqual([first])
    expect(block(node, '0x2').transactions).toEqual([])
  })

  test('property: in any order of nonces, no block is empty, and nothing that can run waits', async () => {
    const senders = [alice, bob] as const
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(1), fc.nat(3), fc.nat(400)), {
          maxLength: 12,
        }),
        async (sends) => {
          const balance = 10n ** 18n
          const node = createMockNode({
            accounts: { [alice]: { balance }, [bob]: { balance } },
            sealing: 'instant',
            faults: [{ type: 'includeLate', beats: 1, from: bob }],
          })
          const seen = new Set<string>()
          node.on('sealed', () => {})
          for (const [who, nonce, ms] of sends) {
            const from = senders[who]
            node.advance(ms)
            await send(node, { from, nonce: `0x${nonce}` }).then(
              (hash) => seen.add(hash),
              () => {},
            )
          }
          node.advance(1_000)
          const next = { [alice]: 0, [bob]: 0 }
          let before = start - 1
          for (let at = 1; at <= number(node); at++) {
            const { transactions, timestamp } = node.view().request({
              method: 'eth_getBlockByNumber',
              params: [`0x${at.toString(16)}`, true],
            }) as unknown as {
              transactions: { from: typeof alice; nonce: string }[]
              timestamp: string
            }
            expect(transactions).not.toEqual([])
            for (const { from, nonce } of transactions)
              expect(Number(nonce)).toBe(next[from]++)
            expect(Number(timestamp)).toBeGreaterThan(before)
            before = Number(timestamp)
          }
          const { pending } = node.view().request({
            method: 'txpool_status',
          }) as unknown as { pending: string }
          expect(Number(pending)).toBe(0)
          expect(seen.size).toBeGreaterThanOrEqual(number(node))
        },
      ),
      { numRuns: share(200) },
    )
  })

  test('behavior: seek and revert go back to the sealing of then', () => {
    const node = createMockNode(instant)
    const snapshot = node.snapshot()
    node.advance(100)
    node.setSealing('timed')
    node.nextBlock()
    expect(number(node)).toBe(1)
    node.revert(snapshot)
    node.advance(60_000)
    expect(number(node)).toBe(0)
    node.preconfirm({ from: alice, to: bob, value: 1n })
    expect(number(node)).toBe(1)
  })
})

describe('setSealing', () => {
  test('behavior: to timed, a block time passes from now', async () => {
    const node = createMockNode({ ...instant, blockTime: 2_000 })
    node.advance(4_900)
    node.setSealing('timed')
    await send(node)
    node.advance(1_999)
    expect(number(node)).toBe(0)
    node.advance(1)
    expect(block(node, 'latest')).toMatchObject({
      number: '0x1',
      timestamp: `0x${(start + 6).toString(16)}`,
    })
    node.nextBlock()
    expect(Number(block(node, 'latest').timestamp)).toBe(start + 8)
  })

  test('behavior: a step does it', () => {
    const node = createMockNode({
      accounts,
      steps: [{ at: 2_500, type: 'setSealing', sealing: 'manual' }],
    })
    node.advance(10_000)
    expect(number(node)).toBe(1)
  })
})

describe('as other nodes are driven', () => {
  const control = (node: MockNode, method: string, ...params: unknown[]) =>
    node.control.request({ method, params } as never)

  test('behavior: evm_setAutomine turns it on and off', async () => {
    const node = createMockNode(instant)
    await control(node, 'evm_setAutomine', false)
    expect(await control(node, 'anvil_getAutomine')).toBe(false)
    await send(node)
    expect(number(node)).toBe(0)
    await control(node, 'evm_mine')
    expect(number(node)).toBe(1)
    await control(node, 'anvil_setAutomine', true)
    expect(await control(node, 'hardhat_getAutomine')).toBe(true)
    await send(node)
    expect(number(node)).toBe(2)
  })

  test('behavior: turning it off leaves the clock alone', async () => {
    const node = createMockNode({ accounts })
    await control(node, 'evm_setAutomine', false)
    node.nextBlock()
    expect(number(node)).toBe(1)
  })

  test('behavior: evm_setIntervalMining seals by the clock', async () => {
    const node = createMockNode(instant)
    expect(await control(node, 'anvil_getIntervalMining')).toBe(null)
    await send(node)
    node.advance(700)
    await control(node, 'evm_setIntervalMining', 5)
    expect(await control(node, 'anvil_getIntervalMining')).toBe(5)
    const before = Number(block(node, 'latest').timestamp)
    await send(node)
    node.advance(4_999)
    expect(number(node)).toBe(1)
    node.advance(1)
    expect(number(node)).toBe(2)
    expect(Number(block(node, 'latest').timestamp)).toBe(before + 5)
    await control(node, 'anvil_setIntervalMining', 0)
    node.advance(60_000)
    expect(number(node)).toBe(2)
  })

  test('behavior: evm_increaseTime is in the next block, and in pending', async () => {
    const node = createMockNode(instant)
    await control(node, 'evm_increaseTime', 3_600)
    expect(Number(block(node, 'pending').timestamp)).toBe(start + 3_600)
    await send(node)
    expect(Number(block(node, 'latest').timestamp)).toBe(start + 3_600)
  })

  test('behavior: evm_revert goes back in the chain, not in the way of mining', async () => {
    const node = createMockNode(instant)
    const id = await control(node, 'evm_snapshot')
    await send(node)
    await control(node, 'evm_setAutomine', false)
    await control(node, 'evm_revert', id)
    expect(await control(node, 'anvil_getAutomine')).toBe(false)
    await send(node)
    expect(number(node)).toBe(0)
  })

  test('behavior: hardhat_mine mines many', async () => {
    const node = createMockNode(instant)
    await control(node, 'hardhat_mine', '0x400')
    await send(node)
    expect(number(node)).toBe(0x401)
  })
})
