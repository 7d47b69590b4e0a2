import { createMockNode } from 'preseal'
import {
  always,
  atLast,
  eventually,
  everySentIsTold,
  type Invariant,
  type Look,
  mostRequests,
  noConsoleError,
  noFlicker,
  nothingAskedAfter,
  noUnhandledRejection,
  rightAgain,
  type Seen,
  sentOnce,
  staysFinal,
  wasTrue,
} from 'preseal/explore'
import { readTimeline } from 'preseal/timeline'
import { describe, expect, test } from 'vitest'
import { alice, bob } from '../../node/actors.js'

const now = 20_000

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
    plain: { looks, sent: more.sent ?? [], now },
    answeredRequests: [],
    sent: [],
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

const late = (until: number) => ({
  mishap: { kind: 'late', name: 'late' } as const,
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
      `"at 3000 ms it showed "0", which was never true in the last 2000 ms: the chain said 7 pending and 7 latest"`,
    )
    const old = looksOf([0, '7'], [8_500, '12'])
    expect(textOf(law, { ...chain(), looks: old })).toMatchInlineSnapshot(
      `"at 8499 ms it still showed "7", since 0 ms, which was never true in the last 2000 ms: the chain said 12 pending and 12 latest"`,
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
  const plain = { looks: looksOf([0, '7'], [2_000, '12']), sent: [], now }

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
    const mishap = { kind: 'old', name: 'old' } as const
    const mishaps = [{ mishap, at: 2_200, until: 2_200 }]
    expect(textOf(noFlicker(), { looks, plain, mishaps })).toBe(undefined)
  })
})

describe('everySentIsTold', () => {
  const sent = [{ hash: '0x01', at: 1_000 } as const]
  const told = looksOf([0, 'idle'], [1_000, 'pending'], [2_000, 'final'])
  const plain = { looks: told, sent, now }
  const stuck = told.slice(0, 2).map((look, index) => ({
    ...look,
    until: index === 1 ? now : look.until,
  }))

  test('default: nothing on the way stays', () => {
    const law = everySentIsTold({ within: 10_000 })
    expect(textOf(law, { looks: told, plain, sent })).toBe(undefined)
    expect(textOf(law, { looks: stuck, plain, sent })).toMatchInlineSnapshot(
      `"it had been "pending" since 1000 ms, and showed no outcome within 10000 ms"`,
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
    `"it was "pending" after it had been "final" since 1000 ms"`,
  )
  expect(textOf(staysFinal(/final|pending/), { looks })).toBe(undefined)
})

test('rightAgain: as on the plain network, some time after the mishap', () => {
  const plain = { looks: looksOf([0, 'a'], [5_000, 'b']), sent: [], now }
  const looks = looksOf([0, 'a'])
  const mishaps = [late(2_500)]
  expect(textOf(rightAgain(), { looks, plain, mishaps })).toMatchInlineSnapshot(
    `"it still was "a", 17500 ms after the mishap, and "b" without one"`,
  )
  const tooLate = [late(15_000)]
  expect(textOf(rightAgain(), { looks, plain, mishaps: tooLate })).toEqual({
    unjudged: expect.stringContaining('early enough'),
  })
})

test('always, eventually, atLast', () => {
  const looks = looksOf([0, 1], [1_000, 2])
  const isOne = (value: unknown) => value === 1
  expect(textOf(always(isOne), { looks })).toBe('it was 2')
  expect(textOf(eventually(isOne), { looks })).toBe(undefined)
  expect(
    textOf(
      eventually((value) => value === 3),
      { looks },
    ),
  ).toBe('it never matched, and was 2 at the end')
  expect(textOf(atLast(isOne), { looks })).toBe('it was 2 at the end')
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
    `"eth_chainId was request 4 within a second, more than 3"`,
  )
  const looks = looksOf([0, 'open'], [1_000, 'closed'])
  expect(
    textOf(nothingAskedAfter('closed'), { looks, answeredRequests }),
  ).toMatchInlineSnapshot(
    `"eth_chainId was asked 200 ms after it was "closed""`,
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
    text: 'nobody caught the rejection TypeError: no',
  })
})

test('sentOnce: the same payment, included twice', () => {
  const node = createMockNode({
    clock: 'virtual',
    accounts: { [alice]: { balance: 10n ** 18n } },
  })
  const pay = () => node.preconfirm({ from: alice, to: bob, value: 1n })
  const sent = [pay(), pay()].map((hash) => ({ hash, at: 0 }))
  node.nextBeat()
  const at = { nodes: [node], timelines: [readTimeline(node)], sent }
  expect(textOf(sentOnce(), at)).toBe(undefined)
  const plain = { looks: [], sent: sent.slice(1), now }
  expect(textOf(sentOnce(), { ...at, plain })).toBe(
    'the same payment was included a second time',
  )
})
