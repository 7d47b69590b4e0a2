import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { says } from '../says.js'
import { alice, bob, funded } from './actors.js'
import { listen } from './listen.js'
import { pendingHashes, readBlock } from './reads.js'

describe('drop by label', () => {
  test('behavior: a label given to a verb could be named by nothing', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob, label: 'pay' })
    node.nextBeat()
    const told = listen(node, 'dropped')
    node.drop('pay')
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual([])
    expect(told).toMatchObject([['dropped', { reason: 'requested' }]])
  })

  test('behavior: it is the newest that is queued or pending', async () => {
    const node = createMockNode(funded)
    const pay = (from: typeof alice | typeof bob) =>
      node.preconfirm({ from, to: bob, label: 'pay' })
    const first = pay(alice)
    const second = pay(alice)
    node.nextBeat()
    const third = pay(bob)
    const told = listen(node, 'dropped')
    for (let k = 0; k < 2; k++) node.drop('pay')
    node.nextBeat()
    expect(told.map(([, { hash }]) => hash)).toEqual([third, second])
    expect(await pendingHashes(node)).toEqual([first])
  })

  test('behavior: the label of a step, too', async () => {
    const node = createMockNode({
      ...funded,
      steps: [
        { at: 200, type: 'preconfirm', label: 'pay', from: alice, to: bob },
      ],
    })
    node.nextBeat()
    node.drop('pay')
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual([])
  })

  test('behavior: long forms say which of the two a text is', async () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob, label: 'pay' })
    node.preconfirm({ from: alice, to: bob, label: 'tip' })
    node.drop({ hash })
    node.drop({ label: 'tip' })
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual([])
  })

  test('error: an object that throws when it is read threw its own error', () => {
    const node = createMockNode(funded)
    const has = () => {
      throw new Error('no')
    }
    const hostile = new Proxy({}, { has })
    expect(thrown(() => node.drop(hostile as never))).toMatch(
      /^InvalidParametersError: drop: its argument is /,
    )
  })

  test('error: what is no transaction was to be a string', () => {
    const node = createMockNode(funded)
    const drop = node.drop as (given?: unknown) => void
    const expected =
      'expected a transaction: its hash, its label, or { sent } for one that the application sent.'
    expect(thrown(() => drop())).toBe(
      `InvalidParametersError: drop: its argument is missing, ${expected}`,
    )
    for (const given of [null, '', 5, {}, []])
      expect(thrown(() => drop(given))).toContain(`, ${expected}`)
    const hash = '0x1'
    const steps = [{ at: 0, type: 'drop', transaction: { hash } }]
    expect(thrown(() => createMockNode({ steps } as never))).toContain(
      `"steps[0].transaction" is {"hash":"0x1"}, ${expected}`,
    )
    expect(thrown(() => node.planSeal({ omit: [5 as never] }))).toBe(
      `InvalidParametersError: planSeal: "omit[0]" is 5, ${expected}`,
    )
    expect(thrown(() => node.reorg({ omit: 'pay' as never }))).toContain(
      '"omit" is "pay", expected an array of transactions.',
    )
  })

  test('behavior: as a control method', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob, label: 'pay' })
    node.nextBeat()
    await node.control.request({
      method: 'preseal_drop',
      params: ['pay'],
    })
    node.nextBeat()
    expect(await pendingHashes(node)).toEqual([])
  })

  test('error: no such label, one whose block is sealed, an object, nothing', () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob, label: 'pay' })
    node.nextBlock()
    expect(
      ['nobody', 'pay', { label: 'pay', hash }, undefined].map((named) =>
        thrown(() => node.drop(named as string)),
      ),
    ).toEqual(
      [
        'UnknownTransactionError … "nobody" … Name one that is, before its',
        'UnknownTransactionError … "pay" … Name one that is, before its',
        'InvalidParametersError … "label" … expected one of hash.',
        'InvalidParametersError … expected a transaction: its hash, its',
      ].map(says),
    )
  })
})

describe('a drop for which no beat comes', () => {
  test('behavior: the seal takes it', async () => {
    const node = createMockNode({
      ...funded,
      sealing: 'manual',
      steps: [{ at: 0, type: 'planBeats', offsets: [200] }],
    })
    const hash = node.preconfirm({ from: alice, to: bob })
    node.nextBeat()
    node.drop(hash)
    node.advance(10_000)
    expect(await pendingHashes(node)).toEqual([hash])
    node.seal()
    expect(await readBlock(node, 'latest')).toMatchObject({
      number: '0x1',
      transactions: [],
    })
    expect(await pendingHashes(node)).toEqual([])
  })

  test('behavior: what is still queued leaves the queue all the same', () => {
    const node = createMockNode({
      ...funded,
      sealing: 'manual',
      steps: [{ at: 0, type: 'planBeats', offsets: [] }],
    })
    const hash = node.preconfirm({ from: alice, to: bob })
    const told = listen(node, 'dropped')
    node.drop(hash)
    expect(told).toMatchObject([
      ['dropped', { hash, blockNumber: 1n, index: 0 }],
    ])
  })
})
