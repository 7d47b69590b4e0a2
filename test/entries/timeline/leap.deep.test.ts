import { createMockNode, type MockNode } from 'preseal'
import { base } from 'preseal/chains'
import { matchers } from 'preseal/matchers'
import { formatTimeline, readTimeline } from 'preseal/timeline'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { hashHeader } from '../../../src/base/codec/header.js'
import { openBlock } from '../../../src/chain/blocks/openBlock.js'
import { formatStories } from '../../../src/entries/kit/story/stories.js'
import { alice, bob } from '../../node/actors.js'

vi.mock('../../../src/base/codec/header.js', { spy: true })
vi.mock('../../../src/chain/blocks/openBlock.js', { spy: true })

const year = 365 * 86_400_000
const accounts = { [alice]: { balance: 10n ** 20n } }

beforeEach(() => {
  vi.mocked(hashHeader).mockClear()
  vi.mocked(openBlock).mockClear()
})

/** How many blocks were opened and hashed since the test began. */
function made() {
  return {
    opened: vi.mocked(openBlock).mock.calls.length,
    hashed: vi.mocked(hashHeader).mock.calls.length,
  }
}

/** A payment after a year in which nothing happened. */
function payLate(options: Parameters<typeof createMockNode>[0] = {}): MockNode {
  const node = createMockNode({ accounts, ...options })
  node.fault({ type: 'delay', ms: 0 })
  node.advance(year)
  node.preconfirm({ from: alice, to: bob, value: 1n, label: 'late' })
  node.nextBlock()
  node.setBalance({ address: bob, value: 5n })
  node.advance(year)
  return node
}

function sealedIn(node: MockNode) {
  return readTimeline(node).events.map(({ type, at }) => `${at} ${type}`)
}

describe('leap', () => {
  test.each([
    ['the default chain', {}],
    ['a chain whose blocks deposits open', { profile: base() }],
    ['a chain that seals what latest shows', { beatsSeenBy: 'latest' }],
  ] as const)(
    'behavior: a story of years opened and hashed each idle block: %s',
    (_, options) => {
      const node = payLate(options)
      const timeline = readTimeline(node)
      formatTimeline(node)
      formatStories([node], 'a year')
      for (const as of ['svg', 'html'] as const)
        expect(formatTimeline(node, { as }).length).toBeLessThan(50_000)
      expect(timeline.beats.length).toBeLessThan(100)
      expect(timeline.blocks.map(({ hash }) => hash)).toContain(null)
      expect(matchers.toBeSealed(node, 'late').pass).toBe(true)
      expect(matchers.toBePreconfirmed(node, 'late').pass).toBe(false)
      expect(matchers.toBeDropped(node, 'late').pass).toBe(false)
      for (const matcher of [
        matchers.toHaveNoUnusedFaults,
        matchers.toHaveNoUnexpectedRequests,
        matchers.toHaveNoTornReads,
      ] as const)
        expect(matcher(node).message()).toContain('What happened')
      expect(made().opened).toBeLessThan(600)
      expect(made().hashed).toBeLessThan(20)
    },
  )

  test('behavior: text, data and picture tell it alike', () => {
    const node = payLate()
    expect(formatTimeline(node)).toBe(`\
          0 ms  fault { type: delay, ms: 0 }
31536000000 ms  blocks 1 to 15768000 sealed, empty
31536000000 ms  sent "late": 0x0000…11ce to 0x0000…0b0b, 1 wei
31536000200 ms  "late" pre-confirmed, block 15768001 beat 1
31536002000 ms  block 15768001 sealed, 1 transaction: "late"
31536002000 ms  setBalance of 0x0000…0b0b: 5 wei
63072002000 ms  blocks 15768002 to 31536001 sealed, empty
63072002000 ms  fault "delay" still holds, acted on no request`)
    const svg = formatTimeline(node, { as: 'svg' })
    // The last block of the first year is told with what was sent then.
    expect(
      Array.from(svg.matchAll(/<title>(blocks [^<]*)/g), ([, title]) => title),
    ).toEqual([
      'blocks 3 to 15767999 are pending in turn, idle, from 4000 to 31535998000 ms',
      'blocks 15768005 to 31536001 are pending in turn, idle, from 31536008000 to 63072002000 ms',
      'blocks 2 to 15767998 are latest in turn, idle, from 4000 to 31535998000 ms',
      'blocks 15768004 to 31536000 are latest in turn, idle, from 31536008000 to 63072002000 ms',
    ])
  })

  test('behavior: a hundred idle blocks are told one by one, and of more the first and the last', () => {
    const node = createMockNode()
    node.advance(100 * 2_000)
    expect(readTimeline(node).blocks).toHaveLength(100)
    expect(readTimeline(node).beats).toHaveLength(1 + 10 * 100)
    node.advance(2_000)
    expect(sealedIn(node)).toEqual([
      '2000 sealed',
      '4000 idle',
      '202000 sealed',
    ])
    expect(readTimeline(node).events[1]).toEqual({
      type: 'idle',
      at: 4_000,
      until: 200_000,
      firstBlock: 2n,
      lastBlock: 100n,
      deposits: 0,
    })
    expect(readTimeline(node, { since: 150_000 }).blocks).toHaveLength(27)
    expect(sealedIn(node).length).toBe(3)
  })

  test('behavior: seek and revert lead out of a leap and into it', () => {
    const node = createMockNode({ accounts })
    const snapshot = node.snapshot()
    node.advance(year)
    const later = node.snapshot()
    node.revert(snapshot)
    node.advance(4_000)
    expect(sealedIn(node)).toEqual(['2000 sealed', '4000 sealed'])
    node.revert(later)
    expect(sealedIn(node)).toEqual([
      '2000 sealed',
      '4000 idle',
      `${year - 2_000} sealed`,
      `${year} sealed`,
    ])
    node.seek(6_000)
    expect(sealedIn(node)).toHaveLength(3)
    expect(formatTimeline(node)).toBe('6000 ms  blocks 1 to 3 sealed, empty')
  })

  test('behavior: a picture of an hour hashed its idle blocks once for each instant', () => {
    const node = createMockNode({ accounts })
    for (let blocks = 0; blocks < 10; blocks++) node.advance(20_000)
    node.preconfirm({ from: alice, to: bob, value: 1n })
    node.advance(200)
    formatTimeline(node, { as: 'html' })
    // Each of them, and the pending ones.
    expect(made().hashed).toBeLessThan(250)
  })
})
