import { createMockNode, isPresealError, type MockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { alice, bob, carol, ether, miner, token, word } from './actors.js'
import { listen } from './listen.js'
import { ask, readAll } from './reads.js'

/** A node in which something of everything is under way. */
function busy() {
  const node = createMockNode({
    accounts: {
      [alice]: { balance: 10n * ether },
      [bob]: { balance: 5n * ether, nonce: 1 },
      [token]: { code: '0x6001', storage: { '0x0': '0x1' } },
    },
    header: { initialBaseFeePerGas: 1_000n, gasLimit: 200_000n, miner },
    steps: [
      { at: 900, type: 'preconfirm', from: bob, to: alice, value: 1n },
      { at: 2_500, type: 'setBalance', address: carol, value: 9n },
    ],
  })
  node.preconfirm({ from: alice, to: bob, value: 1n })
  node.nextBlock()
  const pending = node.preconfirm({ from: bob, to: carol, value: ether })
  const leaving = node.preconfirm({ from: bob, to: carol, value: 1n })
  node.preconfirm({ from: alice, to: bob, gasUsed: 190_000n })
  node.nextBeat()
  node.setStorageAt({ address: token, index: 0, value: '0x2' })
  node.drop(leaving)
  const queued = node.preconfirm({ from: carol, to: alice, value: 2n })
  node.fault({ type: 'null', skip: 3, times: 2, methods: ['eth_chainId'] })
  node.fault({ type: 'delay', ms: 10, methods: ['net_version'] })
  node.handle('eth_call', () => '0x01')
  node.advance(50)
  return { node, pending, leaving, queued }
}

type Busy = ReturnType<typeof busy>
type Bad = [what: string, error: string, act: (busy: Busy) => unknown]

const invalid = 'InvalidParametersError'
const never = undefined as never

const bad: { [verb: string]: Bad[] } = {
  preconfirm: [
    ['nothing', invalid, ({ node }) => node.preconfirm(never)],
    ['null', invalid, ({ node }) => node.preconfirm(null as never)],
    ['no sender', invalid, ({ node }) => node.preconfirm({ to: bob } as never)],
    [
      'a sender of 19 bytes',
      invalid,
      ({ node }) => node.preconfirm({ from: alice.slice(0, -2) as never }),
    ],
    [
      'an unknown key',
      invalid,
      ({ node }) =>
        node.preconfirm({ from: alice, to: bob, amount: 1n } as never),
    ],
    [
      'a negative value',
      invalid,
      ({ node }) => node.preconfirm({ from: alice, to: bob, value: -1n }),
    ],
    [
      'a number of wei',
      invalid,
      ({ node }) =>
        node.preconfirm({ from: alice, to: bob, value: 1 as never }),
    ],
    [
      'data of odd length',
      invalid,
      ({ node }) => node.preconfirm({ from: alice, to: bob, data: '0x123' }),
    ],
    [
      'more gas used than its limit',
      invalid,
      ({ node }) => node.preconfirm({ from: alice, to: bob, gas: 1n }),
    ],
    [
      'an unknown type',
      invalid,
      ({ node }) =>
        node.preconfirm({ from: alice, to: bob, type: 'eip4844' as never }),
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
      'changes to no address',
      invalid,
      ({ node }) =>
        node.preconfirm({
          from: alice,
          to: bob,
          changes: { ['0x1' as never]: {} },
        }),
    ],
    [
      'a negative balance in changes',
      invalid,
      ({ node }) =>
        node.preconfirm({
          from: alice,
          to: bob,
          changes: { [bob]: { balance: -1n } },
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
      ({ node }) =>
        node.preconfirm({ from: alice, to: bob, value: 11n * ether }),
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
      ({ node }) =>
        node.preconfirm({ from: alice, to: bob, gasUsed: 200_001n }),
    ],
  ],
  drop: [
    ['nothing', invalid, ({ node }) => node.drop(never)],
    ['an empty label', invalid, ({ node }) => node.drop('')],
    [
      'an unknown label',
      'UnknownTransactionError',
      ({ node }) => node.drop('a'),
    ],
    ['an object', invalid, ({ node }) => node.drop({ name: 'a' } as never)],
    [
      'an unknown one',
      'UnknownTransactionError',
      ({ node }) => node.drop(word(1)),
    ],
  ],
  setBalance: [
    ['nothing', invalid, ({ node }) => node.setBalance(never)],
    [
      'less than 0',
      invalid,
      ({ node }) => node.setBalance({ address: bob, value: -1n }),
    ],
    [
      'a number',
      invalid,
      ({ node }) => node.setBalance({ address: bob, value: 1 as never }),
    ],
    [
      '2^256',
      invalid,
      ({ node }) => node.setBalance({ address: bob, value: 2n ** 256n }),
    ],
    [
      'no address',
      invalid,
      ({ node }) => node.setBalance({ value: 1n } as never),
    ],
    [
      'an account object',
      invalid,
      ({ node }) =>
        node.setBalance({ address: { address: bob } as never, value: 1n }),
    ],
    [
      'an unknown key',
      invalid,
      ({ node }) =>
        node.setBalance({ address: bob, value: 1n, balance: 1n } as never),
    ],
  ],
  setNonce: [
    [
      'less than 0',
      invalid,
      ({ node }) => node.setNonce({ address: bob, nonce: -1 }),
    ],
    [
      'a fraction',
      invalid,
      ({ node }) => node.setNonce({ address: bob, nonce: 0.5 }),
    ],
    [
      'a bigint',
      invalid,
      ({ node }) => node.setNonce({ address: bob, nonce: 1n as never }),
    ],
  ],
  setCode: [
    [
      'odd length',
      invalid,
      ({ node }) => node.setCode({ address: bob, bytecode: '0x1' }),
    ],
    [
      'no hex',
      invalid,
      ({ node }) => node.setCode({ address: bob, bytecode: 'code' as never }),
    ],
    ['nothing', invalid, ({ node }) => node.setCode({ address: bob } as never)],
  ],
  setContract: [
    [
      'an unknown type',
      invalid,
      ({ node }) => node.setContract({ type: 'erc777', address: bob } as never),
    ],
    [
      'more decimals than a byte counts',
      invalid,
      ({ node }) =>
        node.setContract({
          type: 'erc20',
          address: bob,
          symbol: 'T',
          decimals: 256,
        }),
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
      'no function',
      invalid,
      ({ node }) =>
        node.setContract({
          type: 'native',
          address: bob,
          native: '0x' as never,
        }),
    ],
  ],
  setStorageAt: [
    [
      'a slot over 32 bytes',
      invalid,
      ({ node }) =>
        node.setStorageAt({
          address: bob,
          index: `0x1${'0'.repeat(64)}`,
          value: '0x1',
        }),
    ],
    [
      'a negative slot',
      invalid,
      ({ node }) =>
        node.setStorageAt({ address: bob, index: -1, value: '0x1' }),
    ],
    [
      'a value over 32 bytes',
      invalid,
      ({ node }) =>
        node.setStorageAt({
          address: bob,
          index: 0,
          value: `0x1${'0'.repeat(64)}`,
        }),
    ],
    [
      'a bigint value',
      invalid,
      ({ node }) =>
        node.setStorageAt({ address: bob, index: 0, value: 1n as never }),
    ],
  ],
  advance: [
    ['less than 0', invalid, ({ node }) => node.advance(-1)],
    ['nothing', invalid, ({ node }) => node.advance(never)],
    [
      'too far',
      'InvalidParametersError',
      ({ node }) => node.advance(Number.MAX_SAFE_INTEGER),
    ],
  ],
  tick: [
    ['less than 0', invalid, ({ node }) => node.nextBeat(-1)],
    ['a fraction', invalid, ({ node }) => node.nextBeat(0.5)],
    [
      'too far',
      'InvalidParametersError',
      ({ node }) => node.nextBeat(Number.MAX_SAFE_INTEGER),
    ],
  ],
  seal: [
    ['less than 0', invalid, ({ node }) => node.nextBlock(-1)],
    [
      'too far',
      'InvalidParametersError',
      ({ node }) => node.nextBlock(Number.MAX_SAFE_INTEGER),
    ],
  ],
  seek: [
    ['less than 0', invalid, ({ node }) => node.seek(-1)],
    ['nothing', invalid, ({ node }) => node.seek(never)],
  ],
  handle: [
    [
      'no method',
      'InvalidParametersError',
      ({ node }) => node.handle('', () => '0x'),
    ],
    [
      'no function',
      'InvalidParametersError',
      ({ node }) => node.handle('eth_chainId', '0x1' as never),
    ],
  ],
  fault: [
    ['nothing', invalid, ({ node }) => node.fault(never)],
    [
      'an unknown type',
      invalid,
      ({ node }) => node.fault({ type: 'timeout' } as never),
    ],
    [
      'an impossible status',
      invalid,
      ({ node }) => node.fault({ type: 'http', status: 200 }),
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
      'the same of a rule',
      invalid,
      ({ node }) => node.inclusion({ type: 'never', until: node.now }),
    ],
    [
      'the same as a step',
      invalid,
      ({ node }) =>
        node.apply({ type: 'fault', fault: { type: 'null', until: 1 } }),
    ],
    [
      'a tag in upper case',
      invalid,
      ({ node }) => node.fault({ type: 'null', block: 'Latest' as never }),
    ],
  ],
  revert: [
    [
      'a snapshot of another node',
      'UnknownIdError',
      ({ node }) => node.revert(busy().node.snapshot()),
    ],
  ],
  on: [
    [
      'an unknown event',
      'InvalidParametersError',
      ({ node }) => node.on('block' as never, () => {}),
    ],
    [
      'no function',
      'InvalidParametersError',
      ({ node }) => node.on('beat', never),
    ],
  ],
}

function catchError(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  return undefined
}

/** What a node says now, and what becomes of it. */
async function story(node: MockNode) {
  const faults = async () => [
    await ask(node, 'eth_chainId'),
    await ask(node, 'eth_call'),
  ]
  const now = [await readAll(node), await faults()]
  const told = listen(node, 'beat', 'preconfirmed', 'dropped', 'sealed')
  node.advance(2_100)
  const middle = await readAll(node)
  node.nextBlock(3)
  return { now, told, middle, end: [await readAll(node), await faults()] }
}

let control: ReturnType<typeof story> | undefined

/** The story of a node to which nothing bad was done. */
function untried() {
  control ??= story(busy().node)
  return control
}

describe.each(Object.entries(bad))('%s', (_, cases) => {
  test.each(cases)('error: %s', async (_, name, act) => {
    const tried = busy()
    const error = catchError(() => act(tried))
    expect(isPresealError(error)).toBe(true)
    expect(error).toMatchObject({ name })
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
    ['seek', (node: MockNode) => node.seek(0)],
    ['revert', (node: MockNode) => node.revert(node.snapshot())],
  ])('error: %s inside a listener', async (_, act) => {
    const ends = []
    for (const isTried of [true, false]) {
      const { node } = busy()
      const off = node.on('beat', () => {
        if (isTried)
          expect(catchError(() => act(node))).toMatchObject({
            name: 'ReentrantCallError',
          })
      })
      node.nextBeat()
      off()
      ends.push(await story(node))
    }
    expect(ends[0]).toEqual(ends[1])
  })

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
