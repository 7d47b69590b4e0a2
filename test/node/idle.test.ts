import { createMockNode, type HeaderOptions } from 'preseal'
import { describe, expect, test } from 'vitest'
import { alice, bob, day, ether, funded, miner, tenYears } from './actors.js'
import { ask, readBalance, readBlock, type WireBlock } from './reads.js'

const quantity = (value: number | bigint) => `0x${value.toString(16)}`

describe('timestamps', () => {
  test('default: 2 seconds a block', async () => {
    const node = createMockNode()
    node.nextBlock(3)
    const blocks = await Promise.all(
      ['0x0', '0x1', '0x2', '0x3', 'pending'].map((at) => readBlock(node, at)),
    )
    expect(blocks.map(({ timestamp }) => Number(timestamp))).toEqual([
      1_767_225_600, 1_767_225_602, 1_767_225_604, 1_767_225_606, 1_767_225_608,
    ])
  })

  test('options: a blockTime of 1,500 is floored, and loses nothing', async () => {
    const node = createMockNode({
      timestamp: 100n,
      preconfirmationTime: 500,
      blockTime: 1_500,
    })
    node.nextBlock(400)
    const at = async (number: number) =>
      Number((await readBlock(node, quantity(number))).timestamp)
    expect(await Promise.all([0, 1, 2, 3, 4, 5, 399, 400].map(at))).toEqual([
      100, 101, 103, 104, 106, 107, 698, 700,
    ])
    expect(Number((await readBlock(node, 'pending')).timestamp)).toBe(701)
  })

  test('options: a blockTime of 200 gives several blocks one timestamp', async () => {
    const node = createMockNode({ blockTime: 200, timestamp: 0n })
    node.nextBlock(10)
    const blocks = await Promise.all(
      Array.from({ length: 11 }, (_, at) => readBlock(node, quantity(at))),
    )
    expect(blocks.map(({ timestamp }) => Number(timestamp))).toEqual([
      0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2,
    ])
  })

  test('behavior: an eventful block keeps the rhythm', async () => {
    const node = createMockNode({ ...funded, timestamp: 0n })
    node.nextBlock(2)
    node.preconfirm({ from: alice, to: bob })
    node.nextBlock(2)
    node.setBalance({ address: bob, value: 1n })
    node.nextBlock(2)
    const blocks = await Promise.all(
      Array.from({ length: 7 }, (_, at) => readBlock(node, quantity(at))),
    )
    expect(blocks.map(({ timestamp }) => Number(timestamp))).toEqual([
      0, 2, 4, 6, 8, 10, 12,
    ])
  })
})

describe('ten years', () => {
  test('default', async () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob, value: ether })
    node.advance(tenYears)
    const last = tenYears / 2_000
    expect(await ask(node, 'eth_blockNumber')).toBe(quantity(last))
    for (const selector of ['latest', 'pending', 'safe', quantity(last / 2)])
      expect(await readBalance(node, bob, selector)).toBe(6n * ether)
    expect(await readBlock(node, '0x1')).toMatchObject({
      transactions: [{ hash }],
      timestamp: quantity(1_767_225_602),
    })
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toMatchObject({
      blockNumber: '0x1',
    })
  })

  test('behavior: by seek, too', async () => {
    const node = createMockNode(funded)
    node.seek(tenYears)
    expect(await ask(node, 'eth_blockNumber')).toBe(quantity(tenYears / 2_000))
  })

  test('behavior: in pieces between which things happen', async () => {
    const node = createMockNode(funded)
    for (let year = 1; year <= 10; year++) {
      node.advance(365 * day)
      node.preconfirm({ from: alice, to: bob, value: 1n })
    }
    node.nextBlock()
    expect(await readBalance(node, bob)).toBe(5n * ether + 10n)
    const middle = (5 * 365 * day) / 2_000
    const sent = async (number: number) =>
      (await readBalance(node, bob, quantity(number))) - 5n * ether
    expect([await sent(middle), await sent(middle + 1)]).toEqual([4n, 5n])
  })

  test('behavior: with a transaction that no block will take', async () => {
    const node = createMockNode({
      ...funded,
      header: { initialBaseFeePerGas: 1_000n, minBaseFeePerGas: 1_000n },
    })
    const hash = node.preconfirm({ from: alice, to: bob, maxFeePerGas: 999n })
    node.advance(tenYears)
    expect(await ask(node, 'eth_blockNumber')).toBe(quantity(tenYears / 2_000))
    expect(await ask(node, 'eth_getTransactionByHash', hash)).toMatchObject({
      blockHash: null,
    })
  })
})

describe('hashes over idle blocks', () => {
  test('behavior: thousands of them are hashed at one read, and on from there', async () => {
    const node = createMockNode()
    node.nextBlock(1_000)
    const before = await readBlock(node, 'latest')
    node.nextBlock(50)
    const [latest, pending] = [
      await readBlock(node, 'latest'),
      await readBlock(node, 'pending'),
    ]
    expect(pending.parentHash).toBe(latest.hash)
    expect((await readBlock(node, '0x3e9')).parentHash).toBe(before.hash)
  })

  test('behavior: what needs no hash is answered all the same', async () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
    node.nextBlock(200_000)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x30d40')
    expect(await readBalance(node, bob, 'pending')).toBe(5n * ether + 1n)
    expect(await readBlock(node, '0x1')).toMatchObject({
      transactions: [{ hash }],
    })
  })

  test('behavior: creating the node after the jump avoids it', async () => {
    const node = createMockNode({ timestamp: 2_000_000_000n })
    expect((await readBlock(node, 'latest')).number).toBe('0x0')
  })

  test('behavior: parents link over runs, eventful blocks and sets that split a run', async () => {
    const node = createMockNode(funded)
    node.nextBlock(5)
    node.setBalance({ address: bob, value: 1n })
    node.nextBlock(4)
    node.preconfirm({ from: alice, to: bob, value: 1n })
    node.advance(300)
    node.setBalance({ address: bob, value: 2n })
    node.nextBlock(3)
    await readBlock(node, '0x3')
    node.setBalance({ address: bob, value: 3n })
    node.setBalance({ address: bob, value: 4n })
    node.nextBlock(6)
    const blocks: WireBlock[] = []
    for (let number = 18; number >= 0; number--)
      blocks.unshift(await readBlock(node, quantity(number)))
    expect(blocks.map(({ parentHash }) => parentHash)).toEqual([
      `0x${'0'.repeat(64)}`,
      ...blocks.slice(0, -1).map(({ hash }) => hash),
    ])
    expect(new Set(blocks.map(({ hash }) => hash)).size).toBe(19)
    for (const { hash, number } of blocks)
      expect(await ask(node, 'eth_getBlockByHash', hash, false)).toMatchObject({
        number,
      })
  })

  test('behavior: when a hash is read makes no difference to it', async () => {
    const [early, late] = [createMockNode(funded), createMockNode(funded)]
    for (const node of [early, late]) {
      for (let k = 0; k < 20; k++) {
        if (k % 3 === 0) node.preconfirm({ from: alice, to: bob, value: 1n })
        if (k % 5 === 0) node.setBalance({ address: bob, value: BigInt(k) })
        node.advance(1_700)
        if (node === early) {
          await readBlock(node, 'pending')
          await readBlock(node, 'latest')
        }
      }
    }
    expect(await readBlock(late, 'pending')).toEqual(
      await readBlock(early, 'pending'),
    )
  })
})

describe('base fees (EIP-1559)', () => {
  const header: HeaderOptions = {
    initialBaseFeePerGas: 1_000_000_000n,
    gasLimit: 100_000n,
    minBaseFeePerGas: 7n,
    miner,
  }

  /** The base fee after a block, as the standard's text computes it. */
  function naive(parent: WireBlock, { denominator = 8n, elasticity = 2n }) {
    const fee = BigInt(parent.baseFeePerGas ?? 0)
    const used = BigInt(parent.gasUsed)
    const target = BigInt(parent.gasLimit) / elasticity
    if (used === target) return fee
    if (used > target) {
      const rise = (fee * (used - target)) / target / denominator
      return fee + (rise === 0n ? 1n : rise)
    }
    return fee - (fee * (target - used)) / target / denominator
  }

  test.each([
    ['the default parameters', {}],
    ['a denominator of 50', { baseFeeMaxChangeDenominator: 50 }],
    ['an elasticity of 6', { elasticityMultiplier: 6 }],
  ])(
    'behavior: as the recurrence, block by block: %s',
    async (_, parameters) => {
      const node = createMockNode({
        accounts: { [alice]: { balance: 10n ** 30n } },
        header: { ...header, ...parameters },
      })
      const busy = [0, 1, 2, 3, 40, 41, 90]
      for (let k = 0; k < 100; k++) {
        if (busy.includes(k))
          node.preconfirm({
            from: alice,
            to: bob,
            gasUsed: k % 2 === 0 ? 100_000n : 60_000n,
            maxFeePerGas: 10n ** 15n,
          })
        node.nextBlock()
      }
      node.nextBlock(400)
      const blocks: WireBlock[] = []
      for (let number = 0; number <= 500; number++)
        blocks.push(await readBlock(node, quantity(number)))
      blocks.push(await readBlock(node, 'pending'))
      const limits = {
        denominator: BigInt(
          'baseFeeMaxChangeDenominator' in parameters ? 50 : 8,
        ),
        elasticity: BigInt('elasticityMultiplier' in parameters ? 6 : 2),
      }
      for (const [at, block] of blocks.entries()) {
        const parent = blocks[at - 1]
        if (parent === undefined) continue
        const expected = naive(parent, limits)
        expect(BigInt(block.baseFeePerGas ?? 0)).toBe(
          expected < 7n ? 7n : expected,
        )
      }
      const fees = blocks.map(({ baseFeePerGas }) => BigInt(baseFeePerGas ?? 0))
      expect(fees.some((fee, at) => fee > (fees[at - 1] ?? fee))).toBe(true)
      expect(fees.some((fee, at) => fee < (fees[at - 1] ?? fee))).toBe(true)
    },
  )

  test('behavior: ten idle years fall to the floor', async () => {
    const node = createMockNode({ header })
    node.advance(tenYears)
    node.setBalance({ address: alice, value: ether })
    node.preconfirm({ from: alice, to: bob, maxFeePerGas: 7n })
    node.nextBeat()
    expect(await readBalance(node, miner, 'pending')).toBe(0n)
    expect(await readBalance(node, alice, 'pending')).toBe(ether - 7n * 21_000n)
  })

  test('behavior: a base fee of 0 stays 0, even in full blocks', async () => {
    const node = createMockNode({ ...funded, header: { gasLimit: 21_000n } })
    for (let k = 0; k < 5; k++) {
      node.preconfirm({ from: alice, to: bob, value: 1n })
      node.nextBlock()
    }
    expect((await readBlock(node, 'pending')).baseFeePerGas).toBe('0x0')
    expect(await readBalance(node, bob)).toBe(5n * ether + 5n)
  })
})

describe('safe and finalized', () => {
  const read = async (node: ReturnType<typeof createMockNode>) =>
    Promise.all(
      ['latest', 'safe', 'finalized'].map(async (tag) =>
        Number((await readBlock(node, tag)).number),
      ),
    )

  test('default: 60 and 600 blocks behind, genesis where there is less', async () => {
    const node = createMockNode()
    expect(await read(node)).toEqual([0, 0, 0])
    node.nextBlock(59)
    expect(await read(node)).toEqual([59, 0, 0])
    node.nextBlock(2)
    expect(await read(node)).toEqual([61, 1, 0])
    node.nextBlock(540)
    expect(await read(node)).toEqual([601, 541, 1])
  })

  test('options: safeLag, finalizedLag', async () => {
    const node = createMockNode({ finalityLag: { safe: 0, finalized: 3 } })
    node.nextBlock(5)
    expect(await read(node)).toEqual([5, 5, 2])
  })

  test('behavior: safe ≤ latest, finalized ≤ safe, none ever falls', async () => {
    const node = createMockNode({
      ...funded,
      finalityLag: { safe: 2, finalized: 4 },
    })
    let before = [0, 0, 0]
    for (let k = 0; k < 40; k++) {
      if (k % 4 === 0) node.preconfirm({ from: alice, to: bob })
      node.advance(1_300)
      const now = await read(node)
      const [latest = 0, safe = 0, finalized = 0] = now
      expect(safe).toBeLessThanOrEqual(latest)
      expect(finalized).toBeLessThanOrEqual(safe)
      expect(now.every((number, at) => number >= (before[at] ?? 0))).toBe(true)
      before = now
    }
    expect(before).toEqual([26, 24, 22])
  })
})
