import type { Hash, MockNodeOptions } from 'preseal'
import { describe, expect, test } from 'vitest'
import { alice, bob, ether, token, word } from './actors.js'
import type { Door, OpenDoor } from './door.js'
import type { WireBlock, WireReceipt, WireTransaction } from './wire.js'

type Identity = NonNullable<MockNodeOptions['pendingIdentity']>

/** One transaction with two logs, in the block that `selector` names. */
async function open(door: Door, pendingIdentity?: Identity) {
  const opened = await door.open({
    accounts: { [alice]: { balance: ether } },
    ...(pendingIdentity && { pendingIdentity }),
  })
  const hash = opened.node.preconfirm({
    from: alice,
    to: bob,
    logs: [{ address: token, topics: [word(1)] }, { address: token }],
  })
  opened.node.nextBeat()
  return { ...opened, hash }
}

/** All that a block, and what lies in it, says of number, hash and place. */
async function placesOf(
  { request }: OpenDoor,
  selector: string,
  transactionHash: Hash,
) {
  const [full, thin, receipts, transaction, receipt] = await Promise.all([
    request<WireBlock>('eth_getBlockByNumber', [selector, true]),
    request<WireBlock<Hash>>('eth_getBlockByNumber', [selector, false]),
    request<WireReceipt[]>('eth_getBlockReceipts', [selector]),
    request<WireTransaction>('eth_getTransactionByHash', [transactionHash]),
    request<WireReceipt>('eth_getTransactionReceipt', [transactionHash]),
  ])
  expect({ ...thin, transactions: full.transactions }).toEqual(full)
  expect(full.transactions).toEqual([transaction])
  expect(receipts).toEqual([receipt])
  const logs = receipt.logs.map(({ blockHash, blockNumber }) => ({
    blockHash,
    blockNumber,
  }))
  return {
    block: {
      number: full.number,
      hash: full.hash,
      isSized: 'size' in full,
    },
    transaction: {
      blockHash: transaction.blockHash,
      blockNumber: transaction.blockNumber,
      transactionIndex: transaction.transactionIndex,
    },
    receipt: {
      blockHash: receipt.blockHash,
      blockNumber: receipt.blockNumber,
      transactionIndex: receipt.transactionIndex,
      indexes: receipt.logs.map(({ logIndex, transactionIndex }) => [
        logIndex,
        transactionIndex,
      ]),
    },
    logs,
  }
}

const indexes = [
  ['0x0', '0x0'],
  ['0x1', '0x0'],
]
const zero = word(0)
const twice = <value>(value: value) => [value, value]

/** FIDELITY section 2, `partialHash` apart: its hash is not known before. */
const identities = {
  zeroHash: {
    block: { number: '0x1', hash: zero, isSized: false },
    transaction: {
      blockHash: null,
      blockNumber: '0x1',
      transactionIndex: '0x0',
    },
    receipt: {
      blockHash: zero,
      blockNumber: '0x1',
      transactionIndex: '0x0',
      indexes,
    },
    logs: twice({ blockHash: zero, blockNumber: '0x1' }),
  },
  nullHash: {
    block: { number: '0x1', hash: null, isSized: true },
    transaction: {
      blockHash: null,
      blockNumber: '0x1',
      transactionIndex: '0x0',
    },
    receipt: {
      blockHash: null,
      blockNumber: '0x1',
      transactionIndex: '0x0',
      indexes,
    },
    logs: twice({ blockHash: null, blockNumber: '0x1' }),
  },
  nullNumberAndHash: {
    block: { number: null, hash: null, isSized: true },
    transaction: {
      blockHash: null,
      blockNumber: null,
      transactionIndex: null,
    },
    receipt: {
      blockHash: null,
      blockNumber: '0x1',
      transactionIndex: '0x0',
      indexes,
    },
    logs: twice({ blockHash: null, blockNumber: '0x1' }),
  },
}

function placedBy(hash: Hash) {
  return {
    block: { number: '0x1', hash, isSized: true },
    transaction: {
      blockHash: hash,
      blockNumber: '0x1',
      transactionIndex: '0x0',
    },
    receipt: {
      blockHash: hash,
      blockNumber: '0x1',
      transactionIndex: '0x0',
      indexes,
    },
    logs: twice({ blockHash: hash, blockNumber: '0x1' }),
  }
}

export function identity(door: Door) {
  describe('pendingIdentity', () => {
    test.each([undefined, 'partialHash'] as const)(
      'options: %s',
      async (identity) => {
        const opened = await open(door, identity)
        const { hash } = await opened.request<WireBlock>(
          'eth_getBlockByNumber',
          ['pending', false],
        )
        expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
        expect(hash).not.toBe(zero)
        expect(await placesOf(opened, 'pending', opened.hash)).toEqual(
          placedBy(hash),
        )
      },
    )

    test.each(
      Object.entries(identities) as [keyof typeof identities, object][],
    )('options: %s', async (identity, places) => {
      const opened = await open(door, identity)
      expect(await placesOf(opened, 'pending', opened.hash)).toEqual(places)
    })

    test('options: nullHashAndMiner, whose block alone hides its hash, as on geth', async () => {
      const [own, geth] = await Promise.all([
        open(door),
        open(door, 'nullHashAndMiner'),
      ])
      const read = ({ request }: OpenDoor) =>
        request<WireBlock<Hash>>('eth_getBlockByNumber', ['pending', false])
      const shown = await read(own)
      expect(await read(geth)).toEqual({
        ...shown,
        hash: null,
        nonce: null,
        miner: null,
      })
      expect(await placesOf(geth, 'pending', geth.hash)).toEqual({
        ...placedBy(shown.hash),
        block: { number: '0x1', hash: null, isSized: true },
      })
    })

    test.each([
      'partialHash',
      'zeroHash',
      'nullHash',
      'nullHashAndMiner',
      'nullNumberAndHash',
    ] as const)('behavior: once sealed, %s is over', async (identity) => {
      const opened = await open(door, identity)
      opened.node.nextBlock()
      const { hash } = await opened.request<WireBlock>('eth_getBlockByNumber', [
        'latest',
        false,
      ])
      expect(hash).not.toBe(zero)
      expect(await placesOf(opened, 'latest', opened.hash)).toEqual(
        placedBy(hash),
      )
      expect(await placesOf(opened, '0x1', opened.hash)).toEqual(placedBy(hash))
    })

    test.each(['zeroHash', 'nullHash', 'nullNumberAndHash'] as const)(
      'behavior: under %s the rest of the pending block stays as it is',
      async (identity) => {
        const [own, other] = await Promise.all([
          open(door),
          open(door, identity),
        ])
        const read = async ({ request }: OpenDoor) => {
          const { number, hash, size, transactions, ...rest } =
            await request<WireBlock>('eth_getBlockByNumber', ['pending', true])
          return rest
        }
        expect(await read(other)).toEqual(await read(own))
        expect(await other.request('eth_getBalance', [bob, 'pending'])).toBe(
          '0x0',
        )
      },
    )

    test('behavior: the partial hash changes with every beat that adds something, and with no other', async () => {
      const { node, request } = await open(door)
      const hashes: Hash[] = []
      const beat = async () => {
        node.nextBeat()
        const { hash } = await request<WireBlock>('eth_getBlockByNumber', [
          'pending',
          false,
        ])
        hashes.push(hash)
      }
      await beat()
      await beat()
      node.preconfirm({ from: alice, to: bob })
      await beat()
      await beat()
      node.preconfirm({ from: alice, to: bob, value: 1n })
      await beat()
      const [one, same, two, alsoTwo, three] = hashes
      expect([same, alsoTwo]).toEqual([one, two])
      expect(new Set([one, two, three]).size).toBe(3)
    })
  })
}
