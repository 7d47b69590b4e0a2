import fc from 'fast-check'
import { createMockNode, type Hex, type MockNode } from 'preseal'
import { evm } from 'preseal/evm'
import { describe, expect, test } from 'vitest'
import { share } from '../runs.js'
import { alice, bob, ether, token, word } from './actors.js'
import { listen } from './listen.js'
import { accounts, play, slots, story } from './reorgStory.js'

type Wire = Record<string, unknown>

const asking =
  ({ provider }: MockNode) =>
  (method: string, ...params: unknown[]) =>
    (provider.request as (one: object) => Promise<unknown>)({ method, params })

/** Without what differs on every branch: the hashes of blocks. */
function withoutHash(one: unknown): Wire {
  const { blockHash, logs = [], ...rest } = one as Wire
  return { ...rest, logs: (logs as Wire[]).map(({ blockHash, ...log }) => log) }
}

async function stateAt(node: MockNode, block: string) {
  const ask = asking(node)
  return Promise.all(
    accounts.map(async (address) => [
      await ask('eth_getBalance', address, block),
      await ask('eth_getTransactionCount', address, block),
      await ask('eth_getCode', address, block),
      ...(await Promise.all(
        slots.map((slot) =>
          ask('eth_getStorageAt', address, `0x${slot}`, block),
        ),
      )),
    ]),
  )
}

/** All that can be read of a node's sealed blocks, and what is set in them. */
async function blocksOf(node: MockNode) {
  const ask = asking(node)
  const latest = Number(await ask('eth_blockNumber'))
  const first = Math.max(0, latest - 8)
  return Promise.all(
    Array.from({ length: latest - first + 1 }, async (_, at) => {
      const number = `0x${(first + at).toString(16)}`
      const block = (await ask('eth_getBlockByNumber', number, true)) as Wire
      const receipts = (await ask('eth_getBlockReceipts', number)) as Wire[]
      return {
        number,
        timestamp: block.timestamp,
        baseFeePerGas: block.baseFeePerGas,
        gasUsed: block.gasUsed,
        stateRoot: block.stateRoot,
        logsBloom: block.logsBloom,
        transactions: (block.transactions as Wire[]).map(withoutHash),
        receipts: receipts.map(withoutHash),
        state: await stateAt(node, number),
      }
    }),
  )
}

describe('a reorg that omits nothing', () => {
  test('property: blocks of every depth hold, did and lead to the same', () =>
    fc.assert(
      fc.asyncProperty(story, async (one) => {
        const node = await play(one)
        const before = await blocksOf(node)
        const pending = (await asking(node)(
          'eth_getBlockByNumber',
          'pending',
          false,
        )) as Wire
        const isPlain =
          (pending.transactions as []).length === (one.isOp ? 1 : 0)
        const state = await stateAt(node, 'pending')
        const latest = Number(before.at(-1)?.number)
        const snapshot = node.snapshot()
        for (let depth = 1; depth <= Math.min(latest, 6); depth++) {
          node.reorg({ depth, omit: [] })
          expect(await blocksOf(node)).toEqual(before)
          if (isPlain) expect(await stateAt(node, 'pending')).toEqual(state)
          // Once more, over what the first one built.
          node.reorg({ depth: Math.max(1, depth - 1), omit: [] })
          expect(await blocksOf(node)).toEqual(before)
          node.revert(snapshot)
        }
      }),
      { numRuns: share(300) },
    ))

  test.each<[string, (node: MockNode) => void]>([
    ['balance', (node) => node.setBalance({ address: alice, value: 1n })],
    ['nonce', (node) => node.setNonce({ address: alice, nonce: 7 })],
  ])(
    'regression: a payment was dropped, as a %s that was set after it came before it',
    async (_, set) => {
      const node = createMockNode({ accounts: { [alice]: { balance: ether } } })
      const dropped = listen(node, 'dropped')
      const hash = node.preconfirm({ from: alice, to: bob, value: ether / 2n })
      node.nextBeat()
      set(node)
      node.nextBlock()
      const before = await blocksOf(node)
      node.reorg({ depth: 1, omit: [] })
      expect(await blocksOf(node)).toEqual(before)
      expect(before[1]?.transactions).toMatchObject([{ hash }])
      expect(dropped).toEqual([])
    },
  )

  test('regression: code read what was set after it ran', async () => {
    // Stores slot 0 in slot 1.
    const account = {
      code: '0x5f5460015500',
      storage: { '0x0': '0x1' },
    } as const
    const node = createMockNode({
      accounts: { [alice]: { balance: ether }, [token]: account },
      engine: evm(),
    })
    node.preconfirm({ from: alice, to: token, execute: true })
    node.nextBeat()
    node.setStorageAt({ address: token, index: 0, value: '0x2' })
    node.nextBlock()
    node.reorg({ depth: 1, omit: [] })
    const slot = (index: Hex) =>
      asking(node)('eth_getStorageAt', token, index, 'latest')
    expect(await slot('0x0')).toBe(word(2))
    expect(await slot('0x1')).toBe(word(1))
  })
})
