import { createMockNode, isPresealError, type MockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { alice, bob, carol, ether, miner, token, word } from './actors.js'
import { type Busy, busy, story, untried } from './busy.js'
import { readAll } from './reads.js'

type Bad = [what: string, error: string, act: (busy: Busy) => unknown]

const invalid = 'InvalidParametersError'
const never = undefined as never

// wrongValues.test.ts has every wrong value of every field; here is what only an
// act, the chain or another value makes wrong.
const bad: Bad[] = [
  ['preconfirm of nothing', invalid, ({ node }) => node.preconfirm(never)],
  [
    'more gas used than its limit',
    invalid,
    ({ node }) => node.preconfirm({ from: alice, to: bob, gas: 1n }),
  ],
  [
    'fields of another type',
    invalid,
    ({ node }) => node.preconfirm({ from: alice, to: bob, gasPrice: 1n }),
  ],
  [
    'logs of a reverted one',
    invalid,
    ({ node }) =>
      node.preconfirm({
        from: alice,
        to: bob,
        status: 'reverted',
        logs: [{ address: token }],
      }),
  ],
  [
    'a getter that throws',
    invalid,
    ({ node }) =>
      node.preconfirm({
        get from(): never {
          throw new Error('mine')
        },
      }),
  ],
  [
    'a nonce that was used',
    'NonceError',
    ({ node }) => node.preconfirm({ from: alice, to: bob, nonce: 1 }),
  ],
  [
    'a nonce that leaves a gap',
    'NonceError',
    ({ node }) => node.preconfirm({ from: alice, to: bob, nonce: 3 }),
  ],
  [
    'more than the account holds',
    'InsufficientBalanceError',
    ({ node }) => node.preconfirm({ from: alice, to: bob, value: 11n * ether }),
  ],
  [
    'more than is left after the queue',
    'InsufficientBalanceError',
    ({ node }) => node.preconfirm({ from: carol, to: bob, value: ether }),
  ],
  [
    'a fee that nobody can pay',
    'InsufficientBalanceError',
    ({ node }) =>
      node.preconfirm({ from: alice, to: bob, maxFeePerGas: 10n ** 30n }),
  ],
  [
    'more gas than a block has',
    'GasLimitError',
    ({ node }) => node.preconfirm({ from: alice, to: bob, gasUsed: 200_001n }),
  ],
  ['an unknown label', 'UnknownTransactionError', ({ node }) => node.drop('a')],
  [
    'an unknown one',
    'UnknownTransactionError',
    ({ node }) => node.drop(word(1)),
  ],
  [
    'more tokens than a word counts',
    invalid,
    ({ node }) =>
      node.setContract({
        type: 'erc20',
        address: bob,
        symbol: 'T',
        balances: { [alice]: 2n ** 255n, [bob]: 2n ** 255n },
      }),
  ],
  [
    'an end before its beginning',
    invalid,
    ({ node }) => node.fault({ type: 'null', since: 5, until: 5 }),
  ],
  [
    'an end that is past',
    invalid,
    ({ node }) => node.fault({ type: 'null', until: node.now }),
  ],
  [
    'the same of a fault of transactions',
    invalid,
    ({ node }) => node.fault({ type: 'includeNever', until: node.now }),
  ],
  [
    'the same as a step',
    invalid,
    ({ node }) =>
      node.apply({ type: 'fault', fault: { type: 'null', until: 1 } }),
  ],
  [
    'a snapshot of another node',
    'UnknownIdError',
    ({ node }) => node.revert(busy().node.snapshot()),
  ],
  [
    'no method',
    'InvalidParametersError',
    ({ node }) => node.handle('', () => '0x'),
  ],
  [
    'an unknown event',
    'InvalidParametersError',
    ({ node }) => node.on('block' as never, () => {}),
  ],
  ['advance(-1)', invalid, ({ node }) => node.advance(-1)],
  ['advance(never)', invalid, ({ node }) => node.advance(never)],
  [
    'advance(Number.MAX_SAFE_INTEGER)',
    invalid,
    ({ node }) => node.advance(Number.MAX_SAFE_INTEGER),
  ],
  ['nextBeat(-1)', invalid, ({ node }) => node.nextBeat(-1)],
  ['nextBeat(0.5)', invalid, ({ node }) => node.nextBeat(0.5)],
  [
    'nextBeat(Number.MAX_SAFE_INTEGER)',
    invalid,
    ({ node }) => node.nextBeat(Number.MAX_SAFE_INTEGER),
  ],
  ['nextBlock(-1)', invalid, ({ node }) => node.nextBlock(-1)],
  [
    'nextBlock(Number.MAX_SAFE_INTEGER)',
    invalid,
    ({ node }) => node.nextBlock(Number.MAX_SAFE_INTEGER),
  ],
  ['seek(-1)', invalid, ({ node }) => node.seek(-1)],
  ['seek(never)', invalid, ({ node }) => node.seek(never)],
  ['on(beat, never)', invalid, ({ node }) => node.on('beat', never)],
  [
    'handle(eth_chainId, 0x1 as never)',
    invalid,
    ({ node }) => node.handle('eth_chainId', '0x1' as never),
  ],
]

function catchError(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  return undefined
}

describe('verbs refused, one after the other, by one node', () => {
  const tried = busy()

  test.each(bad)('error: %s', (_, name, act) => {
    const error = catchError(() => act(tried))
    expect(isPresealError(error)).toBe(true)
    expect(error).toMatchObject({ name })
  })

  test('behavior: leave it as it was', async () => {
    expect(await story(tried.node)).toEqual(await untried())
  })
})

describe('verbs that come at the wrong time', () => {
  const dropAt = async (move: (node: MockNode) => void, name: string) => {
    const ends = []
    for (const isTried of [true, false]) {
      const { node, pending } = busy()
      move(node)
      if (isTried)
        expect(catchError(() => node.drop(pending))).toMatchObject({ name })
      ends.push(await story(node))
    }
    expect(ends[0]).toEqual(ends[1])
  }

  test('error: preconfirm of what is there already', async () => {
    const ends = []
    for (const isTried of [true, false]) {
      const { node } = busy()
      const deposit = {
        type: 'deposit',
        from: miner,
        to: bob,
        sourceHash: word(1),
      } as const
      node.preconfirm(deposit)
      node.setNonce({ address: miner, nonce: 0 })
      node.nextBeat()
      node.setNonce({ address: miner, nonce: 0 })
      if (isTried)
        expect(catchError(() => node.preconfirm(deposit))).toMatchObject({
          name: 'KnownTransactionError',
        })
      ends.push(await story(node))
    }
    expect(ends[0]).toEqual(ends[1])
  })

  test('error: drop of a sealed one', () =>
    dropAt((node) => node.nextBlock(), 'UnknownTransactionError'))

  test.each([
    ['advance', (node: MockNode) => node.advance(1)],
    ['nextBeat', (node: MockNode) => node.nextBeat()],
    ['nextBlock', (node: MockNode) => node.nextBlock()],
  ])('error: %s under a clock that it cannot move', async (_, act) => {
    const node = createMockNode({
      clock: { now: 0, setTimeout: () => 0, clearTimeout() {} },
    })
    node.setBalance({ address: bob, value: 1n })
    node.preconfirm({ from: bob, to: alice, value: 1n })
    const before = await readAll(node)
    expect(catchError(() => act(node))).toMatchObject({
      name: 'ClockError',
    })
    expect(await readAll(node)).toEqual(before)
  })

  test('error: any verb of a node that was disposed', async () => {
    const { node, pending } = busy()
    const { now, answeredRequests: exchanges } = node
    node.dispose()
    const verbs = [
      () => node.preconfirm({ from: alice, to: bob }),
      () => node.drop(pending),
      () => node.setBalance({ address: bob, value: 1n }),
      () => node.advance(1),
    ]
    for (const verb of verbs)
      expect(catchError(verb)).toMatchObject({ name: 'DisposedError' })
    expect([node.now, node.answeredRequests]).toEqual([now, exchanges])
  })
})
