import { createMockNode, type MockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { says } from '../says.js'
import { alice, bob, carol, ether, funded, token, word } from './actors.js'
import { listen } from './listen.js'
import {
  ask,
  pendingHashes,
  readAll,
  readBalance,
  readBlock,
  readNonce,
  readReceipts,
  readState,
} from './reads.js'

describe('a set', () => {
  const sets: [verb: string, (node: MockNode) => void, ...unknown[]][] = [
    [
      'setBalance',
      (node) => node.setBalance({ address: token, value: 7n }),
      'eth_getBalance',
      [],
      '0x7',
    ],
    [
      'setNonce',
      (node) => node.setNonce({ address: token, nonce: 7 }),
      'eth_getTransactionCount',
      [],
      '0x7',
    ],
    [
      'setCode',
      (node) => node.setCode({ address: token, bytecode: '0x60FF' }),
      'eth_getCode',
      [],
      '0x60ff',
    ],
    [
      'setContract',
      (node) =>
        node.setContract({ type: 'erc20', address: token, symbol: 'T' }),
      'eth_getCode',
      [],
      '0xfe65726332301200',
    ],
    [
      'setStorageAt',
      (node) => node.setStorageAt({ address: token, index: 1, value: '0x7' }),
      'eth_getStorageAt',
      ['0x1'],
      word(7),
    ],
  ]

  test.each(sets)(
    'behavior: %s acts at once: by tag, number and hash; older blocks keep',
    async (_, set, method, slot, expected) => {
      const node = createMockNode(funded)
      node.nextBlock(3)
      const [older, latest] = [
        await readBlock(node, '0x2'),
        await readBlock(node, '0x3'),
      ]
      const read = (selector: unknown) =>
        ask(node, method as string, token, ...(slot as string[]), selector)
      const before = await read('latest')
      set(node)
      for (const selector of [
        'latest',
        'pending',
        '0x3',
        latest.hash,
        { blockHash: latest.hash },
        { blockNumber: '0x3' },
      ])
        expect(await read(selector)).toBe(expected)
      for (const selector of ['earliest', '0x1', '0x2', older.hash])
        expect(await read(selector)).toBe(before)
      node.nextBlock(2)
      for (const selector of ['0x3', '0x4', '0x5', 'latest', 'pending'])
        expect(await read(selector)).toBe(expected)
      expect(await read('0x2')).toBe(before)
    },
  )

  test('behavior: sealed headers stay; the next seal commits to it', async () => {
    const [node, other] = [createMockNode(funded), createMockNode(funded)]
    for (const each of [node, other]) each.nextBlock(2)
    const before = await readBlock(node, 'latest')
    node.setBalance({ address: carol, value: 1n })
    expect(await readBlock(node, 'latest')).toEqual(before)
    expect(await ask(node, 'eth_getBlockByHash', before.hash, true)).toEqual(
      before,
    )
    for (const each of [node, other]) each.nextBlock()
    const [mine, others] = [
      await readBlock(node, 'latest'),
      await readBlock(other, 'latest'),
    ]
    expect(mine.parentHash).toBe(others.parentHash)
    expect(mine.stateRoot).not.toBe(others.stateRoot)
  })

  test('behavior: pending reads exactly that value, over what was pre-confirmed', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob, value: ether })
    node.nextBeat()
    node.setBalance({ address: bob, value: 3n })
    expect(await readBalance(node, bob, 'pending')).toBe(3n)
    expect(await readBalance(node, bob)).toBe(3n)
    node.preconfirm({ from: alice, to: bob, value: 4n })
    node.nextBeat()
    expect(await readBalance(node, bob, 'pending')).toBe(7n)
    expect(await readBalance(node, bob)).toBe(3n)
    node.nextBlock()
    expect(await readBalance(node, bob)).toBe(7n)
  })

  test('behavior: of several the last holds', async () => {
    const node = createMockNode()
    for (const value of [1n, 2n, 0n]) node.setBalance({ address: bob, value })
    expect(await readBalance(node, bob, 'pending')).toBe(0n)
    node.nextBlock()
    expect(await readBalance(node, bob)).toBe(0n)
  })

  test('behavior: what a set does not name stays', async () => {
    const node = createMockNode({
      accounts: {
        [token]: {
          balance: 1n,
          nonce: 2,
          code: '0x03',
          storage: { '0x0': '0x4', '0x1': '0x5' },
        },
      },
    })
    node.setStorageAt({ address: token, index: 0, value: '0x0' })
    expect((await readState(node, 'pending')).at(-1)).toEqual([
      token,
      '0x1',
      '0x2',
      '0x03',
      word(0),
      word(5),
    ])
  })

  test('behavior: it changes neither number, transactions nor hash of pending', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    const before = await readBlock(node, 'pending')
    node.setBalance({ address: carol, value: 1n })
    expect(await readBlock(node, 'pending')).toEqual(before)
  })

  test('options: stateRoot everyBeat: pending commits to it at once', async () => {
    const node = createMockNode({ ...funded, pendingStateRoot: 'everyBeat' })
    const before = await readBlock(node, 'pending')
    expect(before.stateRoot).toBe((await readBlock(node, 'latest')).stateRoot)
    node.setBalance({ address: carol, value: 1n })
    const pending = await readBlock(node, 'pending')
    expect(pending.stateRoot).not.toBe(before.stateRoot)
    node.nextBlock()
    expect((await readBlock(node, 'latest')).hash).toBe(pending.hash)
  })

  test('behavior: addresses and slots in any letter case and width', async () => {
    const node = createMockNode()
    const mixed = '0x00000000000000000000000000000000000A11CE'
    node.setStorageAt({ address: mixed, index: '0x01', value: '0x00ff' })
    node.setStorageAt({ address: alice, index: 2, value: word(5) })
    expect(await ask(node, 'eth_getStorageAt', alice, '0x1', 'latest')).toBe(
      word(255),
    )
    expect(await ask(node, 'eth_getStorageAt', mixed, word(2), 'latest')).toBe(
      word(5),
    )
  })

  test('behavior: by a transaction’s sender, in the middle of its own block', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob, value: ether })
    node.nextBeat()
    node.setNonce({ address: alice, nonce: 8 })
    expect(await readNonce(node, alice, 'pending')).toBe(8)
    expect(await readNonce(node, alice)).toBe(8)
    node.nextBlock()
    expect(await readNonce(node, alice)).toBe(8)
    expect(await readBalance(node, bob)).toBe(6n * ether)
  })
})

describe('a drop', () => {
  /** Three transactions pending, and one that is queued. */
  function busy() {
    const node = createMockNode(funded)
    const hashes = [
      node.preconfirm({
        from: alice,
        to: carol,
        value: ether,
        gasUsed: 30_000n,
        logs: [{ address: token }, { address: token }],
      }),
      node.preconfirm({
        from: bob,
        to: token,
        gasUsed: 40_000n,
        logs: [{ address: token }],
      }),
      node.preconfirm({ from: bob, to: alice, value: 1n, gasUsed: 50_000n }),
    ] as const
    node.nextBeat()
    return { node, hashes }
  }

  test('default: at the next beat it is as if it had never been', async () => {
    const { node, hashes } = busy()
    node.drop(hashes[0])
    expect(await pendingHashes(node)).toEqual(hashes)
    node.nextBeat()
    const other = createMockNode(funded)
    other.preconfirm({
      from: bob,
      to: token,
      gasUsed: 40_000n,
      logs: [{ address: token }],
    })
    other.preconfirm({ from: bob, to: alice, value: 1n, gasUsed: 50_000n })
    other.nextBeat(2)
    expect(await readAll(node)).toEqual(await readAll(other))
    for (const each of [node, other]) each.nextBlock()
    expect(await readAll(node)).toEqual(await readAll(other))
  })

  test('behavior: indices, log indices and cumulative gas are renumbered', async () => {
    const { node, hashes } = busy()
    node.drop(hashes[0])
    node.nextBeat()
    expect(await readReceipts(node, 'pending')).toMatchObject([
      {
        transactionHash: hashes[1],
        transactionIndex: '0x0',
        cumulativeGasUsed: '0x9c40',
        logs: [{ logIndex: '0x0', transactionIndex: '0x0' }],
      },
      {
        transactionHash: hashes[2],
        transactionIndex: '0x1',
        cumulativeGasUsed: '0x15f90',
      },
    ])
    expect(await readBlock(node, 'pending')).toMatchObject({
      gasUsed: '0x15f90',
      transactions: [{ transactionIndex: '0x0' }, { transactionIndex: '0x1' }],
    })
  })

  test('behavior: its transaction and receipt are gone', async () => {
    const { node, hashes } = busy()
    node.drop(hashes[0])
    node.nextBeat()
    expect(await ask(node, 'eth_getTransactionByHash', hashes[0])).toBe(null)
    expect(await ask(node, 'eth_getTransactionReceipt', hashes[0])).toBe(null)
    expect(await readBalance(node, alice, 'pending')).toBe(10n * ether + 1n)
    expect(await readNonce(node, alice, 'pending')).toBe(0)
  })

  test('behavior: later nonces of its sender wait for another one', async () => {
    const { node, hashes } = busy()
    const told = listen(node, 'dropped')
    node.drop(hashes[1])
    node.nextBeat()
    expect(told.map(([, { hash, reason }]) => [hash, reason])).toEqual([
      [hashes[1], 'requested'],
    ])
    expect(await pendingHashes(node)).toEqual([hashes[0]])
    const other = node.preconfirm({ from: bob, to: alice })
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual([hashes[0], other, hashes[2]])
  })

  test('behavior: what it paid for falls out with it, on and on', async () => {
    const node = createMockNode(funded)
    const chain = [alice, carol, token, bob] as const
    const hashes = [0, 1, 2].map((at) =>
      node.preconfirm({
        from: chain[at] ?? alice,
        to: chain[at + 1],
        value: ether,
      }),
    )
    node.nextBeat()
    const told = listen(node, 'dropped')
    node.drop(hashes[0] ?? '0x')
    node.nextBeat()
    expect(told.map(([, { hash, reason }]) => [hash, reason])).toEqual([
      [hashes[0], 'requested'],
      [hashes[1], 'funds'],
      [hashes[2], 'funds'],
    ])
    expect(await pendingHashes(node)).toEqual([])
  })

  test('behavior: those that are queued behind it wait, too', () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    const behind = node.preconfirm({ from: alice, to: bob })
    node.drop(hash)
    const told = listen(node, 'preconfirmed', 'dropped')
    node.nextBeat()
    expect(told).toMatchObject([['dropped', { hash, reason: 'requested' }]])
    const other = node.preconfirm({ from: alice, to: carol })
    node.nextBeat()
    expect(told.slice(1)).toMatchObject([
      ['preconfirmed', { hash: other }],
      ['preconfirmed', { hash: behind }],
    ])
  })

  test('behavior: sets stay, in their place between transactions', async () => {
    const node = createMockNode(funded)
    const first = node.preconfirm({ from: alice, to: carol, value: ether })
    node.nextBeat()
    node.setBalance({ address: carol, value: 5n })
    node.preconfirm({ from: bob, to: carol, value: 2n })
    node.nextBeat()
    node.setStorageAt({ address: carol, index: 0, value: '0x1' })
    node.drop(first)
    node.nextBeat()
    expect(await readBalance(node, carol, 'pending')).toBe(7n)
    expect(await readBalance(node, carol)).toBe(5n)
    expect(await ask(node, 'eth_getStorageAt', carol, '0x0', 'pending')).toBe(
      word(1),
    )
  })

  test('behavior: a set that paid for it keeps paying', async () => {
    const node = createMockNode(funded)
    const first = node.preconfirm({ from: alice, to: carol, value: 1n })
    node.nextBeat()
    node.setBalance({ address: carol, value: ether })
    const spends = node.preconfirm({ from: carol, to: bob, value: ether })
    node.nextBeat()
    node.drop(first)
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual([spends])
  })

  test('behavior: a queued one leaves the queue at once', async () => {
    const { node, hashes } = busy()
    const queued = node.preconfirm({ from: alice, to: bob, value: 2n })
    node.drop(queued)
    // Its nonce is free again.
    const other = node.preconfirm({ from: alice, to: bob, value: 3n, nonce: 1 })
    node.nextBlock(2)
    expect((await readBlock(node, '0x1')).transactions).toMatchObject(
      [...hashes, other].map((hash) => ({ hash })),
    )
  })

  test('behavior: twice before the beat is once', () => {
    const { node, hashes } = busy()
    const told = listen(node, 'dropped')
    node.drop(hashes[0])
    node.advance(100)
    node.drop(hashes[0])
    node.advance(2_000)
    expect(told).toHaveLength(1)
  })

  test('behavior: up to the beat before the last it is in time', async () => {
    const { node, hashes } = busy()
    node.advance(1_599)
    expect(node.now).toBe(1_799)
    node.drop(hashes[2])
    node.nextBlock()
    expect((await readBlock(node, 'latest')).transactions).toHaveLength(2)
  })

  test('behavior: after the last beat it is pending until the seal, then absent', async () => {
    const { node, hashes } = busy()
    node.advance(1_600)
    expect(node.now).toBe(1_800)
    const told = listen(node, 'sealed', 'dropped')
    node.drop(hashes[1])
    node.advance(199)
    expect(await pendingHashes(node)).toEqual(hashes)
    expect(told).toEqual([])
    node.advance(1)
    // The sender of the second sent the third, too, which lacks a nonce now.
    const { transactions } = await readBlock(node, 'latest')
    expect(transactions.map(({ hash }) => hash)).toEqual([hashes[0]])
    expect(
      told.map(([name, event]) =>
        name === 'sealed'
          ? name
          : [event.hash, event.reason, event.blockNumber, event.index],
      ),
    ).toEqual(['sealed', [hashes[1], 'requested', 1n, 1]])
  })

  test('behavior: a step sealed what was to leave at the next beat', async () => {
    const node = createMockNode({
      ...funded,
      steps: [{ at: 300, type: 'seal' }],
    })
    const hash = node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    node.drop(hash)
    node.nextBeat()
    expect((await readBlock(node, 'latest')).transactions).toEqual([])
  })

  test('behavior: a planSeal may name what leaves with the same seal', async () => {
    const { node, hashes } = busy()
    node.advance(1_600)
    const told = listen(node, 'dropped')
    node.drop(hashes[2])
    node.planSeal({ omit: [hashes[0]], amend: [{ transaction: hashes[2] }] })
    node.nextBlock()
    expect(told.map(([, { hash, reason }]) => [hash, reason])).toEqual([
      [hashes[0], 'omitted'],
      [hashes[2], 'requested'],
    ])
    expect((await readBlock(node, 'latest')).transactions).toHaveLength(1)
  })

  test('error: sealed', () => {
    const { node, hashes } = busy()
    node.nextBlock()
    expect(thrown(() => node.drop(hashes[0]))).toEqual(
      says('UnknownTransactionError … Drop it while it is queued or pending.'),
    )
  })

  test('error: unknown, or dropped before', () => {
    const { node, hashes } = busy()
    node.drop(hashes[0])
    node.nextBeat()
    expect(
      [word(1), hashes[0]].map((hash) => thrown(() => node.drop(hash))),
    ).toEqual(
      [
        'UnknownTransactionError … Is its block sealed, or was it sent to',
        'UnknownTransactionError … Is its block sealed, or was it sent to',
      ].map(says),
    )
  })
})

describe('the open block', () => {
  test('behavior: with nothing to show it is an empty block over latest', async () => {
    const node = createMockNode(funded)
    node.nextBlock(3)
    const [latest, pending] = [
      await readBlock(node, 'latest'),
      await readBlock(node, 'pending'),
    ]
    expect(pending).toMatchObject({
      number: '0x4',
      parentHash: latest.hash,
      transactions: [],
      gasUsed: '0x0',
      stateRoot: word(0),
    })
    expect(await readReceipts(node, 'pending')).toEqual([])
    expect(await readState(node, 'pending')).toEqual(
      await readState(node, 'latest'),
    )
  })

  test('behavior: an empty beat repeats the hash, another changes it', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    const first = await readBlock(node, 'pending')
    node.nextBeat(3)
    expect(await readBlock(node, 'pending')).toEqual(first)
    node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    expect((await readBlock(node, 'pending')).hash).not.toBe(first.hash)
  })

  test('behavior: within a number the header’s fixed fields are fixed (F2)', async () => {
    const node = createMockNode({
      ...funded,
      header: {
        initialBaseFeePerGas: 1_000n,
        extraData: '0x01',
        mixHash: word(2),
      },
    })
    const fixed = async () => {
      const block = await readBlock(node, 'pending')
      return [
        block.number,
        block.parentHash,
        block.timestamp,
        block.baseFeePerGas,
        block.gasLimit,
        block.mixHash,
        block.extraData,
        block.parentBeaconBlockRoot,
      ]
    }
    node.nextBlock()
    const at0 = await fixed()
    for (let beat = 0; beat < 9; beat++) {
      node.preconfirm({ from: alice, to: bob })
      node.nextBeat()
      expect(await fixed()).toEqual(at0)
    }
    node.nextBeat()
    expect((await fixed())[0]).toBe('0x3')
  })

  test('behavior: transactions are appended, gas and bloom only grow (F3)', async () => {
    const node = createMockNode(funded)
    let before = await readBlock(node, 'pending')
    for (let beat = 0; beat < 9; beat++) {
      node.preconfirm({
        from: alice,
        to: bob,
        logs: [{ address: token, topics: [word(beat)] }],
      })
      node.nextBeat()
      const now = await readBlock(node, 'pending')
      expect(now.transactions.slice(0, beat).map(({ hash }) => hash)).toEqual(
        before.transactions.map(({ hash }) => hash),
      )
      expect(BigInt(now.gasUsed)).toBeGreaterThan(BigInt(before.gasUsed))
      const [bits, more] = [
        BigInt(before.logsBloom ?? 0),
        BigInt(now.logsBloom ?? 0),
      ]
      expect(bits & more).toBe(bits)
      before = now
    }
  })

  test('behavior: what is read under pending at one instant is of one state (F8)', async () => {
    const node = createMockNode(funded)
    for (let beat = 0; beat < 12; beat++) {
      node.preconfirm({
        from: alice,
        to: bob,
        value: 1n,
        changes: { [token]: { storage: { '0x0': word(beat + 1) } } },
      })
      node.nextBeat()
      const [block, receipts, balance, slot] = await Promise.all([
        readBlock(node, 'pending'),
        readReceipts(node, 'pending'),
        readBalance(node, bob, 'pending'),
        ask(node, 'eth_getStorageAt', token, '0x0', 'pending'),
      ])
      expect(receipts).toHaveLength(block.transactions.length)
      for (const receipt of receipts) expect(receipt.blockHash).toBe(block.hash)
      expect(balance).toBe(5n * ether + BigInt(beat + 1))
      expect(slot).toBe(word(beat + 1))
    }
  })

  test('behavior: not to be had by its number or hash (F10)', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    const { hash, number } = await readBlock(node, 'pending')
    expect(await ask(node, 'eth_getBlockByNumber', number, true)).toBe(null)
    expect(await ask(node, 'eth_getBlockByHash', hash, true)).toBe(null)
    expect(await ask(node, 'eth_getBlockReceipts', number)).toBe(null)
    await expect(readBalance(node, bob, number)).rejects.toMatchObject({
      code: -32001,
      message: `block not found: ${number}`,
    })
    await expect(readBalance(node, bob, hash)).rejects.toMatchObject({
      code: -32001,
    })
  })
})
