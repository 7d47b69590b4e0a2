import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { thrown } from '../clock/thrown.js'
import { alice, bob, funded } from './actors.js'
import { listen } from './listen.js'
import { pendingHashes, readBlock } from './reads.js'

describe('dropTransaction by label', () => {
  test('behavior: a label given to a verb could be named by nothing', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob, label: 'pay' })
    node.tick()
    const told = listen(node, 'dropped')
    node.dropTransaction({ label: 'pay' })
    node.tick()
    expect(await pendingHashes(node)).toEqual([])
    expect(told).toMatchObject([['dropped', { reason: 'requested' }]])
  })

  test('behavior: it is the newest that is queued or pending', async () => {
    const node = createMockNode(funded)
    const pay = (from: typeof alice | typeof bob) =>
      node.preconfirm({ from, to: bob, label: 'pay' })
    const first = pay(alice)
    const second = pay(alice)
    node.tick()
    const third = pay(bob)
    const told = listen(node, 'dropped')
    for (let k = 0; k < 2; k++) node.dropTransaction({ label: 'pay' })
    node.tick()
    expect(told.map(([, { hash }]) => hash)).toEqual([third, second])
    expect(await pendingHashes(node)).toEqual([first])
  })

  test('behavior: the label of a step, too', async () => {
    const node = createMockNode({
      ...funded,
      timeline: [
        { at: 200, type: 'preconfirm', label: 'pay', from: alice, to: bob },
      ],
    })
    node.tick()
    node.dropTransaction({ label: 'pay' })
    node.tick()
    expect(await pendingHashes(node)).toEqual([])
  })

  test('behavior: as a control method', async () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob, label: 'pay' })
    node.tick()
    await node.control.request({
      method: 'preseal_dropTransaction',
      params: [{ label: 'pay' }],
    })
    node.tick()
    expect(await pendingHashes(node)).toEqual([])
  })

  test('error: no such label, one whose block is sealed, both names, none', () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob, label: 'pay' })
    node.seal()
    expect(
      [{ label: 'nobody' }, { label: 'pay' }, { label: 'pay', hash }, {}].map(
        (named) =>
          thrown(() => node.dropTransaction(named as { hash: typeof hash })),
      ),
    ).toMatchInlineSnapshot(`
      [
        "LabelNotPendingError: No transaction labelled "nobody" is queued or pending. Name one that is, before its block is sealed.",
        "LabelNotPendingError: No transaction labelled "pay" is queued or pending. Name one that is, before its block is sealed.",
        "InvalidParametersError: dropTransaction: its argument is a drop of two, expected either "label", "hash" or "sent".",
        "InvalidParametersError: dropTransaction: its argument is a drop of nothing, expected either "label", "hash" or "sent".",
      ]
    `)
  })
})

describe('a drop for which no beat comes', () => {
  test('behavior: the seal takes it', async () => {
    const node = createMockNode({
      ...funded,
      sealing: 'scripted',
      timeline: [{ at: 0, type: 'beats', offsets: [200] }],
    })
    const hash = node.preconfirm({ from: alice, to: bob })
    node.tick()
    node.dropTransaction({ hash })
    node.advance(10_000)
    expect(await pendingHashes(node)).toEqual([hash])
    node.sealNow()
    expect(await readBlock(node, 'latest')).toMatchObject({
      number: '0x1',
      transactions: [],
    })
    expect(await pendingHashes(node)).toEqual([])
  })

  test('behavior: what is still queued leaves the queue all the same', () => {
    const node = createMockNode({
      ...funded,
      sealing: 'scripted',
      timeline: [{ at: 0, type: 'beats', offsets: [] }],
    })
    const hash = node.preconfirm({ from: alice, to: bob })
    const told = listen(node, 'dropped')
    node.dropTransaction({ hash })
    expect(told).toMatchObject([
      ['dropped', { hash, blockNumber: 1n, index: 0 }],
    ])
  })
})
