import { createMockNode, type HandlerView } from 'preseal'
import {
  always,
  atLast,
  eventually,
  everyLogIsSeen,
  everySentIsTold,
  failureIsTrue,
  type Invariant,
  type Look,
  type Mishap,
  mostRequests,
  neverPaidTwice,
  noConsoleError,
  noFlicker,
  nothingAskedAfter,
  noUnhandledRejection,
  receiptStands,
  rightAgain,
  type Seen,
  staysFinal,
  successIsTrue,
  wasTrue,
} from 'preseal/explore'
import { readTimeline } from 'preseal/timeline'
import { describe, expect, test } from 'vitest'
import { alice, bob } from '../../node/actors.js'

const now = 20_000

const nothing = { looks: [], sent: [], timelines: [], now }

/** Looks of values at instants, each until the next one. */
function looksOf(...values: [at: number, value: unknown][]): Look[] {
  return values.map(([at, value], index) => ({
    at,
    until: values[index + 1]?.[0] ?? now,
    value,
  }))
}

function seen(more: Partial<Seen> = {}): Seen {
  const looks = more.looks ?? []
  return {
    looks,
    plain: { looks, sent: more.sent ?? [], timelines: [], now },
    answeredRequests: [],
    sent: [],
    acts: [],
    timelines: [],
    nodes: [],
    wallet: undefined,
    mishaps: [],
    skipped: [],
    rejections: [],
    consoleErrors: [],
    now,
    ...more,
  }
}

const textOf = (invariant: Invariant, more: Partial<Seen>) => {
  const said = invariant(seen(more))
  return said !== undefined && 'text' in said ? said.text : said
}

/** What every mishap has besides. */
const one = { id: 'one', target: 'it', place: 1, subject: 'it' }

const late = (until: number) => ({
  mishap: { ...one, kind: 'late', name: 'late' } as const,
  at: 1_000,
  until,
})

/** Bob has 7 wei at first, and 12 wei from 4,200 ms on. */
function chain() {
  const node = createMockNode({
    clock: 'virtual',
    accounts: { [alice]: { balance: 10n ** 18n }, [bob]: { balance: 7n } },
    steps: [{ at: 4_100, type: 'preconfirm', from: alice, to: bob, value: 5n }],
  })
  node.advance(now)
  return { nodes: [node], timelines: [readTimeline(node)] }
}

describe('wasTrue', () => {
  const law = wasTrue({ address: bob, within: 2_000 })

  test('default: what was true a short while ago, and soon will be', () => {
    const looks = looksOf([0, 'loading'], [300, '7 wei'], [6_000, 12n])
    expect(textOf(law, { ...chain(), looks })).toBe(undefined)
    const early = looksOf([0, 7], [2_300, '12'])
    expect(textOf(law, { ...chain(), looks: early })).toBe(undefined)
  })

  test('behavior: what never was, and what is shown for too long', () => {
    const zero = looksOf([0, '7'], [3_000, '0'], [3_100, '7'])
    expect(textOf(law, { ...chain(), looks: zero })).toMatchInlineSnapshot(
      `"at 3000 ms it showed "0", which was never true in the last 2000 ms: on the chain it was 7 pending and 7 latest"`,
    )
    const old = looksOf([0, '7'], [8_500, '12'])
    expect(textOf(law, { ...chain(), looks: old })).toMatchInlineSnapshot(
      `"at 8499 ms it still showed "7", since 0 ms, which was never true in the last 2000 ms: on the chain it was 12 pending and 12 latest"`,
    )
  })

  test('behavior: coins are cut off or rounded, and dust is not zero', () => {
    const node = createMockNode({
      accounts: { [bob]: { balance: 9_499_999n * 10n ** 12n } },
    })
    const at = { nodes: [node], timelines: [readTimeline(node)] }
    for (const [text, isTrue] of [
      ['9.499999 ETH', true],
      ['9.49', true],
      ['9.50', true],
      ['9.5', true],
      ['9.48', false],
      ['9', false],
      ['0', false],
    ] as const)
      expect(
        textOf(law, { ...at, looks: looksOf([0, text]) }) === undefined,
        text,
      ).toBe(isTrue)
  })

  test('what is not shown yet was taken for a wrong value by read', () => {
    const balance = (view: HandlerView) =>
      BigInt(
        view.request({ method: 'eth_getBalance', params: [bob, 'pending'] }),
      )
    const law = wasTrue({ read: balance })
    const at = chain()
    expect(textOf(law, { ...at, looks: looksOf([0, undefined]) })).toEqual({
      unjudged: 'it never showed a number',
    })
    const seenAll = looksOf([0, undefined], [200, 'loading'], [400, 999n])
    expect(textOf(law, { ...at, looks: seenAll })).toContain(
      'at 400 ms it showed 999',
    )
    const state = wasTrue({ read: () => 'open' })
    const words = looksOf([0, undefined], [100, null], [200, 'open'])
    expect(textOf(state, { ...at, looks: words })).toBe(undefined)
  })

  test('options: read says what else is shown', () => {
    const blocks = wasTrue({
      read: (view, block) =>
        view.request({
          method: 'eth_getBlockTransactionCountByNumber',
          params: [block],
        }),
    })
    const looks = looksOf([0, '0x0'], [4_200, '0x1'], [6_300, '0x0'])
    expect(textOf(blocks, { ...chain(), looks })).toBe(undefined)
    expect(
      textOf(blocks, { ...chain(), looks: looksOf([0, '0x5']) }),
    ).toContain('it showed "0x5"')
  })
})

describe('noFlicker', () => {
  const looks = looksOf([0, '7'], [2_000, '12'], [2_200, '7'], [2_400, '12'])
  const plain = { ...nothing, looks: looksOf([0, '7'], [2_000, '12']) }

  test('default: there and back, where nothing else went back', () => {
    expect(textOf(noFlicker(), { looks, plain })).toMatchInlineSnapshot(
      `"it went from "7" to "12" at 2000 ms and back at 2200 ms, and the chain did not"`,
    )
  })

  test('behavior: the plain network does it, too', () => {
    expect(
      textOf(noFlicker(), { looks, plain: { ...plain, looks: [...looks] } }),
    ).toBe(undefined)
  })

  test('behavior: a word in the place of a number is none', () => {
    const words = looksOf([0, '7'], [2_000, 'error'], [2_200, '7'])
    expect(textOf(noFlicker(), { looks: words, plain })).toBe(undefined)
  })

  test('behavior: an endpoint that answers wrongly is a cause', () => {
    const mishap = { ...one, kind: 'old', name: 'old' } as const
    const mishaps = [{ mishap, at: 2_200, until: 2_200 }]
    expect(textOf(noFlicker(), { looks, plain, mishaps })).toBe(undefined)
  })
})

describe('everySentIsTold', () => {
  const sent = [{ hash: '0x01', at: 1_000 } as const]
  const told = looksOf([0, 'idle'], [1_000, 'pending'], [2_000, 'final'])
  const plain = { ...nothing, looks: told, sent }
  const stuck = told.slice(0, 2).map((look, index) => ({
    ...look,
    until: index === 1 ? now : look.until,
  }))

  test('default: nothing on the way stays', () => {
    const law = everySentIsTold({ within: 10_000 })
    expect(textOf(law, { looks: told, plain, sent })).toBe(undefined)
    expect(textOf(law, { looks: stuck, plain, sent })).toMatchInlineSnapshot(
      `"it showed "pending" from 1000 ms on, and no final status within 10000 ms"`,
    )
  })

  test('behavior: before its time is up it is undecided', () => {
    const law = everySentIsTold({ within: 30_000 })
    expect(textOf(law, { looks: stuck, plain, sent })).toEqual({
      undecidedUntil: 31_000,
    })
  })

  test('options: ends says how an end reads', () => {
    const law = everySentIsTold({ within: 1_000, ends: /final|failed/ })
    const lost = looksOf([0, 'idle'], [1_500, 'resending'])
    expect(textOf(law, { looks: lost, plain, sent })).toContain('"resending"')
    expect(textOf(law, { looks: told, plain, sent })).toBe(undefined)
  })
})

test('staysFinal: what comes after final', () => {
  const looks = looksOf([0, 'idle'], [1_000, 'final'], [3_000, 'pending'])
  expect(textOf(staysFinal('final'), { looks })).toMatchInlineSnapshot(
    `"it showed "final" from 1000 ms on, but "pending" at 3000 ms"`,
  )
  expect(textOf(staysFinal(/final|pending/), { looks })).toBe(undefined)
})

test('staysFinal: an act of the user before it, or long after it, excuses nothing', () => {
  const looks = looksOf([0, 'idle'], [1_000, 'final'], [3_000, 'pending'])
  const acts = (...times: number[]) => times.map((at) => ({ name: 'pay', at }))
  const law = staysFinal('final')
  expect(textOf(law, { looks, acts: acts(0, 1_000, 3_001) })).toContain(
    'but "pending" at 3000 ms',
  )
  expect(textOf(law, { looks, acts: acts(0, 2_900) })).toBe(undefined)
  const twice = looksOf(
    [0, 'final'],
    [3_000, 'pending'],
    [4_000, 'final'],
    [6_000, 'pending'],
  )
  expect(textOf(law, { looks: twice, acts: acts(2_900) })).toBe(
    'it showed "final" from 4000 ms on, but "pending" at 6000 ms',
  )
})

test('rightAgain: as on the plain network, some time after the mishap', () => {
  const plain = { ...nothing, looks: looksOf([0, 'a'], [5_000, 'b']) }
  const looks = looksOf([0, 'a'])
  const mishaps = [late(2_500)]
  expect(textOf(rightAgain(), { looks, plain, mishaps })).toMatchInlineSnapshot(
    `"it still showed "a", 17500 ms after the mishap; without the mishap it showed "b""`,
  )
  const tooLate = [late(15_000)]
  expect(textOf(rightAgain(), { looks, plain, mishaps: tooLate })).toEqual({
    unjudged: expect.stringContaining('early enough'),
  })
})

test('always, eventually, atLast', () => {
  const looks = looksOf([0, 1], [1_000, 2])
  const isOne = (value: unknown) => value === 1
  expect(textOf(always(isOne), { looks })).toBe('it showed 2')
  expect(textOf(eventually(isOne), { looks })).toBe(undefined)
  expect(
    textOf(
      eventually((value) => value === 3),
      { looks },
    ),
  ).toBe('no value fitted within 20000 ms; the last one was 2')
  expect(textOf(atLast(isOne), { looks })).toBe('at the end it showed 2')
})

test('mostRequests and nothingAskedAfter', async () => {
  const node = createMockNode()
  const request = { method: 'eth_chainId' } as const
  for (let count = 0; count < 4; count++) {
    node.advance(300)
    await node.provider.request(request)
  }
  const { answeredRequests } = node
  expect(textOf(mostRequests(4), { answeredRequests })).toBe(undefined)
  expect(textOf(mostRequests(3), { answeredRequests })).toMatchInlineSnapshot(
    `"the application sent more than 3 requests within a second; the last one was eth_chainId"`,
  )
  const secondTab = (at: number) => {
    const user = { type: 'secondTab', at } as const
    const mishap = { kind: 'reloaded', name: 'a second tab', user } as Mishap
    return [{ mishap, at, until: at }]
  }
  const withTab = (at: number) =>
    textOf(mostRequests(2), { answeredRequests, mishaps: secondTab(at) })
  expect(withTab(400)).toBe(undefined)
  expect(withTab(1_000)).toContain('more than 2 requests within a second;')
  expect(
    textOf(mostRequests(1), { answeredRequests, mishaps: secondTab(400) }),
  ).toContain('more than 2 requests within a second, by 2 pages;')
  const looks = looksOf([0, 'open'], [1_000, 'closed'])
  expect(
    textOf(nothingAskedAfter('closed'), { looks, answeredRequests }),
  ).toMatchInlineSnapshot(
    `"the application sent eth_chainId 200 ms after it showed "closed""`,
  )
})

test('noConsoleError and noUnhandledRejection', () => {
  const heard = [{ at: 5, text: 'TypeError: no' }]
  expect(noConsoleError()(seen({ consoleErrors: heard }))).toEqual({
    at: 5,
    text: 'console.error was called with TypeError: no',
  })
  expect(noUnhandledRejection()(seen({ rejections: heard }))).toEqual({
    at: 5,
    text: 'the application did not catch the rejection TypeError: no',
  })
})

describe('neverPaidTwice', () => {
  const played = (...acts: readonly ('pay' | 'beat' | 'drop')[]) => {
    const node = createMockNode({
      clock: 'virtual',
      accounts: { [alice]: { balance: 10n ** 18n } },
    })
    const sent = acts.flatMap((act, index) => {
      if (act === 'pay') {
        const label = `pay ${index}`
        const pay = { from: alice, to: bob, value: 1n, label } as const
        return [{ hash: node.preconfirm(pay), at: node.now }]
      }
      if (act === 'drop') node.drop('pay 0')
      node.nextBeat()
      return []
    })
    return { nodes: [node], timelines: [readTimeline(node)], sent }
  }

  test('default: the same payment, included twice', () => {
    const once = played('pay', 'beat')
    const twice = played('pay', 'pay', 'beat')
    const law = neverPaidTwice()
    expect(textOf(law, { ...twice, plain: { ...twice, looks: [], now } })).toBe(
      undefined,
    )
    expect(
      textOf(law, { ...twice, plain: { ...once, looks: [], now } }),
    ).toMatchInlineSnapshot(
      `"the payment of 1 wei to 0x0000…0b0b was included twice: as 0xacf9…572f at 200 ms and as 0x55c9…86d5 at 200 ms"`,
    )
  })

  test('behavior: what was dropped may be paid again', () => {
    const again = played('pay', 'beat', 'drop', 'pay', 'beat')
    const plain = { ...played('pay', 'beat'), looks: [], now }
    expect(textOf(neverPaidTwice(), { ...again, plain })).toBe(undefined)
  })
})

describe('receiptStands', () => {
  /** A payment in block 1, of which a reorg at 5000 ms makes another block. */
  function reorged() {
    const node = createMockNode({
      clock: 'virtual',
      accounts: { [alice]: { balance: 10n ** 18n } },
    })
    const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
    node.advance(3_000)
    const request = {
      method: 'eth_getTransactionReceipt',
      params: [hash],
    } as const
    const receipt = node.view().request(request)
    node.advance(500)
    node.reorg()
    node.advance(now - 3_500)
    return { receipt, nodes: [node], timelines: [readTimeline(node)] }
  }
  const { receipt, ...run } = reorged()
  const law = receiptStands()

  test('default: one of a block that was reorged away before', () => {
    const inTime = looksOf([0, null], [5_400, receipt])
    expect(textOf(law, { ...run, looks: inTime })).toBe(undefined)
    const late = looksOf([0, null], [5_600, receipt])
    expect(textOf(law, { ...run, looks: late })).toMatch(
      /^it showed a receipt of block 0x\w+…\w+, but the chain had no receipt of that transaction$/,
    )
  })

  test('behavior: nothing to judge', () => {
    expect(textOf(law, { ...run, looks: looksOf([0, null]) })).toEqual({
      unjudged: 'it never showed a receipt',
    })
  })
})

describe('everyLogIsSeen', () => {
  const usdc = '0x00000000000000000000000000000000000005dc'
  function transfers() {
    const node = createMockNode({
      clock: 'virtual',
      accounts: { [alice]: { balance: 10n ** 18n } },
    })
    const logs = [{ address: usdc, topics: [], data: '0x' }] as const
    const hashes = [1_000, 3_000].map((at) => {
      node.advance(at - node.now)
      return node.preconfirm({ from: alice, to: usdc, data: '0x12', logs })
    })
    node.advance(now - node.now)
    return { hashes, nodes: [node], timelines: [readTimeline(node)] }
  }
  const { hashes, ...run } = transfers()
  const law = everyLogIsSeen({ address: usdc })

  test('default: a log in a sealed block never came', () => {
    const all = looksOf([0, []], [4_100, hashes])
    expect(textOf(law, { ...run, looks: all })).toBe(undefined)
    const one = looksOf([0, []], [4_100, hashes.slice(0, 1)])
    expect(textOf(law, { ...run, looks: one })).toMatch(
      /^the log of 0x\w+…\w+, sealed at 4000 ms, never came$/,
    )
  })

  test('behavior: what is sealed too shortly before the end is not judged', () => {
    const one = looksOf([0, []], [4_100, hashes.slice(0, 1)])
    const law = everyLogIsSeen({ address: usdc, within: 18_000 })
    expect(textOf(law, { ...run, looks: one })).toEqual({
      undecidedUntil: 22_000,
    })
  })

  test('behavior: logs of another contract do not count', () => {
    const law = everyLogIsSeen({ address: bob })
    expect(textOf(law, { ...run, looks: looksOf([0, []]) })).toEqual({
      unjudged: 'no log came',
    })
  })
})

describe('successIsTrue and failureIsTrue', () => {
  /** A payment, pre-confirmed at 200 ms and perhaps dropped at 1200 ms. */
  const paid = ({ isDropped }: { readonly isDropped: boolean }) => {
    const node = createMockNode({
      clock: 'virtual',
      accounts: { [alice]: { balance: 10n ** 18n } },
    })
    const pay = { from: alice, to: bob, value: 1n, label: 'pay' } as const
    const hash = node.preconfirm(pay)
    node.advance(1_000)
    if (isDropped) node.drop('pay')
    node.advance(now - 1_000)
    return {
      nodes: [node],
      timelines: [readTimeline(node)],
      sent: [{ hash, at: 0 }],
    }
  }
  const kept = paid({ isDropped: false })
  const dropped = paid({ isDropped: true })
  const law = successIsTrue('paid')

  test('default: what the chain took back stayed on the page', () => {
    const looks = looksOf([0, 'none'], [400, 'paid'])
    expect(textOf(law, { ...kept, looks })).toBe(undefined)
    expect(textOf(law, { ...dropped, looks })).toBe(
      'it showed "paid" from 400 ms on, though no transaction of the application was on the chain as a success from 1200 ms on',
    )
    const soon = looksOf([0, 'none'], [400, 'paid'], [9_000, 'none'])
    expect(textOf(law, { ...dropped, looks: soon })).toBe(undefined)
  })

  test('behavior: a success is told before there is one', () => {
    const looks = looksOf([0, 'none'], [100, 'paid'])
    expect(textOf(law, { ...kept, looks })).toContain('from 0 ms on')
  })

  test('behavior: a run that ends too early is not judged', () => {
    const looks = looksOf([0, 'none'], [400, 'paid'])
    expect(
      law(seen({ ...dropped, looks: looks.slice(0, 2), now: 5_000 })),
    ).toEqual({ undecidedUntil: 11_201 })
  })

  test('default: a payment that succeeded was told as failed', () => {
    const law = failureIsTrue('failed')
    const looks = looksOf([0, 'none'], [3_000, 'failed'])
    expect(textOf(law, { ...kept, looks })).toBe(
      'it showed "failed" from 3000 ms on, though the transaction was on the chain as a success from 200 ms on',
    )
    expect(textOf(law, { ...dropped, looks })).toBe(undefined)
    const soon = looksOf([0, 'none'], [3_000, 'failed'], [9_000, 'paid'])
    expect(textOf(law, { ...kept, looks: soon })).toBe(undefined)
  })

  test('behavior: what nobody could know yet is not judged', () => {
    const looks = looksOf([0, 'none'], [400, 'paid'])
    const mishaps = [{ ...late(1_000), until: Number.POSITIVE_INFINITY }]
    expect(textOf(law, { ...dropped, looks, mishaps })).toBe(undefined)
  })
})
