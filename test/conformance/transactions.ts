import { keccak256 as ethersKeccak, getCreateAddress } from 'ethers'
import type { Hash, MockNodeOptions } from 'preseal'
import {
  formatTransaction,
  keccak256,
  type RpcTransaction,
  recoverTransactionAddress,
  type Signature,
  serializeTransaction,
  type TransactionSerializable,
} from 'viem'
import { chainConfig, type OpStackRpcTransaction } from 'viem/op-stack'
import { describe, expect, test } from 'vitest'
import { alice, bob, carol, ether, token, word } from './actors.js'
import type { Door } from './door.js'
import { envelopeOf, ethersTransaction } from './oracle.js'
import { busy, funded, kindNames, kinds, signedKindNames } from './stories.js'
import {
  first,
  last,
  readBlock,
  readReceipts,
  type WireReceipt,
  type WireTransaction,
} from './wire.js'

/** One transaction of a kind, as its block serves it once sealed. */
async function openOne(
  door: Door,
  name: keyof typeof kinds,
  options: MockNodeOptions = busy.options,
) {
  const opened = await door.open(options)
  const hash = opened.node.preconfirm(kinds[name])
  opened.node.nextBlock()
  const [wire, receipt] = await Promise.all([
    opened.request<WireTransaction>('eth_getTransactionByHash', [hash]),
    opened.request<WireReceipt>('eth_getTransactionReceipt', [hash]),
  ])
  return { ...opened, hash, wire, receipt }
}

/** As viem has it, of the served fields alone. */
function viemTransaction(wire: WireTransaction) {
  const { r, s, v, yParity, gasPrice, ...transaction } = formatTransaction(
    wire as unknown as RpcTransaction,
  )
  const unsigned = {
    ...transaction,
    data: wire.input,
    ...(Number(wire.type) < 2 && { gasPrice }),
  } as unknown as TransactionSerializable
  const signature = { r, s, v, yParity } as Signature
  return serializeTransaction(unsigned, signature)
}

export function transactions(door: Door) {
  describe('F16: transactions', () => {
    test.each(kindNames)(
      'behavior: %s hashes as its envelope',
      async (name) => {
        const { hash, wire } = await openOne(door, name)
        expect(wire.hash).toBe(hash)
        expect(ethersKeccak(envelopeOf(wire))).toBe(hash)
      },
    )

    test.each(signedKindNames)(
      'behavior: %s is one to viem and ethers, signed by somebody',
      async (name) => {
        const { hash, wire } = await openOne(door, name)
        const serialized = viemTransaction(wire)
        expect(keccak256(serialized)).toBe(hash)
        const address = await recoverTransactionAddress({
          serializedTransaction: serialized as `0x02${string}`,
        })
        const parsed = ethersTransaction(wire)
        expect(parsed.hash).toBe(hash)
        expect(parsed.from).toBe(address)
        expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
        // Low s, as EIP-2 has it, or nodes would refuse it.
        expect(BigInt(wire.s) * 2n).toBeLessThan(
          0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
        )
      },
    )

    test.each(signedKindNames)(
      'behavior: %s has the signature that its type has',
      async (name) => {
        const { wire } = await openOne(door, name)
        if (wire.type === '0x0') {
          expect(BigInt(wire.v)).toSatisfy((v: bigint) =>
            [35n, 36n].some((least) => v === least + 2n * 31_337n),
          )
          expect(wire).not.toHaveProperty('yParity')
        } else {
          expect(['0x0', '0x1']).toContain(wire.yParity)
          expect(wire.v).toBe(wire.yParity)
        }
      },
    )

    test('behavior: an eip2930 transaction has its access list', async () => {
      const { wire } = await openOne(door, 'eip2930')
      expect(wire).toMatchObject({
        type: '0x1',
        chainId: '0x7a69',
        accessList: kinds.eip2930.accessList,
        gasPrice: '0x9c4',
      })
      expect(wire).not.toHaveProperty('maxFeePerGas')
    })

    test('behavior: an eip7702 transaction has its authorizations', async () => {
      const { wire } = await openOne(door, 'eip7702')
      expect(wire.authorizationList).toEqual([
        {
          chainId: '0x7a69',
          address: token,
          nonce: '0x1',
          yParity: expect.stringMatching(/^0x[01]$/),
          r: expect.stringMatching(/^0x[1-9a-f][0-9a-f]*$/),
          s: expect.stringMatching(/^0x[1-9a-f][0-9a-f]*$/),
        },
        {
          chainId: '0x0',
          address: bob,
          nonce: '0x0',
          yParity: '0x1',
          r: '0x1234',
          s: '0x5678',
        },
      ])
    })

    test('behavior: a deposit as op-geth serves it', async () => {
      const { wire, receipt, request } = await openOne(door, 'deposit')
      expect(wire).toMatchObject({
        depositReceiptVersion: '0x1',
        gasPrice: '0x0',
        mint: '0x14',
        sourceHash:
          '0x64bd039d8036b03e7a297a95d54efb4e871866dfd25bdcf7a1cc583e678deb5e',
        v: '0x0',
        r: '0x0',
        s: '0x0',
      })
      expect(receipt).toMatchObject({
        depositNonce: '0x0',
        depositReceiptVersion: '0x1',
        effectiveGasPrice: '0x0',
        type: '0x7e',
      })
      // viem's own types and formatter of the OP stack take it.
      const { format } = chainConfig.formatters.transaction
      expect(format(wire as unknown as OpStackRpcTransaction)).toMatchObject({
        type: 'deposit',
        typeHex: '0x7e',
        mint: 20n,
        sourceHash: wire.sourceHash,
      })
      // What is minted is there, what is sent has gone, and it costs no fee.
      expect(await request('eth_getBalance', [bob, 'latest'])).toBe('0x12')
    })

    test('behavior: a system deposit says so', async () => {
      const { wire } = await openOne(door, 'system deposit')
      expect(wire).toMatchObject({
        type: '0x7e',
        isSystemTx: true,
        sourceHash: word(0xabc),
        mint: '0x0',
      })
    })

    test('behavior: equal transactions of two accounts, and of two chains, have other hashes', async () => {
      const hashes = new Set<Hash>()
      for (const chainId of [31_337, 10])
        for (const from of [alice, bob] as const)
          for (const type of ['legacy', 'eip2930', 'eip1559'] as const) {
            const { node } = await door.open({
              chainId,
              accounts: { [from]: { balance: ether } },
            })
            hashes.add(node.preconfirm({ type, from, to: carol, value: 1n }))
          }
      expect(hashes.size).toBe(12)
    })
  })

  describe('receipts', () => {
    test('behavior: the address of a created contract', async () => {
      const opened = await door.open({
        accounts: { [alice]: { balance: ether, nonce: 300 } },
      })
      const { node, request } = opened
      const hash = node.preconfirm({
        from: alice,
        to: null,
        value: 9n,
        data: '0x6000',
      })
      node.nextBeat()
      const created = getCreateAddress({ from: alice, nonce: 300 })
      const receipt = await request<WireReceipt>('eth_getTransactionReceipt', [
        hash,
      ])
      expect(receipt).toMatchObject({
        to: null,
        contractAddress: created.toLowerCase(),
        status: '0x1',
      })
      expect(
        await Promise.all([
          request('eth_getBalance', [created, 'pending']),
          // EIP-161: a contract begins with nonce 1.
          request('eth_getTransactionCount', [created, 'pending']),
          request('eth_getBalance', [created, 'latest']),
        ]),
      ).toEqual(['0x9', '0x1', '0x0'])
    })

    test('behavior: a reverted one pays and counts, and moves nothing', async () => {
      const opened = await door.open({
        accounts: { [alice]: { balance: 1_000_000n } },
      })
      const { node, request } = opened
      const hash = node.preconfirm({
        from: alice,
        to: bob,
        value: 7n,
        status: 'reverted',
        gasUsed: 30_000n,
        gas: 50_000n,
        maxFeePerGas: 2n,
        maxPriorityFeePerGas: 2n,
      })
      node.nextBlock()
      expect(await request('eth_getTransactionReceipt', [hash])).toMatchObject({
        status: '0x0',
        gasUsed: '0x7530',
        logs: [],
        contractAddress: null,
      })
      expect(
        await Promise.all([
          request('eth_getBalance', [alice, 'latest']),
          request('eth_getBalance', [bob, 'latest']),
          request('eth_getTransactionCount', [alice, 'latest']),
        ]),
      ).toEqual(['0xe57e0', '0x0', '0x1'])
    })

    test('behavior: each is what eth_getTransactionReceipt answers', async () => {
      const opened = await door.open(busy.options)
      busy.play(opened.node)
      for (const selector of ['0x1', '0x5', 'pending'])
        for (const receipt of await readReceipts(opened, selector))
          expect
            .soft(
              await opened.request('eth_getTransactionReceipt', [
                receipt.transactionHash,
              ]),
            )
            .toEqual(receipt)
    })
  })

  describe('fees', () => {
    const read = async (
      door: Pick<Awaited<ReturnType<Door['open']>>, 'request'>,
      who: string,
    ) => BigInt(await door.request<string>('eth_getBalance', [who, 'latest']))
    const collector = carol

    test.each([
      // What a transaction offers, what it pays a unit of gas, what is the tip.
      [
        'eip1559',
        { maxFeePerGas: 5_000n, maxPriorityFeePerGas: 50n },
        925n,
        50n,
      ],
      ['eip1559', { maxFeePerGas: 900n, maxPriorityFeePerGas: 50n }, 900n, 25n],
      ['eip1559', { maxFeePerGas: 875n, maxPriorityFeePerGas: 0n }, 875n, 0n],
      ['eip1559', {}, 875n, 0n],
      ['legacy', { gasPrice: 1_000n }, 1_000n, 125n],
      ['legacy', {}, 1_750n, 875n],
      ['eip2930', { gasPrice: 876n }, 876n, 1n],
    ] as const)(
      'behavior: %s %o: the sender pays, the tip goes to the miner',
      async (type, fees, price, tip) => {
        const opened = await door.open({
          ...funded,
          header: { initialBaseFeePerGas: 1_000n, miner: collector },
        })
        const { node, request } = opened
        const hash = node.preconfirm({
          from: alice,
          to: bob,
          value: 3n,
          type,
          gas: 90_000n,
          gasUsed: 30_000n,
          ...fees,
        })
        node.nextBlock()
        expect((await readBlock(opened, 'latest')).baseFeePerGas).toBe('0x36b')
        const [receipt, transaction] = await Promise.all([
          request<WireReceipt>('eth_getTransactionReceipt', [hash]),
          request<WireTransaction>('eth_getTransactionByHash', [hash]),
        ])
        expect(BigInt(receipt.effectiveGasPrice)).toBe(price)
        expect(BigInt(transaction.gasPrice)).toBe(price)
        expect(await read(opened, alice)).toBe(ether - 3n - 30_000n * price)
        expect(await read(opened, bob)).toBe(3n)
        expect(await read(opened, collector)).toBe(30_000n * tip)
      },
    )

    test('behavior: what the base fee outbids waits for a cheaper block', async () => {
      const opened = await door.open({
        ...funded,
        header: { initialBaseFeePerGas: 1_000n },
      })
      const { node, request } = opened
      const hash = node.preconfirm({ from: alice, to: bob, maxFeePerGas: 700n })
      node.nextBeat()
      expect(await request('eth_getTransactionByHash', [hash])).toMatchObject({
        hash,
        blockHash: null,
        gasPrice: '0x2bc',
      })
      node.nextBlock(6)
      const { blockNumber } = await request<WireTransaction>(
        'eth_getTransactionByHash',
        [hash],
      )
      const block = await readBlock(opened, `${blockNumber}`)
      expect(BigInt(block.baseFeePerGas)).toBeLessThanOrEqual(700n)
      const before = await readBlock(
        opened,
        `0x${(Number(blockNumber) - 1).toString(16)}`,
      )
      expect(BigInt(before.baseFeePerGas)).toBeGreaterThan(700n)
    })

    test('behavior: what the block has no room for waits for the next', async () => {
      const opened = await door.open({
        ...funded,
        header: { gasLimit: 100_000n },
      })
      const { node } = opened
      const hashes = [60_000n, 60_000n, 30_000n].map((gasUsed) =>
        node.preconfirm({ from: alice, to: bob, gasUsed }),
      )
      node.nextBlock(2)
      const included = await Promise.all(
        ['0x1', '0x2'].map(async (selector) =>
          (await readBlock(opened, selector)).transactions.map(
            ({ hash }) => hash,
          ),
        ),
      )
      expect(included).toEqual([[first(hashes)], hashes.slice(1)])
    })
  })

  describe('lookups of transactions and receipts', () => {
    test('default: queued, pending, then sealed', async () => {
      const opened = await door.open(funded)
      const { node, request } = opened
      const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
      const look = async () => {
        const [transaction, receipt] = await Promise.all([
          request<WireTransaction | null>('eth_getTransactionByHash', [hash]),
          request<WireReceipt | null>('eth_getTransactionReceipt', [hash]),
        ])
        return [transaction?.blockHash, receipt?.blockHash ?? null]
      }
      expect(await look()).toEqual([null, null])
      node.nextBeat()
      const partial = await readBlock(opened, 'pending')
      expect(await look()).toEqual([partial.hash, partial.hash])
      node.preconfirm({ from: alice, to: bob, value: 2n })
      node.nextBeat()
      const more = await readBlock(opened, 'pending')
      expect(await look()).toEqual([more.hash, more.hash])
      node.nextBlock()
      const sealed = await readBlock(opened, 'latest')
      expect(await look()).toEqual([sealed.hash, sealed.hash])
      expect(new Set([partial.hash, more.hash, sealed.hash]).size).toBe(3)
      node.nextBlock(100)
      expect(await look()).toEqual([sealed.hash, sealed.hash])
    })

    test('behavior: what was dropped is nowhere', async () => {
      const opened = await door.open(funded)
      const { node, request } = opened
      const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
      node.nextBeat()
      node.drop(hash)
      node.nextBeat()
      expect(await request('eth_getTransactionByHash', [hash])).toBeNull()
      expect(await request('eth_getTransactionReceipt', [hash])).toBeNull()
      expect(await request('eth_getBalance', [bob, 'pending'])).toBe('0x0')
      node.nextBlock()
      expect(await request('eth_getTransactionReceipt', [hash])).toBeNull()
      expect((await readBlock(opened, 'latest')).transactions).toEqual([])
    })

    test('behavior: those of many blocks are all found', async () => {
      const opened = await door.open(funded)
      const { node, request } = opened
      const hashes: Hash[] = []
      for (let block = 0; block < 30; block++) {
        for (let count = 0; count < 3; count++)
          hashes.push(node.preconfirm({ from: alice, to: bob, value: 1n }))
        node.nextBlock()
      }
      const places = await Promise.all(
        hashes.map(async (hash) => {
          const { blockNumber, transactionIndex } = await request<WireReceipt>(
            'eth_getTransactionReceipt',
            [hash],
          )
          return [Number(blockNumber), Number(transactionIndex)]
        }),
      )
      expect(last(places)).toEqual([30, 2])
      expect(places).toEqual(
        hashes.map((_, index) => [Math.floor(index / 3) + 1, index % 3]),
      )
    })
  })
}
