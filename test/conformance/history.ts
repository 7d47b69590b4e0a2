import fc from 'fast-check'
import type { Address, Hash, MockNode } from 'preseal'
import { hexToNumber, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { share } from '../runs.js'
import { alice, bob, ether, token, word } from './actors.js'
import type { Door, OpenDoor } from './door.js'
import { last, readBlock, readChain } from './wire.js'

/** What reads of bob and token tell under one block. */
type Told = { balance: number; nonce: number; slot: number }

type Entry =
  | { type: 'set'; change: Partial<Told> }
  | { type: 'transfer'; hash: Hash; value: number }
type Transfer = Extract<Entry, { type: 'transfer' }>

/** A chain as the documents tell it: sets at once, the rest at the beat. */
type Model = {
  /** By block number, the latest last. */
  sealed: Told[]
  /** What the pending block is made of, over the state that it opened on. */
  base: Told
  entries: Entry[]
  queued: Transfer[]
  drops: Hash[]
  index: number
}

const beatsPerBlock = 10
const senders = Array.from({ length: 40 }, (_, index) =>
  numberToHex(0x1000 + index, { size: 20 }),
)

type Action =
  | { type: 'transfer'; value: number }
  | { type: 'set'; change: Partial<Told> }
  | { type: 'drop'; which: number }
  | { type: 'tick'; beats: number }
  | { type: 'seal'; blocks: number }

const value = fc.integer({ min: 1, max: 1_000 })
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ type: fc.constant('transfer' as const), value }),
  fc.record({
    type: fc.constant('set' as const),
    change: fc.oneof(
      fc.record({ balance: value }),
      fc.record({ nonce: value }),
      fc.record({ slot: fc.constantFrom(0, 1, 2) }),
    ),
  }),
  fc.record({ type: fc.constant('drop' as const), which: fc.nat({ max: 9 }) }),
  fc.record({
    type: fc.constant('tick' as const),
    beats: fc.constantFrom(1, 1, 1, 2, 12),
  }),
  fc.record({
    type: fc.constant('seal' as const),
    blocks: fc.constantFrom(1, 1, 2, 7),
  }),
)

/** Does the same to the node and to the model. */
function act(node: MockNode, model: Model, from: Address, given: Action) {
  switch (given.type) {
    case 'transfer': {
      const { value } = given
      const hash = node.preconfirm({ from, to: bob, value: BigInt(value) })
      model.queued.push({ type: 'transfer', hash, value })
      return
    }
    case 'set': {
      const { balance, nonce, slot } = given.change
      if (balance !== undefined)
        node.setBalance({ address: bob, value: BigInt(balance) })
      if (nonce !== undefined) node.setNonce({ address: bob, nonce })
      if (slot !== undefined)
        node.setStorageAt({ address: token, index: 1, value: word(slot) })
      Object.assign(last(model.sealed), given.change)
      model.entries.push(given)
      return
    }
    case 'drop': {
      const pending = model.entries.filter(isTransfer)
      const transfer = [...pending, ...model.queued][given.which]
      if (transfer === undefined) return
      const isPending = model.entries.includes(transfer)
      // The next beat would seal its block first.
      if (isPending && model.index === beatsPerBlock - 1) return
      node.drop(transfer.hash)
      if (isPending) model.drops.push(transfer.hash)
      else model.queued = model.queued.filter((other) => other !== transfer)
      return
    }
    case 'tick':
      node.nextBeat(given.beats)
      for (let beat = 0; beat < given.beats; beat++) passBeat(model)
      return
    case 'seal':
      node.nextBlock(given.blocks)
      for (let block = 0; block < given.blocks; block++)
        do passBeat(model)
        while (model.index > 0)
  }
}

function isTransfer(entry: Entry): entry is Transfer {
  return entry.type === 'transfer'
}

function passBeat(model: Model) {
  model.index = (model.index + 1) % beatsPerBlock
  if (model.index === 0) {
    const told = pendingOf(model)
    model.sealed.push(told)
    model.base = { ...told }
    model.entries = []
  }
  const dropped = model.drops.splice(0)
  model.entries = model.entries.filter(
    (entry) => entry.type === 'set' || !dropped.includes(entry.hash),
  )
  model.entries.push(...model.queued.splice(0))
}

function pendingOf({ base, entries }: Model): Told {
  const told = { ...base }
  for (const entry of entries)
    if (entry.type === 'set') Object.assign(told, entry.change)
    else told.balance += entry.value
  return told
}

async function readTold(door: OpenDoor, selector: unknown): Promise<Told> {
  const [balance, nonce, slot] = await Promise.all([
    door.request<`0x${string}`>('eth_getBalance', [bob, selector]),
    door.request<`0x${string}`>('eth_getTransactionCount', [bob, selector]),
    door.request<`0x${string}`>('eth_getStorageAt', [token, '0x1', selector]),
  ])
  return {
    balance: hexToNumber(balance),
    nonce: hexToNumber(nonce),
    slot: hexToNumber(slot),
  }
}

export function anyHistory(door: Door) {
  describe('history', () => {
    test('default: every block keeps the state that it was sealed with', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(action, { maxLength: 30, size: 'max' }),
          async (actions) => {
            const opened = await door.open({
              accounts: Object.fromEntries(
                senders.map((sender) => [sender, { balance: ether }]),
              ),
            })
            const nothing = { balance: 0, nonce: 0, slot: 0 }
            const model: Model = {
              sealed: [{ ...nothing }],
              base: { ...nothing },
              entries: [],
              queued: [],
              drops: [],
              index: 0,
            }
            for (const [index, one] of actions.entries())
              act(opened.node, model, senders[index] ?? alice, one)
            const blocks = await readChain(opened)
            const read = (selectors: unknown[]) =>
              Promise.all(selectors.map((one) => readTold(opened, one)))
            const sealed = blocks.slice(0, -1)
            expect(await read(sealed.map(({ number }) => number))).toEqual(
              model.sealed,
            )
            expect(await read(sealed.map(({ hash }) => hash))).toEqual(
              model.sealed,
            )
            expect(await read(['latest', 'pending'])).toEqual([
              model.sealed.at(-1),
              pendingOf(model),
            ])
          },
        ),
        { numRuns: share(40) },
      )
    })
  })
}

export function history(door: Door) {
  describe('history', () => {
    const accounts = { [alice]: { balance: ether } }

    test('behavior: a set is read under latest and pending at once, older blocks keep their state', async () => {
      const opened = await door.open({ accounts })
      const { node, request } = opened
      const read = () =>
        Promise.all(
          ['earliest', '0x1', '0x2', 'latest', 'pending'].map((selector) =>
            request('eth_getBalance', [bob, selector]),
          ),
        )
      node.nextBlock(2)
      const before = await readBlock(opened, 'latest')
      node.setBalance({ address: bob, value: 5n })
      expect(await read()).toEqual(['0x0', '0x0', '0x5', '0x5', '0x5'])
      expect(
        await request('eth_getBalance', [bob, { blockHash: before.hash }]),
      ).toBe('0x5')
      // What is sealed keeps its header, though its state was set.
      expect(await readBlock(opened, 'latest')).toEqual(before)

      node.nextBlock()
      node.setBalance({ address: bob, value: 0n })
      expect(await read()).toEqual(['0x0', '0x0', '0x5', '0x0', '0x0'])
    })

    test('behavior: a set before any block changes the genesis state', async () => {
      const { node, request } = await door.open()
      node.setCode({ address: token, bytecode: '0x6001' })
      node.nextBlock()
      node.setCode({ address: token, bytecode: '0x' })
      expect(
        await Promise.all(
          ['earliest', '0x1', 'latest', 'pending'].map((selector) =>
            request('eth_getCode', [token, selector]),
          ),
        ),
      ).toEqual(['0x6001', '0x', '0x', '0x'])
    })

    test('behavior: thousands of idle blocks lie between two states', async () => {
      const opened = await door.open({ accounts })
      const { node } = opened
      node.preconfirm({ from: alice, to: bob, value: 1n })
      node.nextBlock(2_000)
      node.setStorageAt({ address: token, index: 1, value: '0x2' })
      node.nextBlock(1_000)
      node.preconfirm({ from: alice, to: bob, value: 3n })
      node.nextBlock(500)

      const one = { balance: 1, nonce: 0, slot: 0 }
      const two = { ...one, slot: 2 }
      const three = { ...two, balance: 4 }
      const at: [number, Told][] = [
        [0, { ...one, balance: 0 }],
        [1, one],
        [2, one],
        [1_024, one],
        [1_999, one],
        [2_000, two],
        [2_001, two],
        [3_000, two],
        [3_001, three],
        [3_499, three],
        [3_500, three],
      ]
      for (const [number, told] of at) {
        const selector = numberToHex(number)
        const { hash, timestamp } = await readBlock(opened, selector)
        expect.soft(await readTold(opened, selector)).toEqual(told)
        expect.soft(await readTold(opened, { blockHash: hash })).toEqual(told)
        expect.soft(hexToNumber(timestamp)).toBe(1_767_225_600 + 2 * number)
      }
      expect(await opened.request('eth_blockNumber')).toBe(numberToHex(3_500))
    })

    test('behavior: seals in one step or many end in the same blocks', async () => {
      const [once, often] = await Promise.all([door.open(), door.open()])
      once.node.nextBlock(40)
      for (let block = 0; block < 40; block++) {
        often.node.nextBlock()
        await readBlock(often, 'latest')
      }
      expect(await readChain(once)).toEqual(await readChain(often))
    })

    test('behavior: years of idle blocks are read but for their hashes', async () => {
      const opened = await door.open({ accounts })
      const { node, request, refused } = opened
      node.preconfirm({ from: alice, to: bob, value: 1n })
      node.advance(10 * 365 * 86_400_000)
      expect(await request('eth_blockNumber')).toBe(numberToHex(157_680_000))
      for (const selector of ['0x1', '0x9000000', 'safe', 'latest', 'pending'])
        expect
          .soft(await request('eth_getBalance', [bob, selector]))
          .toBe('0x1')
      expect((await readBlock(opened, '0x1')).transactions).toHaveLength(1)
      expect(
        await refused({
          method: 'eth_getBlockByNumber',
          params: ['latest', false],
        }),
      ).toMatchObject({
        code: -32000,
        message: expect.stringMatching(/Create the node after the jump/),
      })
    })

    // They were refused for the sake of a hash that no receipt would hold.
    test('regression: receipts of an empty block after years of idle ones', async () => {
      const { node, request } = await door.open()
      node.advance(10 * 365 * 86_400_000)
      expect(
        await Promise.all(
          ['latest', 'pending', 'safe', '0x5000000'].map((selector) =>
            request('eth_getBlockReceipts', [selector]),
          ),
        ),
      ).toEqual([[], [], [], []])
    })

    test('behavior: a block of an undone branch is not found any more', async () => {
      const opened = await door.open({ accounts })
      const { node, request, refused } = opened
      const snapshot = node.snapshot()
      const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
      node.nextBlock(2)
      const undone = await readBlock(opened, '0x1')
      node.revert(snapshot)
      node.nextBlock(2)

      expect(await request('eth_getBlockByHash', [undone.hash, false])).toBe(
        null,
      )
      expect(await request('eth_getBlockReceipts', [undone.hash])).toBeNull()
      expect(await request('eth_getTransactionReceipt', [hash])).toBeNull()
      expect(
        await refused({
          method: 'eth_getBalance',
          params: [bob, { blockHash: undone.hash, requireCanonical: false }],
        }),
      ).toEqual({
        code: -32001,
        message: `block not found: ${undone.hash}`,
      })
      expect(await request('eth_getBalance', [bob, '0x1'])).toBe('0x0')
    })
  })
}
