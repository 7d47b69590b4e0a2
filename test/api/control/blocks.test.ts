import { createMockNode, type MockNode } from 'preseal'
import { evm } from 'preseal/evm'
import { formatTimeline, readTimeline } from 'preseal/timeline'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { alice, bob, ether, funded, miner, word } from '../../node/actors.js'
import { ask, pendingHashes, readBalance, readBlock } from '../../node/reads.js'
import { call, refused } from './call.js'

const start = 1_767_225_600

/** Seconds since genesis of the blocks up to `latest`, and of the pending one. */
async function times(node: MockNode): Promise<number[]> {
  const latest = Number(await ask(node, 'eth_blockNumber'))
  const numbers = Array.from(
    { length: latest },
    (_, at) => `0x${(at + 1).toString(16)}`,
  )
  const blocks = await Promise.all(
    [...numbers, 'pending'].map((selector) => readBlock(node, selector)),
  )
  return blocks.map(({ timestamp }) => Number(timestamp) - start)
}

describe.each(['evm', 'anvil', 'hardhat'])(
  '%s_setNextBlockTimestamp',
  (prefix) => {
    const method = `${prefix}_setNextBlockTimestamp`

    test('default: the pending block has it, and later ones count on', async () => {
      const node = createMockNode()
      node.nextBlock(2)
      await call(node, method, start + 100)
      expect(await times(node)).toEqual([2, 4, 100])
      node.nextBlock(2)
      expect(await times(node)).toEqual([2, 4, 100, 102, 104])
      expect(node.now).toBe(8_000)
    })
  },
)

describe('evm_setNextBlockTimestamp', () => {
  test('behavior: what ran under the old one runs again at the next beat', async () => {
    // TIMESTAMP PUSH0 SSTORE
    const token = bob
    const node = createMockNode({
      engine: evm(),
      accounts: {
        [alice]: { balance: ether },
        [token]: { code: '0x425f55' },
      },
    })
    const sent = { from: alice, to: token, gas: '0x186a0' }
    const hash = await ask(node, 'eth_sendTransaction', sent)
    node.nextBeat()
    const storage = () => ask(node, 'eth_getStorageAt', token, '0x0', 'pending')
    expect(await storage()).toBe(word(start + 2))
    await call(node, 'evm_setNextBlockTimestamp', start + 60)
    expect(await pendingHashes(node)).toEqual([])
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual([hash])
    expect(await storage()).toBe(word(start + 60))
    node.nextBlock()
    expect(await storage()).toBe(word(start + 60))
  })

  test('behavior: what was set stays', async () => {
    const node = createMockNode(funded)
    node.setBalance({ address: bob, value: 7n })
    await call(node, 'evm_setNextBlockTimestamp', start + 60)
    expect(await readBalance(node, bob, 'pending')).toBe(7n)
    node.nextBlock()
    expect(await readBalance(node, bob)).toBe(7n)
  })

  test('behavior: a reorg keeps the timestamps', async () => {
    const node = createMockNode()
    node.nextBlock()
    await call(node, 'evm_setNextBlockTimestamp', start + 60)
    node.nextBlock(2)
    await call(node, 'evm_setNextBlockTimestamp', start + 90)
    node.reorg({ depth: 2 })
    expect(await times(node)).toEqual([2, 60, 62, 90])
  })

  test('behavior: revert and seek take it back', async () => {
    const node = createMockNode()
    const id = await call(node, 'evm_snapshot')
    await call(node, 'evm_setNextBlockTimestamp', start + 60)
    node.nextBlock()
    await call(node, 'evm_revert', id)
    expect(await times(node)).toEqual([2])
  })

  test('error: before latest, and under l1Attributes', async () => {
    const node = createMockNode()
    node.nextBlock()
    await call(node, 'evm_setNextBlockTimestamp', start + 2)
    expect(await refused(node, 'evm_setNextBlockTimestamp', start + 1)).toEqual(
      {
        code: -32000,
        message: `The timestamp is ${start + 1}, but that of latest is ${start + 2}. Give ${start + 2} or more, or go back with evm_revert.`,
      },
    )
    const layered = createMockNode({ l1Attributes: {} })
    expect(
      await refused(layered, 'evm_setNextBlockTimestamp', start + 60),
    ).toMatchObject({ message: expect.stringContaining('follow L1') })
  })
})

describe('mine', () => {
  test.each(['anvil_mine', 'hardhat_mine'])(
    'behavior: %s with an interval moves the timestamps of its blocks alone',
    async (method) => {
      const node = createMockNode()
      node.nextBlock()
      await call(node, method, 3, 60)
      expect(await times(node)).toEqual([2, 4, 64, 124, 126])
      expect(node.now).toBe(8_000)
      await call(node, method, '0x1', '0x2')
      expect(await times(node)).toEqual([2, 4, 64, 124, 126, 128])
    },
  )

  test('behavior: an interval of many blocks costs what few do', async () => {
    const node = createMockNode()
    await call(node, 'anvil_mine', 10_000, 60)
    const { timestamp } = await readBlock(node, 'latest')
    expect(Number(timestamp)).toBe(start + 2 + 9_999 * 60)
  })

  test('behavior: no blocks leave the pending one as it was', async () => {
    const node = createMockNode()
    await call(node, 'evm_setNextBlockTimestamp', start + 50)
    await call(node, 'anvil_mine', 0, 60)
    expect(await times(node)).toEqual([50])
    node.nextBlock()
    expect(await times(node)).toEqual([50, 52])
  })

  test('error: so many blocks that time cannot hold them change nothing', async () => {
    const node = createMockNode()
    expect(
      await refused(node, 'anvil_mine', Number.MAX_SAFE_INTEGER, 60),
    ).toMatchObject({ code: -32602 })
    // It named nextBlock, which nobody had called.
    expect(
      await refused(node, 'anvil_mine', Number.MAX_SAFE_INTEGER),
    ).toMatchObject({ message: expect.stringMatching(/^mine moves the clock/) })
    node.nextBlock()
    expect(await times(node)).toEqual([2, 4])
  })

  test('behavior: evm_mine takes a timestamp, as a number or in an object', async () => {
    const node = createMockNode()
    await call(node, 'evm_mine', start + 10)
    await call(node, 'evm_mine', { timestamp: start + 20, blocks: 2 })
    expect(await times(node)).toEqual([10, 20, 22, 24])
  })

  test('behavior: what was sent after the last beat is mined, not pending', async () => {
    const node = createMockNode(funded)
    node.advance(1_900)
    const hash = node.preconfirm({ from: alice, to: bob })
    await call(node, 'evm_mine')
    const { transactions, number } = await readBlock(node, 'latest')
    expect(transactions.map((one) => one.hash)).toEqual([hash])
    expect(number).toBe('0x1')
    expect(node.now).toBe(1_900)
  })

  test('behavior: where no clock seals, each block is sealed now', async () => {
    const node = createMockNode({ ...funded, sealing: 'manual' })
    node.preconfirm({ from: alice, to: bob })
    await call(node, 'anvil_mine', 3)
    await call(node, 'evm_mine')
    expect((await readBlock(node, '0x1')).transactions).toHaveLength(1)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x4')
  })
})

describe('evm_increaseTime', () => {
  test('behavior: where no clock seals, the next block is as much later', async () => {
    const node = createMockNode({ sealing: 'manual' })
    await call(node, 'evm_increaseTime', 3_600)
    await call(node, 'evm_mine')
    expect(await times(node)).toEqual([3_602, 3_604])
    expect(node.now).toBe(3_600_000)
  })
})

describe('fields of headers', () => {
  test('behavior: gas limit and coinbase stay, in headers and for opcodes', async () => {
    // COINBASE PUSH0 MSTORE GASLIMIT PUSH1 32 MSTORE PUSH1 64 PUSH0 RETURN
    const node = createMockNode({
      engine: evm(),
      accounts: { [bob]: { code: '0x415f524560205260405ff3' } },
    })
    node.nextBlock()
    await call(node, 'hardhat_setCoinbase', miner)
    await call(node, 'evm_setBlockGasLimit', '0x1312d00')
    node.nextBlock(2)
    const shown = await Promise.all(
      ['0x1', '0x2', '0x3', 'pending'].map((selector) =>
        readBlock(node, selector),
      ),
    )
    expect(shown.map((block) => [block.miner, Number(block.gasLimit)])).toEqual(
      [
        ['0x0000000000000000000000000000000000000000', 60_000_000],
        [miner, 20_000_000],
        [miner, 20_000_000],
        [miner, 20_000_000],
      ],
    )
    const seen = (selector: string) =>
      ask(node, 'eth_call', { to: bob }, selector)
    expect(await seen('0x1')).toBe(`${word(0)}${word(60_000_000).slice(2)}`)
    expect(await seen('0x2')).toBe(
      `${word(BigInt(miner))}${word(20_000_000).slice(2)}`,
    )
  })

  test('behavior: what a lower gas limit has no room for leaves, and does not return with a higher one', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob, gas: 50_000n })
    node.nextBeat()
    await call(node, 'anvil_setBlockGasLimit', '0x5208')
    node.nextBlock()
    expect((await readBlock(node, 'latest')).transactions).toEqual([])
    await call(node, 'anvil_setBlockGasLimit', '0x1312d00')
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual([])
  })

  test('behavior: later base fees follow from the one that was set', async () => {
    const node = createMockNode()
    await call(node, 'hardhat_setNextBlockBaseFeePerGas', '0x3e8')
    node.nextBlock(2)
    const fees = await Promise.all(
      ['0x1', '0x2', 'pending'].map(
        async (selector) => (await readBlock(node, selector)).baseFeePerGas,
      ),
    )
    expect(fees.map(Number)).toEqual([1_000, 875, 766])
  })

  test('behavior: prevRandao is the mixHash of the next block', async () => {
    const node = createMockNode()
    await call(node, 'hardhat_setPrevRandao', word(7))
    node.nextBlock()
    expect((await readBlock(node, 'latest')).mixHash).toBe(word(7))
  })

  test('error: a gas limit that has no room for the deposit', async () => {
    const node = createMockNode({ l1Attributes: {} })
    expect(await refused(node, 'evm_setBlockGasLimit', '0x5208')).toMatchObject(
      {
        code: -32000,
        message: expect.stringContaining('has 1000000 gas'),
      },
    )
    await call(node, 'evm_setBlockGasLimit', '0xf4240')
    node.nextBlock()
    expect((await readBlock(node, 'latest')).transactions).toHaveLength(1)
  })

  test('behavior: hashes link and recompute, whatever was set', async () => {
    const node = createMockNode(funded)
    await call(node, 'evm_setNextBlockTimestamp', start + 60)
    await call(node, 'anvil_setCoinbase', miner)
    node.preconfirm({ from: alice, to: bob })
    node.nextBlock()
    await call(node, 'anvil_mine', 4, 7)
    const blocks = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((number) => readBlock(node, `0x${number}`)),
    )
    const other = createMockNode()
    for (const [at, block] of blocks.entries()) {
      const parent = blocks[at - 1]
      if (parent !== undefined) expect(block.parentHash).toBe(parent.hash)
      const receipts = await ask(node, 'eth_getBlockReceipts', block.number)
      const { checks } = other.importBlock({ block, receipts } as never)
      expect(checks.hash).toEqual({ type: 'recomputes' })
    }
  })
})

describe.each(['anvil', 'hardhat'])('%s_reset', (prefix) => {
  test('default: back to the start, with another instance', async () => {
    const node = createMockNode({
      steps: [{ at: 300, type: 'setBalance', address: bob, value: 7n }],
    })
    const metadata = () => call<{ instanceId: Hex }>(node, `${prefix}_metadata`)
    const before = await metadata()
    node.nextBlock(2)
    expect((await metadata()).instanceId).toBe(before.instanceId)
    const id = await call(node, 'evm_snapshot')
    await call(node, 'evm_setNextBlockTimestamp', start + 60)
    const nothing = prefix === 'anvil' ? null : true
    expect(await call(node, `${prefix}_reset`, {})).toBe(nothing)
    const noFork = { forking: { blockNumber: null } }
    expect(await call(node, `${prefix}_reset`, noFork)).toBe(nothing)
    expect([node.now, await times(node)]).toEqual([0, [2]])
    expect(await readBalance(node, bob)).toBe(0n)
    expect((await metadata()).instanceId).not.toBe(before.instanceId)
    expect(await call(node, 'evm_revert', id)).toBe(false)
    node.advance(300)
    expect(await readBalance(node, bob)).toBe(7n)
  })
})

test('hardhat_metadata and anvil_nodeInfo say what the node is', async () => {
  const node = createMockNode({ clientVersion: 'HardhatNetwork/2.26.0' })
  node.nextBlock()
  const { hash } = await readBlock(node, 'latest')
  expect(await call(node, 'hardhat_metadata')).toEqual({
    clientVersion: 'HardhatNetwork/2.26.0',
    chainId: 31_337,
    instanceId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    latestBlockNumber: 1,
    latestBlockHash: hash,
    forkedNetwork: null,
  })
  expect(await call(node, 'anvil_nodeInfo')).toEqual({
    currentBlockNumber: '0x1',
    currentBlockTimestamp: start + 2,
    currentBlockHash: hash,
    hardFork: 'osaka',
    transactionOrder: 'fifo',
    environment: {
      baseFee: '0x0',
      chainId: 31_337,
      gasLimit: '0x3938700',
      gasPrice: '0x0',
    },
    forkConfig: { forkUrl: null, forkBlockNumber: null },
  })
  expect(await ask(node, 'web3_clientVersion')).toBe('HardhatNetwork/2.26.0')
})

describe('hardhat_mine of a billion blocks under manual sealing', () => {
  test('never returned', async () => {
    const node = createMockNode({ sealing: 'manual' })
    const numbers: bigint[] = []
    node.on('sealed', ({ blockNumber }) => numbers.push(blockNumber))
    await call(node, 'hardhat_mine', 1_000_000_000)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x3b9aca00')
    expect(numbers.at(-1)).toBe(1_000_000_000n)
  })

  test('did so with a transaction that no block can hold, too', async () => {
    const node = createMockNode({ ...funded, sealing: 'manual' })
    node.fault({ type: 'includeNever' })
    const hash = await ask(node, 'eth_sendTransaction', {
      from: alice,
      to: bob,
    })
    await call(node, 'hardhat_mine', 1_000_000_000)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x3b9aca00')
    expect(await ask(node, 'txpool_status')).toEqual({
      pending: '0x1',
      queued: '0x0',
    })
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toBe(null)
  })

  test.each([0, 1, 7])(
    'behavior: a run of idle blocks equals as many single ones, after %i payments',
    async (payments) => {
      const read = async (mine: (node: MockNode) => Promise<unknown>) => {
        const node = createMockNode({ ...funded, sealing: 'manual' })
        for (let at = 0; at < payments; at++)
          node.preconfirm({ from: alice, to: bob, value: 1n })
        await mine(node)
        return [
          await readBlock(node, 'latest'),
          await readBlock(node, 'pending'),
          await readBlock(node, '0x2'),
          await readBalance(node, bob),
        ]
      }
      expect(await read((node) => call(node, 'anvil_mine', 300))).toEqual(
        await read(async (node) => {
          for (let at = 0; at < 300; at++) node.seal()
        }),
      )
    },
  )
})

test('a story tells what a test client said of the next block', async () => {
  const node = createMockNode(funded)
  node.preconfirm({ from: alice, to: bob })
  node.nextBeat()
  await call(node, 'evm_setNextBlockTimestamp', 1_767_300_000)
  await call(node, 'anvil_setCoinbase', bob)
  node.nextBlock()
  const text = formatTimeline(readTimeline(node))
  const lines = text.split('\n').filter((line) => line.includes('setHeader'))
  expect(lines.map((line) => line.trim())).toEqual([
    '200 ms  setHeader { timestamp: 1767300000 }',
    '200 ms  setHeader { miner: 0x0000…0b0b }',
  ])
})
