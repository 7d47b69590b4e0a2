import type { MockNode, TransactionFault } from 'preseal'
import { type Hex, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  account,
  ask,
  bob,
  clientOf,
  fundedNode,
  other,
  sendRaw,
  transfer,
} from './wallets.js'

const signed = (fields: object = {}, by = account): Promise<Hex> =>
  by.signTransaction({ ...transfer, ...fields } as typeof transfer)

async function send(node: MockNode, fields: object = {}, by = account) {
  const raw = await signed(fields, by)
  expect(await sendRaw(node, raw)).toBe(keccak256(raw))
  return keccak256(raw)
}

const hashesAt = async (node: MockNode, blockTag: 'pending' | 'latest') =>
  (await clientOf(node).getBlock({ blockTag })).transactions

/** When it is told of, with what. */
function listen(node: MockNode) {
  const told: unknown[] = []
  node.on('preconfirmed', () => void told.push([node.now, 'preconfirmed']))
  node.on('dropped', ({ reason }) => void told.push([node.now, reason]))
  return told
}

describe('faults of transactions', () => {
  test('default: delayed by 2 beats, counted from the one it would enter', async () => {
    const node = fundedNode({ faults: [{ type: 'includeLate', beats: 2 }] })
    const told = listen(node)
    const hash = await send(node)
    node.advance(599)
    expect(told).toEqual([])
    expect(await ask(node, 'eth_getTransactionByHash', hash)).toMatchObject({
      blockHash: null,
    })
    node.nextBlock()
    expect(told).toEqual([[600, 'preconfirmed']])
    expect(await hashesAt(node, 'latest')).toEqual([hash])
  })

  test('behavior: a transaction reverts in whatever block it enters', async () => {
    const node = fundedNode({ faults: [{ type: 'revert', times: 1 }] })
    const hash = await send(node)
    node.nextBeat()
    const receipt = () => ask(node, 'eth_getTransactionReceipt', hash)
    expect(await receipt()).toMatchObject({ status: '0x0' })
    node.nextBlock()
    node.reorg({ omit: [] })
    expect(await receipt()).toMatchObject({ status: '0x0', logs: [] })
    expect(await ask(node, 'eth_getBalance', bob, 'latest')).toBe('0x0')
    const second = await send(node, { nonce: 1 })
    node.nextBeat()
    expect(await ask(node, 'eth_getTransactionReceipt', second)).toMatchObject({
      status: '0x1',
    })
  })

  test('behavior: what is behind a delayed one waits with it, others do not', async () => {
    const node = fundedNode()
    node.fault({ type: 'includeLate', beats: 3, times: 1 })
    const [first, second] = [await send(node), await send(node, { nonce: 1 })]
    const third = await send(node, {}, other)
    node.nextBeat()
    expect(await hashesAt(node, 'pending')).toEqual([third])
    node.nextBeat(3)
    expect(await hashesAt(node, 'pending')).toEqual([third, first, second])
  })

  test('behavior: a gap is no beat that it would have entered', async () => {
    const node = fundedNode({
      faults: [{ type: 'includeLate', beats: 1, times: 1 }],
    })
    const behind = await send(node, { nonce: 1 })
    node.advance(1_000)
    const first = await send(node)
    node.advance(200)
    expect(await hashesAt(node, 'pending')).toEqual([first])
    node.advance(200)
    expect(await hashesAt(node, 'pending')).toEqual([first, behind])
  })

  test('behavior: never, and it costs no beats; a replacement may enter', async () => {
    const node = fundedNode({ faults: [{ type: 'includeNever', times: 1 }] })
    await send(node)
    node.advance(3_600_000)
    expect(await hashesAt(node, 'pending')).toEqual([])
    const again = await send(node, { value: 2n })
    node.nextBeat()
    expect(await hashesAt(node, 'pending')).toEqual([again])
  })

  test('behavior: dropped after 2 beats', async () => {
    const node = fundedNode({ faults: [{ type: 'drop', beats: 2 }] })
    const told = listen(node)
    await send(node)
    node.nextBlock(2)
    expect(told).toEqual([
      [200, 'preconfirmed'],
      [600, 'fault'],
    ])
    expect(await hashesAt(node, 'latest')).toEqual([])
  })

  test('behavior: dropped after the seal is left out of it', async () => {
    const node = fundedNode({ faults: [{ type: 'drop', beats: 30 }] })
    const told = listen(node)
    const hash = await send(node)
    node.nextBlock()
    expect(told).toEqual([
      [200, 'preconfirmed'],
      [2_000, 'fault'],
    ])
    expect(await ask(node, 'eth_getTransactionByHash', hash)).toBe(null)
  })

  test('behavior: left out of the seal', async () => {
    const node = fundedNode({ faults: [{ type: 'omitAtSeal' }] })
    const told = listen(node)
    await send(node)
    const behind = await send(node, { nonce: 1 })
    node.advance(1_999)
    expect(await hashesAt(node, 'pending')).toHaveLength(2)
    node.advance(1)
    expect(told.slice(2)).toEqual([
      [2_000, 'fault'],
      [2_000, 'fault'],
    ])
    expect(await hashesAt(node, 'latest')).toEqual([])
    expect(behind).toMatch(/^0x/)
  })

  test('behavior: sealed as reverted', async () => {
    const node = fundedNode({ faults: [{ type: 'revertAtSeal' }] })
    const hash = await send(node)
    const read = async () => ({
      status: (
        (await ask(node, 'eth_getTransactionReceipt', hash)) as { status: Hex }
      ).status,
      balance: await ask(node, 'eth_getBalance', bob, 'pending'),
    })
    node.nextBeat()
    expect(await read()).toEqual({ status: '0x1', balance: '0x1' })
    node.nextBlock()
    expect(await read()).toEqual({ status: '0x0', balance: '0x0' })
  })

  test.each<[Pick<TransactionFault, 'from' | 'to' | 'selector'>, string[]]>([
    [{ from: account.address }, ['second']],
    [{ to: bob }, []],
    [{ to: account.address }, ['first', 'second']],
    [{ to: null }, ['first', 'second']],
    [{ selector: '0xa9059cbb' }, ['first']],
    [{ from: other.address, selector: '0x00000000' }, ['first', 'second']],
  ])('options: match %j', async (match, entered) => {
    const node = fundedNode({ faults: [{ type: 'includeNever', ...match }] })
    const sent = {
      first: await send(node),
      second: await send(node, { data: '0xa9059cbb00', gas: 30_000n }, other),
    }
    node.nextBeat()
    expect(await hashesAt(node, 'pending')).toEqual(
      entered.map((name) => sent[name as keyof typeof sent]),
    )
  })

  test('options: after, times, from and until; the first that matches decides', async () => {
    const node = fundedNode({
      faults: [
        { type: 'includeNever', since: 1_000 },
        { type: 'includeNever', skip: 3, until: 1_000 },
        { type: 'includeLate', beats: 1, skip: 1, times: 1 },
        { type: 'includeLate', beats: 2, skip: 1 },
      ],
    })
    const entered: number[] = []
    node.on('preconfirmed', () => void entered.push(node.now))
    // Let through by both, delayed by 1, let through, delayed by 2.
    for (let nonce = 0; nonce < 3; nonce++) await send(node, { nonce })
    node.advance(1_000)
    expect(entered).toEqual([200, 400, 800])
    await send(node, { nonce: 3 })
    node.nextBlock(3)
    expect(entered).toHaveLength(3)
  })

  test('behavior: what is scripted or refused is no match', async () => {
    const node = fundedNode({ faults: [{ type: 'includeNever', times: 1 }] })
    node.preconfirm({ from: account.address, to: bob })
    expect(
      await sendRaw(node, await signed({ value: 10n ** 30n })),
    ).toMatchObject({ code: -32000 })
    node.nextBeat()
    expect(await hashesAt(node, 'pending')).toHaveLength(1)
    await send(node, { nonce: 1 })
    node.nextBlock()
    expect(await hashesAt(node, 'latest')).toHaveLength(1)
  })

  test('behavior: rules are lifted, by what they return and by label', async () => {
    const node = fundedNode({
      faults: [{ type: 'includeNever', label: 'all' }],
    })
    const lift = node.fault({ type: 'includeNever' })
    node.apply({ type: 'lift', label: 'all' })
    await send(node)
    lift()
    await send(node, {}, other)
    node.nextBeat()
    expect(await hashesAt(node, 'pending')).toHaveLength(1)
  })

  test('behavior: lifting a rule or a fault leaves the other rules', async () => {
    const node = fundedNode({ faults: [{ type: 'includeNever' }] })
    node.fault({ type: 'includeLate', beats: 1 })()
    node.fault({ type: 'null' })()
    await send(node)
    node.nextBeat(3)
    expect(await hashesAt(node, 'pending')).toEqual([])
  })

  test('behavior: rules and their counters are in snapshots', async () => {
    const node = fundedNode({ faults: [{ type: 'includeNever', times: 1 }] })
    const snapshot = node.snapshot()
    for (let turn = 0; turn < 2; turn++) {
      await send(node)
      node.nextBeat()
      expect(await hashesAt(node, 'pending')).toEqual([])
      node.revert(snapshot)
    }
  })

  test('behavior: as a step, lifted by a step', async () => {
    const node = fundedNode({
      steps: [
        {
          at: 0,
          type: 'fault',
          fault: { type: 'includeNever', label: 'stuck' },
        },
        { at: 1_000, type: 'lift', label: 'stuck' },
      ],
    })
    await send(node)
    node.advance(1_000)
    const hash = await send(node, {}, other)
    node.nextBeat()
    expect(await hashesAt(node, 'pending')).toEqual([hash])
  })

  test('behavior: as a control method, lifted by its id', async () => {
    const node = fundedNode()
    const control = (method: string, param: unknown) =>
      node.control.request({ method, params: [param] })
    const id = await control('preseal_fault', { type: 'includeNever' })
    await send(node)
    await control('preseal_lift', id)
    const hash = await send(node, {}, other)
    node.nextBeat()
    expect(await hashesAt(node, 'pending')).toEqual([hash])
  })

  test('behavior: after a reorg what was delayed is not delayed again', async () => {
    const node = fundedNode({ faults: [{ type: 'includeLate', beats: 2 }] })
    const hash = await send(node)
    node.nextBlock()
    node.advance(100)
    node.reorg({ depth: 1, omit: [] })
    expect(await hashesAt(node, 'latest')).toEqual([hash])
  })

  test.each<[object, string]>([
    [{ type: 'includeLate' }, '"beats" is missing'],
    [{ type: 'includeLate', beats: 0 }, '"beats" is 0'],
    [{ type: 'late' }, '"type" is "late"'],
    [{ type: 'omitAtSeal', selector: '0x12' }, '"selector" is "0x12"'],
    [{ type: 'includeNever', value: 1 }, '"value" is an unknown key'],
    [{ type: 'includeNever', methods: ['eth_call'] }, '"methods" is an'],
    [{ type: 'includeNever', since: 5, until: 5 }, '"until" is 5'],
  ])('error: %j', (rule, message) => {
    expect(() => fundedNode().fault(rule as never)).toThrow(message)
  })
})
