import {
  createMockNode,
  type MockNode,
  type MockNodeOptions,
  type PreconfirmParameters,
} from 'preseal'
import {
  getContractAddress,
  parseTransaction,
  serializeTransaction,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { says } from '../says.js'
import {
  alice,
  bob,
  carol,
  ether,
  funded,
  miner,
  token,
  word,
} from './actors.js'
import { listen } from './listen.js'
import {
  ask,
  pendingHashes,
  readAll,
  readBalance,
  readBlock,
  readNonce,
  readReceipts,
  readTransaction,
} from './reads.js'

describe('preconfirm', () => {
  test('default', async () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob })
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
    node.nextBeat()
    expect(await readTransaction(node, hash)).toMatchInlineSnapshot(`
      {
        "accessList": [],
        "blockHash": "0x4610c39e88a5792410dccb54589ad0d628ea1f3811c756e5bd34c2d4cec3ad1b",
        "blockNumber": "0x1",
        "blockTimestamp": "0x6955b902",
        "chainId": "0x7a69",
        "from": "0x00000000000000000000000000000000000a11ce",
        "gas": "0x5208",
        "gasPrice": "0x0",
        "hash": "0xd0be6839b45ee739b17d5faf15653015eef3924022847a3ee3d8cda9a71d40ed",
        "input": "0x",
        "maxFeePerGas": "0x0",
        "maxPriorityFeePerGas": "0x0",
        "nonce": "0x0",
        "r": "0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
        "s": "0x418529ceee892fb6a682b2f7651191808dcbe442d8b54c9d629e3829946fc612",
        "to": "0x0000000000000000000000000000000000000b0b",
        "transactionIndex": "0x0",
        "type": "0x2",
        "v": "0x0",
        "value": "0x0",
        "yParity": "0x0",
      }
    `)
  })

  test('behavior: the receipt', async () => {
    const node = createMockNode(funded)
    node.preconfirm({
      from: alice,
      to: token,
      gasUsed: 30_000n,
      logs: [{ address: token, topics: [word(1)] }, { address: bob }],
    })
    node.nextBeat()
    const [receipt] = await readReceipts(node, 'pending')
    expect({
      ...receipt,
      logsBloom: receipt?.logsBloom.length,
    }).toMatchInlineSnapshot(`
      {
        "blockHash": "0x32d4b23e36f4196f314626a5001a4dcf0bb39696751efd3cdb3f0d81552d7e42",
        "blockNumber": "0x1",
        "contractAddress": null,
        "cumulativeGasUsed": "0x7530",
        "effectiveGasPrice": "0x0",
        "from": "0x00000000000000000000000000000000000a11ce",
        "gasUsed": "0x7530",
        "logs": [
          {
            "address": "0x000000000000000000000000000000000000c0de",
            "blockHash": "0x32d4b23e36f4196f314626a5001a4dcf0bb39696751efd3cdb3f0d81552d7e42",
            "blockNumber": "0x1",
            "blockTimestamp": "0x6955b902",
            "data": "0x",
            "logIndex": "0x0",
            "removed": false,
            "topics": [
              "0x0000000000000000000000000000000000000000000000000000000000000001",
            ],
            "transactionHash": "0xcbbe06e601ca776a1d01abc79022fc2a6902f7d037b5a497beedaf4e3695a74f",
            "transactionIndex": "0x0",
          },
          {
            "address": "0x0000000000000000000000000000000000000b0b",
            "blockHash": "0x32d4b23e36f4196f314626a5001a4dcf0bb39696751efd3cdb3f0d81552d7e42",
            "blockNumber": "0x1",
            "blockTimestamp": "0x6955b902",
            "data": "0x",
            "logIndex": "0x1",
            "removed": false,
            "topics": [],
            "transactionHash": "0xcbbe06e601ca776a1d01abc79022fc2a6902f7d037b5a497beedaf4e3695a74f",
            "transactionIndex": "0x0",
          },
        ],
        "logsBloom": 514,
        "status": "0x1",
        "to": "0x000000000000000000000000000000000000c0de",
        "transactionHash": "0xcbbe06e601ca776a1d01abc79022fc2a6902f7d037b5a497beedaf4e3695a74f",
        "transactionIndex": "0x0",
        "type": "0x2",
      }
    `)
  })

  test('behavior: it is queued, so that nothing shows before the beat', async () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob, value: ether })
    node.advance(199)
    expect(await readTransaction(node, hash)).toMatchObject({ blockHash: null })
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toBe(null)
    expect(await readNonce(node, alice, 'pending')).toBe(1)
    node.advance(1)
    expect(await readTransaction(node, hash)).toMatchObject({ hash })
    expect(await readNonce(node, alice, 'pending')).toBe(1)
    expect(await readNonce(node, alice)).toBe(0)
  })

  test('behavior: its hash is that of the envelope, whose fields are fixed', async () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({
      from: alice,
      to: bob,
      value: 1n,
      data: '0x1234',
    })
    node.setBalance({ address: alice, value: ether })
    node.nextBlock(3)
    const wire = await readTransaction(node, hash)
    expect(wire).toMatchObject({ hash, nonce: '0x0', input: '0x1234' })
    const { r, s, yParity } = wire as {
      r: `0x${string}`
      s: `0x${string}`
      yParity: `0x${string}`
    }
    const serialized = serializeTransaction(
      {
        type: 'eip1559',
        chainId: 31_337,
        nonce: 0,
        to: bob,
        value: 1n,
        data: '0x1234',
        gas: 21_000n,
      },
      { r, s, yParity: Number(yParity) },
    )
    expect(parseTransaction(serialized)).toMatchObject({ to: bob, value: 1n })
    const { keccak256 } = await import('viem')
    expect(keccak256(serialized)).toBe(hash)
  })

  test('behavior: value, nonce and changes take effect, under pending then latest', async () => {
    const node = createMockNode(funded)
    node.preconfirm({
      from: alice,
      to: bob,
      value: ether,
      changes: {
        [token]: { code: '0x6001', storage: { '0x1': '0x2' }, nonce: 3 },
        [carol]: { balance: 4n },
      },
    })
    node.nextBeat()
    const read = async (selector: string) => ({
      alice: await readBalance(node, alice, selector),
      bob: await readBalance(node, bob, selector),
      carol: await readBalance(node, carol, selector),
      code: await ask(node, 'eth_getCode', token, selector),
      slot: await ask(node, 'eth_getStorageAt', token, '0x1', selector),
      nonces: [
        await readNonce(node, alice, selector),
        await readNonce(node, token, selector),
      ],
    })
    const after = {
      alice: 9n * ether,
      bob: 6n * ether,
      carol: 4n,
      code: '0x6001',
      slot: word(2),
      nonces: [1, 3],
    }
    expect(await read('pending')).toEqual(after)
    expect(await read('latest')).toEqual({
      alice: 10n * ether,
      bob: 5n * ether,
      carol: 0n,
      code: '0x',
      slot: word(0),
      nonces: [0, 0],
    })
    node.nextBlock()
    expect(await read('latest')).toEqual(after)
  })

  test('behavior: changes win over the transfer', async () => {
    const node = createMockNode(funded)
    node.preconfirm({
      from: alice,
      to: bob,
      value: ether,
      changes: { [bob]: { balance: 1n }, [alice]: { nonce: 9 } },
    })
    node.nextBeat()
    expect(await readBalance(node, bob, 'pending')).toBe(1n)
    expect(await readNonce(node, alice, 'pending')).toBe(9)
    expect(await readBalance(node, alice, 'pending')).toBe(9n * ether)
  })

  test('behavior: to oneself', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: alice, value: 10n * ether })
    node.nextBeat()
    expect(await readBalance(node, alice, 'pending')).toBe(10n * ether)
    expect(await readNonce(node, alice, 'pending')).toBe(1)
  })

  test('behavior: its parameters are the caller’s own', async () => {
    const node = createMockNode(funded)
    const parameters = {
      from: alice,
      to: bob,
      value: 1n,
      changes: { [carol]: { balance: 1n, storage: { '0x0': '0x1' } } },
      logs: [{ address: token, topics: [word(1)], data: '0x01' }],
    } as const satisfies PreconfirmParameters
    const before = structuredClone(parameters)
    const hash = node.preconfirm(parameters)
    expect(parameters).toEqual(before)
    Object.assign(parameters, { value: 2n })
    Object.assign(parameters.changes[carol], { balance: 2n })
    Object.assign(parameters.logs[0], { data: '0x02' })
    node.nextBeat()
    expect(await readBalance(node, carol, 'pending')).toBe(1n)
    expect((await readTransaction(node, hash))?.value).toBe('0x1')
    expect((await readReceipts(node, 'pending'))[0]?.logs[0]?.data).toBe('0x01')
  })

  test('behavior: a contract creation', async () => {
    const node = createMockNode(funded)
    const address = getContractAddress({ from: alice, nonce: 0n })
    node.preconfirm({
      from: alice,
      value: 3n,
      data: '0x6001',
      changes: { [address]: { code: '0x6002' } },
    })
    node.nextBeat()
    const [receipt] = await readReceipts(node, 'pending')
    expect(receipt).toMatchObject({
      to: null,
      contractAddress: address.toLowerCase(),
      status: '0x1',
    })
    expect(await readBalance(node, address, 'pending')).toBe(3n)
    expect(await readNonce(node, address, 'pending')).toBe(1)
    expect(await ask(node, 'eth_getCode', address, 'pending')).toBe('0x6002')
  })

  test('behavior: a reverted transaction pays and counts, no more', async () => {
    const node = createMockNode({
      ...funded,
      header: { initialBaseFeePerGas: 1_000n },
    })
    node.preconfirm({ from: alice, to: bob, value: ether, status: 'reverted' })
    node.preconfirm({ from: alice, data: '0x00', status: 'reverted' })
    node.nextBeat()
    const receipts = await readReceipts(node, 'pending')
    expect(receipts.map(({ status }) => status)).toEqual(['0x0', '0x0'])
    const fee = BigInt((await readBlock(node, 'pending')).baseFeePerGas ?? 0)
    expect(await readBalance(node, bob, 'pending')).toBe(5n * ether)
    expect(await readBalance(node, alice, 'pending')).toBe(
      10n * ether - 42_000n * fee,
    )
    expect(await readNonce(node, alice, 'pending')).toBe(2)
    const created = getContractAddress({ from: alice, nonce: 1n })
    expect(await readNonce(node, created, 'pending')).toBe(0)
  })

  test('behavior: a deposit mints, and pays no fee', async () => {
    const node = createMockNode({
      header: { initialBaseFeePerGas: 1_000n, miner },
    })
    const hash = node.preconfirm({
      type: 'deposit',
      from: carol,
      to: bob,
      mint: 10n,
      value: 4n,
      isSystemTx: true,
    })
    node.nextBeat()
    expect(await readTransaction(node, hash)).toMatchObject({
      type: '0x7e',
      mint: '0xa',
      value: '0x4',
      isSystemTx: true,
    })
    expect(await readBalance(node, carol, 'pending')).toBe(6n)
    expect(await readBalance(node, bob, 'pending')).toBe(4n)
    expect(await readBalance(node, miner, 'pending')).toBe(0n)
    expect(await readNonce(node, carol, 'pending')).toBe(1)
  })

  test('behavior: a reverted deposit keeps its mint', async () => {
    const node = createMockNode()
    node.preconfirm({
      type: 'deposit',
      from: carol,
      to: bob,
      mint: 10n,
      value: 4n,
      status: 'reverted',
    })
    node.nextBeat()
    expect(await readBalance(node, carol, 'pending')).toBe(10n)
    expect(await readBalance(node, bob, 'pending')).toBe(0n)
  })

  test.each([
    ['legacy', '0x0'],
    ['eip2930', '0x1'],
    ['eip1559', '0x2'],
    ['eip7702', '0x4'],
    ['deposit', '0x7e'],
  ] as const)('behavior: type %s is %s on the wire', async (type, wire) => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({
      type,
      from: alice,
      to: bob,
      ...(type === 'eip7702' && {
        authorizationList: [{ chainId: 1, address: token, nonce: 0 }],
      }),
    })
    node.nextBeat()
    expect(await readTransaction(node, hash)).toMatchObject({ type: wire })
    expect(await readReceipts(node, 'pending')).toMatchObject([{ type: wire }])
  })
})

describe('nonces', () => {
  test('default: the next after latest, open block and queue', async () => {
    const node = createMockNode({
      accounts: { [alice]: { balance: ether, nonce: 5 } },
    })
    const nonces: number[] = []
    node.on('preconfirmed', ({ transaction }) => nonces.push(transaction.nonce))
    node.preconfirm({ from: alice, to: bob })
    node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    node.preconfirm({ from: alice, to: bob, nonce: 7 })
    node.nextBlock()
    node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    expect(nonces).toEqual([5, 6, 7, 8])
  })

  test('behavior: after setNonce the next is what was set', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    node.setNonce({ address: alice, nonce: 40 })
    const hash = node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    expect(await readTransaction(node, hash)).toMatchObject({ nonce: '0x28' })
    expect(await readNonce(node, alice, 'pending')).toBe(41)
  })

  test('behavior: a set behind a queued one drops it at its beat', () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob })
    node.setNonce({ address: alice, nonce: 3 })
    const told = listen(node, 'preconfirmed', 'dropped')
    node.nextBeat()
    expect(told).toMatchObject([['dropped', { hash, reason: 'nonce' }]])
  })

  test('behavior: a queued drop gives its nonce back', () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    node.drop(hash)
    const told = listen(node, 'preconfirmed', 'dropped')
    const other = node.preconfirm({ from: alice, to: carol })
    node.nextBeat()
    expect(told).toMatchObject([
      ['dropped', { hash, transaction: { nonce: 0 } }],
      ['preconfirmed', { hash: other, transaction: { nonce: 0 } }],
    ])
  })

  test('behavior: the same transaction may come again once it was dropped', async () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    node.drop(hash)
    node.nextBeat()
    expect(node.preconfirm({ from: alice, to: bob })).toBe(hash)
    node.nextBlock()
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toMatchObject({
      blockNumber: '0x1',
    })
  })

  test('error: another one than the next', () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob })
    expect(
      [0, 2].map((nonce) =>
        thrown(() => node.preconfirm({ from: alice, to: bob, nonce })),
      ),
    ).toEqual(
      [
        'NonceError … Leave "nonce" out, or call node.setNonce first.',
        'NonceError … Leave "nonce" out, or call node.setNonce first.',
      ].map(says),
    )
  })

  test('error: a known hash', async () => {
    const node = createMockNode(funded)
    const parameters = { from: alice, to: bob } as const
    node.preconfirm(parameters)
    node.setNonce({ address: alice, nonce: 0 })
    const again = () => {
      node.setNonce({ address: alice, nonce: 0 })
      return thrown(() => node.preconfirm(parameters))
    }
    node.nextBeat()
    const told = [again()]
    node.nextBlock()
    told.push(again())
    node.nextBlock(500)
    told.push(again())
    expect(new Set(told)).toMatchInlineSnapshot(`
      Set {
        "KnownTransactionError: Transaction 0xd0be6839b45ee739b17d5faf15653015eef3924022847a3ee3d8cda9a71d40ed is already known: queued, pre-confirmed or sealed. Change a field, such as "data" or "sourceHash".",
      }
    `)
  })
})

describe('funds', () => {
  test('behavior: value and highest fee must be there, over what is queued', () => {
    const node = createMockNode({
      accounts: { [alice]: { balance: 100n } },
    })
    node.preconfirm({ from: alice, to: bob, value: 60n })
    node.preconfirm({ from: bob, to: carol, value: 60n })
    expect([
      thrown(() => node.preconfirm({ from: alice, to: bob, value: 41n })),
      thrown(() => node.preconfirm({ from: bob, to: carol, value: 1n })),
    ]).toEqual(
      [
        'InsufficientBalanceError … Fund it with "accounts" or',
        'InsufficientBalanceError … Fund it with "accounts" or',
      ].map(says),
    )
    node.preconfirm({ from: alice, to: bob, value: 40n })
  })

  test('behavior: gas counts at its limit and its highest price', () => {
    const node = createMockNode({
      accounts: { [alice]: { balance: 2_000_000n } },
    })
    const parameters = { from: alice, to: bob, maxFeePerGas: 10n } as const
    expect(
      thrown(() => node.preconfirm({ ...parameters, gas: 200_001n })),
    ).toEqual(says('InsufficientBalanceError … Fund it with "accounts" or'))
    node.preconfirm({ ...parameters, gas: 200_000n })
  })

  test('behavior: what cannot pay at its beat any more is dropped', () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob, value: ether })
    node.setBalance({ address: alice, value: ether - 1n })
    const told = listen(node, 'preconfirmed', 'dropped')
    node.nextBeat()
    expect(told).toMatchObject([['dropped', { hash, reason: 'funds' }]])
  })

  test('behavior: what was set is enough at once', async () => {
    const node = createMockNode()
    node.setBalance({ address: carol, value: 2n })
    node.preconfirm({ from: carol, to: bob, value: 2n })
    node.nextBeat()
    expect(await readBalance(node, bob, 'pending')).toBe(2n)
  })
})

describe('what does not fit waits', () => {
  const small = { ...funded, header: { gasLimit: 100_000n } }

  test('behavior: for a block with room', async () => {
    const node = createMockNode(small)
    const told = listen(node, 'preconfirmed')
    for (const label of ['a', 'b', 'c'])
      node.preconfirm({ from: alice, to: bob, gasUsed: 60_000n, label })
    node.advance(5_000)
    expect(
      told.map(([, { transaction, blockNumber, index }]) => [
        transaction.label,
        blockNumber,
        index,
      ]),
    ).toEqual([
      ['a', 1n, 1],
      ['b', 2n, 0],
      ['c', 3n, 0],
    ])
    expect((await readBlock(node, '0x2')).gasUsed).toBe('0xea60')
  })

  test('behavior: its gas limit counts, not the gas it uses', () => {
    const node = createMockNode(small)
    const told = listen(node, 'preconfirmed')
    node.preconfirm({ from: alice, to: bob, gas: 80_000n })
    node.preconfirm({ from: bob, to: bob, gas: 79_001n })
    node.preconfirm({ from: alice, to: bob, gas: 79_000n })
    node.nextBeat()
    expect(told.map(([, { transaction }]) => transaction.gas)).toEqual([
      80_000n,
      79_000n,
    ])
  })

  test('behavior: others go ahead, but not the same sender’s later ones', () => {
    const node = createMockNode(small)
    const told = listen(node, 'preconfirmed', 'dropped')
    node.preconfirm({ from: alice, to: bob, gasUsed: 50_000n, label: 'a0' })
    node.preconfirm({ from: alice, to: bob, gasUsed: 60_000n, label: 'a1' })
    node.preconfirm({ from: alice, to: bob, label: 'a2' })
    node.preconfirm({ from: bob, to: alice, label: 'b0' })
    node.nextBeat()
    const labels = () => told.map(([, { transaction }]) => transaction.label)
    expect(labels()).toEqual(['a0', 'b0'])
    node.nextBlock()
    expect(labels()).toEqual(['a0', 'b0', 'a1', 'a2'])
    expect(told.every(([name]) => name === 'preconfirmed')).toBe(true)
  })

  test('behavior: room made by a drop is taken at the next beat', () => {
    const node = createMockNode(small)
    const hash = node.preconfirm({ from: alice, to: bob, gasUsed: 90_000n })
    const waiting = node.preconfirm({ from: bob, to: bob, gasUsed: 90_000n })
    node.nextBeat()
    const told = listen(node, 'preconfirmed', 'dropped')
    node.drop(hash)
    node.nextBeat()
    expect(told).toMatchObject([
      ['dropped', { hash }],
      ['preconfirmed', { hash: waiting, index: 2 }],
    ])
  })

  test('behavior: while it waits it is neither pending nor dropped', async () => {
    const node = createMockNode(small)
    node.preconfirm({ from: alice, to: bob, gasUsed: 90_000n })
    const waiting = node.preconfirm({ from: bob, to: bob, gasUsed: 90_000n })
    node.advance(199)
    expect(await readTransaction(node, waiting)).toMatchObject({
      blockHash: null,
    })
    node.advance(1_800)
    expect(await readTransaction(node, waiting)).toMatchObject({
      hash: waiting,
      blockNumber: null,
    })
    const told = listen(node, 'dropped')
    node.drop(waiting)
    expect(told).toMatchObject([['dropped', { reason: 'requested' }]])
    node.nextBlock(2)
    expect(await readTransaction(node, waiting)).toBe(null)
  })

  test('behavior: for a block with a lower base fee', async () => {
    const node = createMockNode({
      ...funded,
      header: { initialBaseFeePerGas: 1_000n },
    })
    const told = listen(node, 'preconfirmed')
    const cheap = { from: alice, to: bob, maxFeePerGas: 600n } as const
    node.preconfirm({ ...cheap, label: 'cheap' })
    node.preconfirm({ from: alice, to: bob, label: 'behind' })
    node.preconfirm({ from: bob, to: bob, label: 'other' })
    node.nextBeat()
    expect(told.map(([, { transaction }]) => transaction.label)).toEqual([
      'other',
    ])
    node.advance(20_000)
    expect(
      told.map(([, { transaction, index }]) => [transaction.label, index]),
    ).toEqual([
      ['other', 1],
      ['cheap', 0],
      ['behind', 0],
    ])
    const [, [, { blockNumber }]] = told as [never, (typeof told)[0]]
    const fee = async (number: bigint) =>
      BigInt(
        (await readBlock(node, `0x${number.toString(16)}`)).baseFeePerGas ?? 0,
      )
    expect(await fee(blockNumber)).toBeLessThanOrEqual(600n)
    expect(await fee(blockNumber - 1n)).toBeGreaterThan(600n)
  })

  test('behavior: for a lower base fee over idle blocks, though nobody listens', async () => {
    const [whole, pieces] = [0, 0].map(() =>
      createMockNode({ ...funded, header: { initialBaseFeePerGas: 1_000n } }),
    ) as [MockNode, MockNode]
    const ends = []
    for (const node of [whole, pieces]) {
      const hash = node.preconfirm({ from: alice, to: bob, maxFeePerGas: 600n })
      if (node === whole) node.advance(20_000)
      else for (let k = 0; k < 100; k++) node.advance(200)
      const receipt = await ask(node, 'eth_getTransactionReceipt', hash)
      expect(receipt).toMatchObject({ blockNumber: '0x4' })
      ends.push(await readAll(node))
    }
    expect(ends[0]).toEqual(ends[1])
  })

  test('error: more gas than any block has', () => {
    const node = createMockNode(small)
    expect(
      thrown(() => node.preconfirm({ from: alice, to: bob, gas: 100_001n })),
    ).toEqual(says('GasLimitError … Lower "gas" or "gasUsed", or raise the'))
    node.preconfirm({ from: alice, to: bob, gas: 100_000n })
  })
})

describe('fees', () => {
  const charging: MockNodeOptions = {
    ...funded,
    header: { initialBaseFeePerGas: 1_000n, miner, elasticityMultiplier: 1 },
  }

  test('default: twice the base fee at most, no tip', async () => {
    const node = createMockNode(charging)
    const hash = node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    const { baseFeePerGas } = await readBlock(node, 'pending')
    const fee = BigInt(baseFeePerGas ?? 0)
    expect(await readTransaction(node, hash)).toMatchObject({
      maxFeePerGas: `0x${(2n * fee).toString(16)}`,
      maxPriorityFeePerGas: '0x0',
    })
    expect(await readReceipts(node, 'pending')).toMatchObject([
      { effectiveGasPrice: baseFeePerGas },
    ])
    expect(await readBalance(node, alice, 'pending')).toBe(
      10n * ether - 21_000n * fee,
    )
    expect(await readBalance(node, miner, 'pending')).toBe(0n)
  })

  test.each([
    ['a tip', { maxPriorityFeePerGas: 7n }, 7n],
    [
      'a tip cut by the highest fee',
      { maxPriorityFeePerGas: 50n, maxFeePerGas: 880n },
      5n,
    ],
    ['a gas price', { type: 'legacy', gasPrice: 1_000n }, 125n],
    ['a gas price', { type: 'eip2930', gasPrice: 900n }, 25n],
  ] as const)(
    'behavior: %s goes to the miner, the base fee to nobody',
    async (_, fees, tip) => {
      const node = createMockNode(charging)
      node.preconfirm({ from: alice, to: bob, gas: 90_000n, ...fees })
      node.nextBeat()
      // 1,000 less an eighth, since genesis was empty.
      expect((await readBlock(node, 'pending')).baseFeePerGas).toBe('0x36b')
      expect(await readBalance(node, miner, 'pending')).toBe(tip * 21_000n)
      expect(await readBalance(node, alice, 'pending')).toBe(
        10n * ether - (875n + tip) * 21_000n,
      )
    },
  )

  test('behavior: a miner that sends pays itself the tip', async () => {
    const node = createMockNode({
      accounts: { [miner]: { balance: ether } },
      header: { miner },
    })
    node.preconfirm({ from: miner, to: bob, maxPriorityFeePerGas: 5n })
    node.nextBeat()
    expect(await readBalance(node, miner, 'pending')).toBe(ether)
  })

  test('behavior: cumulative gas, indices and log indices are block-wide', async () => {
    const node = createMockNode(funded)
    for (const [from, logs] of [
      [alice, 2],
      [bob, 0],
      [alice, 1],
    ] as const)
      node.preconfirm({
        from,
        to: token,
        gasUsed: 30_000n,
        logs: Array.from({ length: logs }, () => ({ address: token })),
      })
    node.nextBeat()
    const receipts = await readReceipts(node, 'pending')
    expect(
      receipts.map(({ transactionIndex, cumulativeGasUsed, logs }) => [
        transactionIndex,
        Number(cumulativeGasUsed),
        logs.map(({ logIndex }) => logIndex),
      ]),
    ).toEqual([
      ['0x0', 30_000, ['0x0', '0x1']],
      ['0x1', 60_000, []],
      ['0x2', 90_000, ['0x2']],
    ])
    expect(await pendingHashes(node)).toEqual(
      receipts.map(({ transactionHash }) => transactionHash),
    )
  })
})
