import { createMockNode, type MockNode, type MockNodeOptions } from 'preseal'
import { toHaveNoTornReads } from 'preseal/matchers'
import { readTimeline } from 'preseal/timeline'
import type { RpcLog } from 'viem'
import { describe, expect, test } from 'vitest'
import { alice, bob, ether, token, word } from '../conformance/actors.js'
import { ask } from './reads.js'

type SeenBy = NonNullable<MockNodeOptions['beatsSeenBy']>

const nodeSeenBy = (beatsSeenBy: SeenBy, options: MockNodeOptions = {}) =>
  createMockNode({
    accounts: { [alice]: { balance: ether } },
    beatsSeenBy,
    ...options,
  })

/** Pre-confirms a payment of 1 wei with a log of that topic. */
function pay(node: MockNode, topic: number, options: object = {}) {
  const hash = node.preconfirm({
    from: alice,
    to: bob,
    value: 1n,
    label: `${topic}`,
    logs: [{ address: token, topics: [word(topic)] }],
    ...options,
  })
  node.nextBeat()
  return hash
}

const balance = (node: MockNode, selector: string) =>
  ask(node, 'eth_getBalance', bob, selector)

const block = (node: MockNode, selector: string) =>
  ask(node, 'eth_getBlockByNumber', selector, false) as Promise<{
    number: string
    hash: string
    transactions: string[]
  } | null>

const receipt = (node: MockNode, hash: string) =>
  ask(node, 'eth_getTransactionReceipt', hash) as Promise<{
    blockNumber: string
    blockHash: string | null
  } | null>

const topics = (logs: RpcLog[]) =>
  logs.map(({ topics, removed }) => Number(topics[0]) * (removed ? -1 : 1))

const logs = async (node: MockNode, from: string, to: string) =>
  topics(
    (await ask(node, 'eth_getLogs', {
      fromBlock: from,
      toBlock: to,
    })) as RpcLog[],
  )

/** What a subscription was told since the last look. */
async function subscribe(node: MockNode, ...params: unknown[]) {
  const told: unknown[] = []
  node.provider.on('message', ({ data }) =>
    told.push((data as { result: unknown }).result),
  )
  await ask(node, 'eth_subscribe', ...params)
  return <result>() => told.splice(0) as result[]
}

describe("'latestState'", () => {
  test('default: accounts and calls under latest are those of the beat', async () => {
    const node = nodeSeenBy('latestState')
    node.nextBlock()
    const hash = pay(node, 1)
    expect(await balance(node, 'latest')).toBe('0x1')
    expect(await balance(node, 'pending')).toBe('0x1')
    expect(await ask(node, 'eth_getTransactionCount', alice, 'latest')).toBe(
      '0x1',
    )
    expect(await receipt(node, hash)).toMatchObject({ blockNumber: '0x2' })
  })

  test('behavior: numbers, blocks and logs under latest are sealed ones', async () => {
    const node = nodeSeenBy('latestState')
    node.nextBlock()
    pay(node, 1)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
    expect(await block(node, 'latest')).toMatchObject({ number: '0x1' })
    expect(await block(node, 'pending')).toMatchObject({ number: '0x2' })
    expect(await block(node, '0x2')).toBe(null)
    expect(await balance(node, '0x1')).toBe('0x0')
    expect(await logs(node, 'latest', 'latest')).toEqual([])
  })

  test('behavior: logs come at the beat where pending is asked for', async () => {
    const node = nodeSeenBy('latestState')
    const live = await subscribe(node, 'logs', {
      fromBlock: 'pending',
      toBlock: 'pending',
    })
    pay(node, 1)
    expect(topics(live())).toEqual([1])
    node.nextBlock()
    expect(live()).toEqual([])
  })
})

describe("'latest'", () => {
  test('default: latest is the block that is built, and rises with it', async () => {
    const node = nodeSeenBy('latest')
    expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
    const hash = pay(node, 1)
    const before = await block(node, 'latest')
    expect(before).toMatchObject({ number: '0x1', transactions: [hash] })
    expect(await block(node, 'pending')).toEqual(before)
    expect(await block(node, '0x1')).toEqual(before)
    expect(await ask(node, 'eth_getBlockByHash', before?.hash, false)).toEqual(
      before,
    )
    expect(await receipt(node, hash)).toMatchObject({
      blockHash: before?.hash,
      blockNumber: '0x1',
    })
    node.nextBlock()
    expect(await ask(node, 'eth_blockNumber')).toBe('0x2')
  })

  test('behavior: at one number the hash of latest changes with each beat', async () => {
    const node = nodeSeenBy('latest')
    pay(node, 1)
    const first = await block(node, 'latest')
    pay(node, 2)
    const second = await block(node, 'latest')
    expect(second?.number).toBe(first?.number)
    expect(second?.hash).not.toBe(first?.hash)
    expect(await ask(node, 'eth_getBlockByHash', first?.hash, false)).toBe(null)
    node.nextBlock()
    const sealed = await block(node, '0x1')
    expect(sealed?.hash).not.toBe(second?.hash)
    expect(sealed?.transactions).toEqual(second?.transactions)
  })

  test('behavior: an imported pending block is found by its own hash, and hides no sealed one', async () => {
    const donor = nodeSeenBy('pending')
    donor.nextBlock()
    const given = await ask(donor, 'eth_getBlockByNumber', '0x1', true)
    const node = nodeSeenBy('latest')
    const hash = pay(node, 1)
    node.nextBlock()
    node.importBlock({ block: given as object, receipts: [], as: 'pending' })
    const shown = await block(node, 'latest')
    expect(shown).toMatchObject({ number: '0x1' })
    expect(await ask(node, 'eth_getBlockByHash', shown?.hash, true)).toEqual(
      given,
    )
    expect(await ask(node, 'eth_getTransactionByHash', hash)).toMatchObject({
      hash,
      blockNumber: '0x1',
    })
  })

  test('behavior: logs of latest and of its number are those so far', async () => {
    const node = nodeSeenBy('latest')
    pay(node, 1)
    node.nextBlock()
    pay(node, 2)
    expect(await logs(node, 'latest', 'latest')).toEqual([2])
    expect(await logs(node, '0x0', 'latest')).toEqual([1, 2])
    expect(await logs(node, '0x2', '0x2')).toEqual([2])
    expect(await logs(node, '0x1', '0x1')).toEqual([1])
    const { hash } = (await block(node, 'latest')) as { hash: string }
    const byHash = await ask(node, 'eth_getLogs', { blockHash: hash })
    expect(topics(byHash as RpcLog[])).toEqual([2])
  })

  test.each<[string, MockNodeOptions['pendingIdentity'], unknown]>([
    ['hash', 'nullHash', null],
    ['zeros', 'zeroHash', word(0)],
  ])(
    'behavior: latest shows its %s as pendingIdentity says',
    async (_, pendingIdentity, hash) => {
      const node = nodeSeenBy('latest', { pendingIdentity })
      const sent = pay(node, 1)
      expect((await block(node, 'latest'))?.hash).toBe(hash)
      expect(await receipt(node, sent)).toMatchObject({ blockHash: hash })
    },
  )

  test('behavior: a subscription and a filter have each log at its beat, once', async () => {
    const node = nodeSeenBy('latest')
    const told = await subscribe(node, 'logs', {})
    const id = await ask(node, 'eth_newFilter', {})
    const changes = async () =>
      topics((await ask(node, 'eth_getFilterChanges', id)) as RpcLog[])
    pay(node, 1)
    pay(node, 2)
    expect(topics(told())).toEqual([1, 2])
    expect(await changes()).toEqual([1, 2])
    node.nextBlock()
    pay(node, 3)
    node.nextBlock(3)
    expect(topics(told())).toEqual([3])
    expect(await changes()).toEqual([3])
  })

  test('behavior: a drop takes back its log and those behind it', async () => {
    const node = nodeSeenBy('latest')
    const told = await subscribe(node, 'logs', {})
    pay(node, 1)
    pay(node, 2, { to: token })
    told()
    node.drop('1')
    node.nextBeat()
    // The second came from the same sender, and waits for the first's nonce.
    expect(topics(told())).toEqual([-1, -2])
  })

  test('behavior: what the seal leaves out is taken back, the rest stays told', async () => {
    const node = nodeSeenBy('latest')
    const told = await subscribe(node, 'logs', {})
    pay(node, 1)
    pay(node, 2)
    told()
    node.planSeal({ omit: ['2'] })
    node.nextBlock()
    expect(topics(told())).toEqual([-2])
  })

  test('behavior: a reorg takes back what was sealed, and what is told anew follows', async () => {
    const node = nodeSeenBy('latest')
    pay(node, 1)
    node.nextBlock()
    const told = await subscribe(node, 'logs', {})
    pay(node, 2, { from: bob, value: 0n })
    expect(topics(told())).toEqual([2])
    node.reorg({ depth: 1, omit: ['1'] })
    node.nextBeat()
    expect(topics(told())).toEqual([-2, -1, 2])
    expect(await logs(node, '0x0', 'latest')).toEqual([2])
  })

  test('behavior: fees, traces and simulations know latest', async () => {
    const node = nodeSeenBy('latest')
    pay(node, 1)
    expect(await ask(node, 'eth_feeHistory', '0x1', 'latest', [])).toEqual(
      await ask(node, 'eth_feeHistory', '0x1', 'pending', []),
    )
    const [simulated] = (await ask(
      node,
      'eth_simulateV1',
      { blockStateCalls: [{}] },
      'latest',
    )) as { number: string }[]
    expect(simulated?.number).toBe('0x2')
  })
})

describe("'none'", () => {
  test('default: pending is latest, and a block is seen once it is sealed', async () => {
    const node = nodeSeenBy('none')
    const hash = pay(node, 1)
    expect(await block(node, 'pending')).toEqual(await block(node, 'latest'))
    expect(await balance(node, 'pending')).toBe('0x0')
    expect(await receipt(node, hash)).toBe(null)
    expect(await logs(node, '0x0', 'pending')).toEqual([])
    expect(await ask(node, 'eth_getTransactionByHash', hash)).toMatchObject({
      hash,
      blockHash: null,
      blockNumber: null,
    })
    node.nextBlock()
    expect(await balance(node, 'pending')).toBe('0x1')
    expect(await receipt(node, hash)).toMatchObject({ blockNumber: '0x1' })
  })

  test('behavior: what waits is in the pool, and counts as nonce', async () => {
    const node = nodeSeenBy('none')
    pay(node, 1)
    expect(await ask(node, 'txpool_status')).toEqual({
      pending: '0x1',
      queued: '0x0',
    })
    expect(await ask(node, 'eth_getTransactionCount', alice, 'pending')).toBe(
      '0x1',
    )
    expect(await ask(node, 'eth_getTransactionCount', alice, 'latest')).toBe(
      '0x0',
    )
  })

  test.each(['newFlashblocks', 'pendingLogs', 'newFlashblockTransactions'])(
    'behavior: %s is subscribed to, and delivers nothing',
    async (kind) => {
      const node = nodeSeenBy('none')
      const told = await subscribe(node, kind)
      pay(node, 1)
      node.nextBlock(2)
      expect(told()).toEqual([])
    },
  )

  test('behavior: a receipt that is waited for comes with the seal', async () => {
    const node = nodeSeenBy('none')
    const told = await subscribe(node, 'logs', {})
    pay(node, 1)
    expect(told()).toEqual([])
    node.nextBlock()
    expect(topics(told())).toEqual([1])
  })

  test('error: heads at beats contradict it', () => {
    expect(() =>
      nodeSeenBy('none', { subscriptions: { newHeads: 'beat' } }),
    ).toThrow(
      'Option "subscriptions.newHeads" is "beat", expected "block", as option "beatsSeenBy" is "none".',
    )
  })
})

describe('whatever reads a node', () => {
  test('behavior: torn reads are those of two states, under latest too', async () => {
    const node = nodeSeenBy('latestState')
    await balance(node, 'latest')
    pay(node, 1)
    await balance(node, 'latest')
    expect(toHaveNoTornReads(node).pass).toBe(false)
    const calm = createMockNode({
      accounts: { [alice]: { balance: ether } },
    })
    await balance(calm, 'latest')
    pay(calm, 1)
    await balance(calm, 'latest')
    expect(toHaveNoTornReads(calm).pass).toBe(true)
  })

  test('behavior: a stale read of latest is beats old', async () => {
    const node = nodeSeenBy('latest')
    pay(node, 1)
    pay(node, 2)
    node.fault({ type: 'stale', beats: 1 })
    expect(await balance(node, 'latest')).toBe('0x1')
  })

  test('behavior: pictures say which block each tag is', () => {
    const node = nodeSeenBy('latest')
    pay(node, 1)
    node.nextBlock()
    const { served, states } = readTimeline(node, { accounts: [bob] })
    for (const { latest, pending } of served)
      expect(pending?.number).toBe(latest)
    expect(states.at(-1)?.balances[0]).toEqual({ pending: 1n, latest: 1n })
  })

  test('behavior: the past is read as it was seen', async () => {
    const node = nodeSeenBy('latest')
    pay(node, 1)
    const then = node.now
    node.nextBlock(2)
    const request = { method: 'eth_blockNumber' } as const
    expect(node.view(then).request(request)).toBe('0x1')
    expect(node.view().request(request)).toBe('0x3')
  })
})
