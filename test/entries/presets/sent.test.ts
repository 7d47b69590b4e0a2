import { createMockNode, type MockNodeOptions } from 'preseal'
import {
  droppedTail,
  receiptDivergence,
  reorderedSeal,
  reorgedAway,
  revertedAfterAll,
  sealedWithout,
  sequence,
} from 'preseal/presets'
import { describe, expect, test } from 'vitest'
import { thrown } from '../../base/clock/thrown.js'
import { alice, bob, carol } from '../../node/actors.js'
import { listen } from '../../node/listen.js'
import { ask } from '../../node/reads.js'
import { says } from '../../says.js'

/** An application that pays two, the other one in vain or not. */
async function paying(story: MockNodeOptions) {
  const node = createMockNode(story)
  const told = listen(node, 'dropped')
  const pay = (to: string, nonce: number) =>
    ask(node, 'eth_sendTransaction', { from: alice, to, nonce: `0x${nonce}` })
  const receipt = async (hash: unknown) =>
    ((await ask(node, 'eth_getTransactionReceipt', hash)) as {
      status: string
      gasUsed: string
    } | null) ?? undefined
  return { node, told, pay, receipt }
}

const sent = { to: bob } as const

describe('sealedWithout', () => {
  test('default: all that is sent, in every block', async () => {
    const { node, told, pay, receipt } = await paying(sealedWithout())
    for (const to of [bob, carol]) {
      const hashes = [await pay(to, 0), await pay(to, 1)]
      node.nextBeat()
      expect((await receipt(hashes[0]))?.status).toBe('0x1')
      node.nextBlock()
      expect(await receipt(hashes[0])).toBe(undefined)
      expect(await receipt(hashes[1])).toBe(undefined)
    }
    expect(told.map(([, { reason }]) => reason)).toEqual(
      Array.from({ length: 4 }, () => 'omitted'),
    )
  })

  test('options: sent, blocks', async () => {
    const story = sealedWithout({ sent, blocks: 1 })
    const { node, pay, receipt } = await paying(story)
    const kept = await pay(carol, 0)
    const lost = await pay(bob, 1)
    node.nextBlock()
    expect((await receipt(kept))?.status).toBe('0x1')
    expect(await receipt(lost)).toBe(undefined)
    const again = await pay(bob, 1)
    node.nextBlock()
    expect((await receipt(again))?.status).toBe('0x1')
  })
})

describe('reorgedAway', () => {
  test('default: a beat after its seal it is gone, once', async () => {
    const { node, told, pay, receipt } = await paying(reorgedAway({ sent }))
    const other = await pay(carol, 0)
    const hash = await pay(bob, 1)
    const reorgs = listen(node, 'reorged')
    node.nextBlock()
    expect((await receipt(hash))?.status).toBe('0x1')
    node.nextBeat()
    expect(await receipt(hash)).toBe(undefined)
    expect((await receipt(other))?.status).toBe('0x1')
    node.nextBlock(10)
    expect(told).toHaveLength(1)
    expect(reorgs).toHaveLength(1)
  })

  test('options: depth', async () => {
    const { node, pay } = await paying(reorgedAway({ depth: 2 }))
    const reorgs = listen(node, 'reorged')
    await pay(bob, 0)
    node.nextBlock(3)
    expect(reorgs).toMatchObject([['reorged', { blockNumber: 1n, depth: 2 }]])
  })
})

test('revertedAfterAll: what is sent', async () => {
  const { node, pay, receipt } = await paying(revertedAfterAll({ sent }))
  const hashes = [await pay(bob, 0), await pay(carol, 1), await pay(bob, 2)]
  const statuses = async () =>
    Promise.all(hashes.map(async (hash) => (await receipt(hash))?.status))
  node.nextBeat()
  expect(await statuses()).toEqual(['0x1', '0x1', '0x1'])
  node.nextBlock()
  expect(await statuses()).toEqual(['0x0', '0x1', '0x0'])
})

test('receiptDivergence: what is sent', async () => {
  const sealed = { gasUsed: 20_000n }
  const story = receiptDivergence({ sent: {}, sealed })
  const { node, pay, receipt } = await paying(story)
  const hash = await pay(bob, 0)
  node.nextBeat()
  expect((await receipt(hash))?.gasUsed).toBe('0x5208')
  node.nextBlock()
  expect((await receipt(hash))?.gasUsed).toBe('0x4e20')
})

describe('droppedTail', () => {
  test('default: what was sent in the last beats is lost with them', async () => {
    const { node, pay, receipt } = await paying(
      droppedTail({ from: carol, beats: 2 }),
    )
    node.advance(1_300)
    const early = await pay(bob, 0)
    node.advance(100)
    const lost = [await pay(bob, 1)]
    node.advance(200)
    lost.push(await pay(carol, 2))
    node.advance(200)
    const late = await pay(bob, 3)
    expect((await receipt(lost[0]))?.status).toBe('0x1')
    node.nextBlock(2)
    expect((await receipt(early))?.status).toBe('0x1')
    expect(await receipt(lost[0])).toBe(undefined)
    expect(await receipt(lost[1])).toBe(undefined)
    // It waits for the nonces that were lost.
    expect(await receipt(late)).toBe(undefined)
  })

  test('options: sent, beats', async () => {
    const { node, pay, receipt } = await paying(
      droppedTail({ from: carol, beats: 10, sent: { to: bob } }),
    )
    const kept = await pay(carol, 0)
    const lost = await pay(bob, 1)
    node.nextBlock()
    expect((await receipt(kept))?.status).toBe('0x1')
    expect(await receipt(lost)).toBe(undefined)
  })

  test('options: one beat a block has nothing to lose after it', () => {
    const time = { blockTime: 200, preconfirmationTime: 200 }
    expect(droppedTail({ ...time, beats: 1 }).faults).toBe(undefined)
  })
})

test('reorderedSeal: what is sent overtakes a payment', async () => {
  const story = reorderedSeal({ sent, blocks: 2 })
  const { node, pay } = await paying(story)
  const places = async (...hashes: unknown[]) =>
    Promise.all(
      hashes.map(async (hash) => {
        const found = await ask(node, 'eth_getTransactionByHash', hash)
        return (found as { transactionIndex: string }).transactionIndex
      }),
    )
  for (const nonce of [0, 2, 4]) {
    const hashes = [await pay(bob, nonce), await pay(carol, nonce + 1)]
    node.nextBeat()
    const isOver = nonce === 4
    expect(await places(...hashes)).toEqual(
      isOver ? ['0x0', '0x1'] : ['0x1', '0x2'],
    )
    node.nextBlock()
    expect(await places(...hashes)).toEqual(
      isOver ? ['0x0', '0x1'] : ['0x0', '0x2'],
    )
  }
})

test('behavior: one story after the other takes what is sent in its time', async () => {
  const story = sequence(
    sealedWithout({ sent, blocks: 1 }),
    revertedAfterAll({ sent, blocks: 1 }),
  )
  const { node, pay, receipt } = await paying(story)
  const first = await pay(bob, 0)
  node.nextBlock()
  expect(await receipt(first)).toBe(undefined)
  // The very same transaction, sent again.
  expect(await pay(bob, 0)).toBe(first)
  node.nextBlock()
  expect((await receipt(first))?.status).toBe('0x0')
})

const object = '"sent" … expected an object { from, to,'
test.each<[act: () => unknown, words: string]>([
  [() => sealedWithout({ sent: null as never }), object],
  [
    () => reorgedAway({ sent: { nth: 1 } as never }),
    '"sent.nth" is an unknown',
  ],
  [() => reorgedAway({ depth: 0 }), '"depth" … expected an integer from 1 to'],
  [() => receiptDivergence({ sent }), '"sealed" … expected what to seal, such'],
  [() => droppedTail({ sent: 'all' as never }), object],
  [() => reorderedSeal({ sent: { nth: 1 } as never }), '"sent.nth" is an'],
  [
    () => sealedWithout({ sent: { to: 'bob' as '0x' } }),
    'sealedWithout … "sent.to" is "bob", expected a 20-byte address',
  ],
])('error: what is sent: %#', (act, words) => {
  expect(thrown(() => void act())).toEqual(
    says(`InvalidParametersError … ${words}`),
  )
})
