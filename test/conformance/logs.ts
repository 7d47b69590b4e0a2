import fc from 'fast-check'
import type { Address, Hash, MockNodeOptions } from 'preseal'
import type { RpcLog } from 'viem'
import { describe, expect, test } from 'vitest'
import { share } from '../runs.js'
import { alice, bob, ether, token, word } from './actors.js'
import type { Door, OpenDoor } from './door.js'
import { numbered, openBusy } from './stories.js'
import { readBlock, readReceipts, readWhole } from './wire.js'

type Wanted = { address?: unknown; topics?: unknown }

const accounts: MockNodeOptions['accounts'] = { [alice]: { balance: ether } }
const range = { fromBlock: 'earliest', toBlock: 'pending' }

const beyondHead = {
  code: -32602,
  message: 'block range extends beyond current head block',
}

const getLogs = ({ request }: Pick<OpenDoor, 'request'>, filter: object = {}) =>
  request<RpcLog[]>('eth_getLogs', [filter])

/** What an execution client's documents say of a filter, in the fewest words. */
function isWanted({ address, topics }: Wanted, log: RpcLog): boolean {
  const fits = (wanted: unknown, value: unknown) => {
    const list = Array.isArray(wanted) ? wanted : [wanted ?? null]
    return list.length === 0 || list.includes(null) || list.includes(value)
  }
  const wanted = (topics ?? []) as unknown[]
  return (
    fits(address, log.address) &&
    wanted.length <= log.topics.length &&
    wanted.every((topic, at) => fits(topic, log.topics[at]))
  )
}

/** Every log that receipts tell of, the pending ones last. */
async function allLogs(opened: OpenDoor): Promise<RpcLog[]> {
  const whole = await readWhole(opened)
  return whole.flatMap(({ receipts }) => receipts.flatMap(({ logs }) => logs))
}

const addresses: Address[] = [token, alice, bob]
const topic = fc.integer({ min: 1, max: 4 }).map(word)
const log = fc.record({
  address: fc.constantFrom(...addresses),
  topics: fc.array(topic, { maxLength: 4 }),
})
const wanted: fc.Arbitrary<Wanted> = fc.record(
  {
    address: fc.oneof(
      fc.constantFrom(...addresses),
      fc.array(fc.constantFrom(...addresses), { maxLength: 3 }),
    ),
    topics: fc.array(
      fc.oneof(
        fc.constant(null),
        topic,
        fc.array(topic, { maxLength: 3 }),
        fc.constant([null]),
      ),
      { maxLength: 4 },
    ),
  },
  { requiredKeys: [] },
)

type Action =
  | { type: 'emit'; logs: { address: Address; topics: Hash[] }[] }
  | { type: 'tick' }
  | { type: 'seal'; blocks: number }
  | { type: 'reorg'; depth: number }
  | { type: 'keep' }
  | { type: 'revert' }
  | { type: 'seek'; back: number }

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('emit' as const),
      logs: fc.array(log, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('tick' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('seal' as const),
      blocks: fc.constantFrom(1, 1, 3),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('reorg' as const),
      depth: fc.integer({ min: 1, max: 3 }),
    }),
  },
  fc.record({ type: fc.constant('keep' as const) }),
  fc.record({ type: fc.constant('revert' as const) }),
  fc.record({
    type: fc.constant('seek' as const),
    back: fc.integer({ min: 1, max: 7_000 }),
  }),
)

/** Does one thing to a node; says whether time went back. */
function createActor({ node }: OpenDoor) {
  let snapshot = node.snapshot()
  return (done: Action): boolean => {
    switch (done.type) {
      case 'emit':
        node.preconfirm({ from: alice, to: bob, logs: done.logs })
        return false
      case 'tick':
        node.nextBeat()
        return false
      case 'seal':
        node.nextBlock(done.blocks)
        return false
      case 'reorg':
        if (node.now >= done.depth * 2_000)
          node.reorg({ depth: done.depth, omit: [] })
        return false
      case 'keep':
        snapshot = node.snapshot()
        return false
      case 'revert':
        node.revert(snapshot)
        return true
      case 'seek':
        node.seek(Math.max(0, node.now - done.back))
        return true
    }
  }
}

/** Whatever happens to a chain, its logs are those of its receipts. */
export function anyLogs(door: Door) {
  test('logs: what is found is what receipts tell, after any story', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 3, maxLength: 25 }),
        fc.array(wanted, { minLength: 1, maxLength: 3 }),
        async (actions, filters) => {
          const opened = await door.open({ accounts })
          const act = createActor(opened)
          for (const one of actions) {
            act(one)
            // Not each time, so that the index has several blocks to catch up.
            if (one.type === 'emit') continue
            const all = await allLogs(opened)
            for (const filter of [{}, ...filters])
              expect(await getLogs(opened, { ...filter, ...range })).toEqual(
                all.filter((log) => isWanted(filter, log)),
              )
          }
        },
      ),
      { numRuns: share(40) },
    )
  })

  test('filters: whoever applies the changes has what is there', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 3, maxLength: 25 }),
        wanted,
        fc.integer({ min: 1, max: 4 }),
        async (actions, filter, every) => {
          const opened = await door.open({ accounts })
          const { request } = opened
          const act = createActor(opened)
          const id = await request('eth_newFilter', [filter])
          const read = () =>
            getLogs(opened, { ...filter, fromBlock: 'earliest' })
          const changes = () => request<RpcLog[]>('eth_getFilterChanges', [id])
          let mirror = await read()
          for (const [at, one] of actions.entries()) {
            if (act(one)) {
              // What time took back is not told: the client begins anew.
              await changes()
              mirror = await read()
            }
            if (at % every > 0) continue
            for (const log of await changes())
              if (log.removed)
                mirror = mirror.filter(
                  (own) =>
                    own.blockHash !== log.blockHash ||
                    own.logIndex !== log.logIndex,
                )
              else mirror.push(log)
            expect(mirror).toEqual(await read())
          }
        },
      ),
      { numRuns: share(60) },
    )
  })
}

export function logs(door: Door) {
  describe('eth_getLogs', () => {
    test('default: of the latest block alone', async () => {
      const opened = await door.open(numbered.options)
      numbered.play(opened.node)
      const [six, ...others] = await getLogs(opened)
      expect(others).toEqual([])
      const [receipt] = await readReceipts(opened, 'latest')
      expect([six]).toEqual(receipt?.logs)
    })

    test('behavior: every range is what the receipts of its blocks tell', async () => {
      const opened = await openBusy(door)
      const whole = await readWhole(opened)
      const last = whole.length - 1
      const name = (at: number) =>
        at === last ? 'pending' : `0x${at.toString(16)}`
      for (let from = 0; from <= last; from++)
        for (let to = from; to <= last; to++)
          expect
            .soft(
              await getLogs(opened, {
                fromBlock: name(from),
                toBlock: name(to),
              }),
            )
            .toEqual(
              whole
                .slice(from, to + 1)
                .flatMap(({ receipts }) =>
                  receipts.flatMap(({ logs }) => logs),
                ),
            )
    })

    test('behavior: one block by its hash', async () => {
      const opened = await openBusy(door)
      const { hash } = await readBlock(opened, '0x1')
      const receipts = await readReceipts(opened, '0x1')
      expect(await getLogs(opened, { blockHash: hash })).toEqual(
        receipts.flatMap(({ logs }) => logs),
      )
      expect(
        await getLogs(opened, { blockHash: hash, topics: [word(4)] }),
      ).toHaveLength(1)
    })

    test('behavior: a range to pending has each log once, also across a seal', async () => {
      const opened = await door.open({ accounts })
      const { node } = opened
      const topics = [word(1)]
      node.preconfirm({
        from: alice,
        to: bob,
        logs: [{ address: token, topics }],
      })
      const seen: unknown[] = []
      for (let beat = 0; beat < 12; beat++) {
        const found = await getLogs(opened, {
          fromBlock: '0x0',
          toBlock: 'pending',
        })
        seen.push(found.map(({ blockNumber }) => blockNumber))
        node.nextBeat()
      }
      expect(seen).toEqual([[], ...Array.from({ length: 11 }, () => ['0x1'])])
      const params = [{ fromBlock: '0x9', toBlock: 'pending' }]
      expect(await opened.refused({ method: 'eth_getLogs', params })).toEqual(
        beyondHead,
      )
    })

    test.each([
      ['to a block to come', { fromBlock: '0x0', toBlock: '0x3' }],
      ['of blocks to come', { fromBlock: '0x3', toBlock: '0x4' }],
      ['from a block to come to latest', { fromBlock: '0x3' }],
    ])('error: a range %s', async (_, filter) => {
      const opened = await door.open({ accounts })
      opened.node.nextBlock(2)
      expect(
        await opened.refused({ method: 'eth_getLogs', params: [filter] }),
      ).toEqual(beyondHead)
      opened.node.nextBlock(2)
      expect(await getLogs(opened, filter)).toEqual([])
    })

    test('behavior: addresses and topics, alone, in lists, and left open', async () => {
      const opened = await openBusy(door)
      const all = await allLogs(opened)
      const filters: Wanted[] = [
        {},
        { address: token },
        { address: token.toUpperCase().replace('X', 'x') },
        { address: [token, bob] },
        { address: [] },
        { address: null },
        { topics: [] },
        { topics: null },
        { topics: [null] },
        { topics: [word(1)] },
        { topics: [word(1), word(2)] },
        { topics: [null, word(2)] },
        { topics: [[word(1), word(3)]] },
        { topics: [[]] },
        { topics: [word(1), null, null] },
        { address: bob, topics: [word(8)] },
        { address: bob, topics: [word(1)] },
        { address: word(99).slice(0, 42) },
      ]
      const counts: number[] = []
      for (const filter of filters) {
        const found = await getLogs(opened, { ...filter, ...range })
        const canonical = {
          ...filter,
          address:
            typeof filter.address === 'string'
              ? filter.address.toLowerCase()
              : filter.address,
        }
        expect
          .soft(found)
          .toEqual(all.filter((log) => isWanted(canonical, log)))
        counts.push(found.length)
      }
      expect(counts).toEqual([
        6, 2, 2, 4, 6, 6, 6, 6, 5, 1, 1, 1, 2, 5, 0, 1, 0, 0,
      ])
    })

    test('behavior: after a reorg, those of the new branch alone', async () => {
      const opened = await door.open({ accounts })
      const { node } = opened
      for (const at of [1, 2, 3]) {
        node.preconfirm({
          from: alice,
          to: bob,
          label: `${at}`,
          logs: [{ address: token, topics: [word(at)] }],
        })
        node.nextBlock()
      }
      const before = await getLogs(opened, range)
      node.reorg({ depth: 2, omit: ['3'] })
      const after = await getLogs(opened, range)
      expect(after.map(({ topics }) => topics)).toEqual([[word(1)], [word(2)]])
      expect(after[0]).toEqual(before[0])
      expect(after[1]?.blockHash).not.toBe(before[1]?.blockHash)
      node.seek(node.now - 1)
      expect(await getLogs(opened, { ...range, toBlock: '0x2' })).toEqual(
        before.slice(0, 2),
      )
    })

    test('behavior: imported blocks, field for field', async () => {
      const donor = await openBusy(door)
      const receipts = await readReceipts(donor, '0x1')
      const logs = receipts.flatMap(({ logs }) => logs)
      const marked = receipts.map((receipt) => ({
        ...receipt,
        logs: receipt.logs.map((log) => ({ ...log, blockTimestamp: '0x1' })),
      }))
      const block = { ...(await readBlock(donor, '0x1')), number: '0x64' }
      const opened = await door.open({ accounts })
      opened.node.preconfirm({
        from: alice,
        to: bob,
        logs: [{ address: token }],
      })
      opened.node.nextBlock()
      opened.node.importBlock({ block, receipts: marked })
      const found = await getLogs(opened, range)
      expect(found[0]).toMatchObject({ address: token, blockNumber: '0x1' })
      expect(found.slice(1)).toEqual(
        logs.map((log) => ({ ...log, blockTimestamp: '0x1' })),
      )
      expect(
        await getLogs(opened, { ...range, topics: [word(3)] }),
      ).toHaveLength(1)
      const pending = await door.open()
      pending.node.importBlock({ block, receipts: marked, as: 'pending' })
      expect(
        await getLogs(pending, { fromBlock: 'pending', toBlock: 'pending' }),
      ).toEqual(found.slice(1))
    })

    test('error: an imported block without receipts, unless its bloom says no', async () => {
      const donor = await openBusy(door)
      const block = await readBlock(donor, '0x1')
      const opened = await door.open({ importedBlocks: [{ block }] })
      const filters = [{ address: token }, { topics: [word(3)] }]
      for (const filter of filters)
        expect
          .soft(
            await opened.refused({
              method: 'eth_getLogs',
              params: [{ ...filter, ...range }],
            }),
          )
          .toMatchObject({
            code: -32000,
            message: expect.stringContaining('without receipts'),
          })
      expect(
        await getLogs(opened, { ...range, topics: [word(0xdead)] }),
      ).toEqual([])
    })

    test.each([
      'partialHash',
      'zeroHash',
      'nullHash',
      'nullHashAndMiner',
      'nullNumberAndHash',
    ] as const)(
      'options: pendingIdentity %s, as receipts have it',
      async (pendingIdentity) => {
        const opened = await openBusy(door, { pendingIdentity })
        const receipts = await readReceipts(opened, 'pending')
        const found = await getLogs(opened, {
          fromBlock: 'pending',
          toBlock: 'pending',
        })
        expect(found).toEqual(receipts.flatMap(({ logs }) => logs))
        expect(found.length).toBeGreaterThan(0)
      },
    )

    test('behavior: a spoilt answer changes no other', async () => {
      const opened = await openBusy(door)
      const found = await getLogs(opened, range)
      const before = structuredClone(found)
      for (const log of found) {
        Object.assign(log, { address: 'spoilt' })
        log.topics.fill('0x' as never)
      }
      expect(await getLogs(opened, range)).toEqual(before)
    })

    test("error: in geth's words and codes", async () => {
      const opened = await openBusy(door)
      const { hash } = await readBlock(opened, '0x1')
      const refusal = (filter: object) =>
        opened.refused({ method: 'eth_getLogs', params: [filter] })
      const backwards = {
        code: -32602,
        message: 'invalid block range params',
      }
      expect(await refusal({ fromBlock: '0x3', toBlock: '0x2' })).toEqual(
        backwards,
      )
      expect(await refusal({ fromBlock: 'pending' })).toEqual(backwards)
      expect(
        await refusal({ fromBlock: 'latest', toBlock: 'earliest' }),
      ).toEqual(backwards)
      const both = {
        code: -32602,
        message:
          'invalid argument 0: cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other',
      }
      expect(await refusal({ blockHash: hash, fromBlock: '0x1' })).toEqual(both)
      expect(await refusal({ blockHash: hash, toBlock: 'latest' })).toEqual(
        both,
      )
      expect(await refusal({ blockHash: word(5) })).toEqual({
        code: -32000,
        message: 'unknown block',
      })
      const many = Array.from({ length: 1_001 }, (_, at) => word(at))
      for (const topics of [Array(5).fill(null), [many]])
        expect(await refusal({ topics })).toEqual({
          code: -32602,
          message: 'invalid argument 0: exceed max topics',
        })
      expect(
        await refusal({
          address: many.map((one) => `0x${one.slice(26)}`),
        }),
      ).toEqual({
        code: -32000,
        message: 'exceed max addresses or topics per search position',
      })
    })

    test('error: a range too wide for the endpoint', async () => {
      const opened = await door.open({ endpoint: 'public' })
      opened.node.nextBlock(20_000)
      const refusal = (filter: object) =>
        opened.refused({ method: 'eth_getLogs', params: [filter] })
      const tooWide = {
        code: -32602,
        message: 'block range greater than 10000 max',
      }
      expect(await refusal({ fromBlock: '0x1', toBlock: '0x2712' })).toEqual(
        tooWide,
      )
      expect(await refusal(range)).toEqual(tooWide)
      expect(
        await getLogs(opened, { fromBlock: '0x1', toBlock: '0x2711' }),
      ).toEqual([])
      const narrow = await door.open({ endpoint: { logRange: 1 } })
      narrow.node.nextBlock(5)
      expect(
        await getLogs(narrow, { fromBlock: '0x4', toBlock: 'pending' }),
      ).toEqual([])
      expect(
        await narrow.refused({
          method: 'eth_newFilter',
          params: [{ fromBlock: '0x1', toBlock: '0x3' }],
        }),
      ).toEqual({ code: -32602, message: 'block range greater than 1 max' })
    })

    test('behavior: an old instant is read under a fault', async () => {
      const opened = await door.open(numbered.options)
      numbered.play(opened.node)
      const all = await getLogs(opened, range)
      opened.node.fault({ type: 'stale', beats: 20 })
      const old = await getLogs(opened, range)
      expect(old.length).toBeLessThan(all.length)
      expect(old.map(({ topics }) => topics)).toEqual(
        all.slice(0, old.length).map(({ topics }) => topics),
      )
    })
  })
}
