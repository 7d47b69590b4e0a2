import { createMockNode, type MockNode } from 'preseal'
import { megaEth, monad, rise } from 'preseal/chains'
import { matchers, type NodeMatchers } from 'preseal/matchers'
import { createWallet } from 'preseal/wallet'
import { type Hex, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { alice, bob, token } from '../../node/actors.js'
import { ask } from '../../node/reads.js'
import { says } from '../../says.js'

const funded = { accounts: { [alice]: { balance: 10n ** 18n } } }

type Given<name extends keyof NodeMatchers> = Parameters<NodeMatchers[name]>

/** What a matcher says: whether it holds, and the first lines of why not. */
function judge<name extends keyof NodeMatchers>(
  node: MockNode,
  name: name,
  ...given: Given<name>
): [pass: boolean, why: string] {
  const matcher = matchers[name] as (
    node: MockNode,
    ...given: Given<name>
  ) => { pass: boolean; message(): string }
  const { pass, message } = matcher(node, ...given)
  return [pass, message()]
}

/** Without hashes, which say nothing here. */
function plain([, why]: [boolean, string]): string {
  return why.replaceAll(/0x[0-9a-f]{64}/g, '<hash>')
}

function played() {
  const node = createMockNode(funded)
  node.advance(50)
  const hash = node.preconfirm({
    from: alice,
    to: bob,
    value: 1n,
    label: 'pay',
  })
  return { node, hash }
}

describe('misused', () => {
  const misuse = (name: keyof NodeMatchers, ...given: unknown[]) => {
    try {
      return (matchers[name] as (...given: unknown[]) => unknown)(...given)
    } catch (error) {
      return `${error}`
    }
  }

  const wrong = (words: string) => says(`InvalidParametersError … ${words}`)

  test('error: another thing than a node told of internals', () => {
    const node = createMockNode()
    const { provider } = node
    for (const given of [`0x${'1'.repeat(64)}`, 'pay', undefined, () => node])
      expect
        .soft(misuse('toBeSealed', given, 'pay'))
        .toEqual(wrong('Write expect(node).toBeSealed(…).'))
    expect(misuse('toHaveNoTornReads', [node])).toEqual(
      wrong('Write expect(node).toHaveNoTornReads(…).'),
    )
    for (const name of Object.keys(matchers) as (keyof NodeMatchers)[])
      expect(misuse(name, provider)).toContain(`Write expect(node).${name}(…).`)
  })

  const transaction = 'expected a transaction: its hash, its'
  test.each<[name: keyof NodeMatchers, given: unknown[], words: string]>([
    ['toBeDropped', [], transaction],
    ['toBeSealed', [''], transaction],
    ['toBeSealed', [{ hash: '0x1' }], transaction],
    ['toBePreconfirmed', [5n], transaction],
    ['toHaveBalance', [bob, 1], 'expected a bigint of wei behind the'],
    ['toHaveStorageAt', [token, 0], 'expected hex behind the address and the'],
    ['toHaveReceivedRequest', [], 'expected the name of a method, such as'],
    ['toBeSealed', [Promise.resolve('0x1')], transaction],
  ])('error: %s of %o told of internals', (name, given, words) => {
    expect(misuse(name, createMockNode(), ...given)).toEqual(wrong(words))
  })

  const request = 'toHaveReceivedRequest'
  test.each<[name: keyof NodeMatchers, given: unknown[], words: string]>([
    ['toBeSealed', ['pya'], "expected a label of this node's: 'pay'."],
    [request, ['eth_sendRawTransactoin'], 'expected the name of a'],
    [request, ['eth_subscription'], 'expected the name of a'],
    [request, ['eth_call', [], { time: 1 }], 'expected "times", the nearest'],
    [request, ['eth_call', [], { times: '1' }], 'Write the number 1.'],
    ['toHaveSubscription', ['newHeds'], 'expected the name of a'],
    ['toHaveSubscription', [['log', {}]], 'expected the name of a'],
    ['toHaveSubscription', ['blocks'], 'expected the name of a subscription:'],
    ['toHaveSubscription', ['logs', 1], 'expected an object { times? }.'],
    [
      'toBeDropped',
      ['pay', { reason: 'funded' }],
      'expected one of "requested"',
    ],
    [
      'toHaveNoTornReads',
      [{ from: 0 }],
      'expected one of since, until, block.',
    ],
    [
      'toHaveNoTornReads',
      [{ since: 10, until: 5 }],
      'expected a "since", which is 10, of at most "until", which is 5.',
    ],
    ['toHaveNoUnusedFaults', [{ methods: [] }], 'expected nothing.'],
    ['toHaveNoUnexpectedRequests', [[]], 'expected nothing.'],
    ['toHaveBalance', ['0x1', 1n, 'lates'], '"address" … "block" is "lates"'],
    [
      request,
      ['eth_sendRawTransactoin', 5, { time: 1 }],
      '"method" is … "params" is 5, … "time" is',
    ],
    ['toHaveSubscription', ['newHeds', { time: 1 }], '"params" … "time" is'],
    ['toBeDropped', [5n, { reason: 'gone' }], '"transaction" is … "reason" is'],
  ])(
    'error: `not` held for what was mistyped: %s of %o',
    (name, given, words) => {
      expect(misuse(name, played().node, ...given)).toEqual(wrong(words))
    },
  )

  test('error: `not` held for a label of a node without any', () => {
    const { node } = played()
    expect(misuse('toBeDropped', createMockNode(), 'pay')).toEqual(
      wrong('expected a label of a transaction, and'),
    )
    expect(judge(node, 'toHaveReceivedRequest', 'wallet_ours')[0]).toBe(false)
  })

  test('behavior: names of subscriptions that profiles serve or refuse are known', () => {
    for (const profile of [monad(), megaEth(), rise()]) {
      const node = createMockNode({ profile })
      for (const name of Object.keys(
        profile.options.answers?.subscriptions ?? {},
      ))
        expect(judge(node, 'toHaveSubscription', name)[0]).toBe(false)
    }
  })
})

describe('of a transaction', () => {
  test('default: one that the application sent', async () => {
    const node = createMockNode({ accounts: { [alice]: { balance: 10n } } })
    const wallet = createWallet(node, { balance: 10n ** 18n })
    const pay = { from: wallet.account, to: bob, value: '0x1' } as const
    wallet.connect()
    await wallet.provider.request({
      method: 'eth_sendTransaction',
      params: [pay],
    })
    expect(judge(node, 'toBeSealed', { sent: { to: bob } })[0]).toBe(false)
    node.nextBlock(2)
    expect(judge(node, 'toBeSealed', { sent: { to: bob } })[0]).toBe(true)
    expect(() => judge(node, 'toBeSealed', { sent: { to: alice } })).toThrow(
      'No transaction of the application is known and matches',
    )
  })

  test("behavior: the same, where 'pending' is the sealed block", () => {
    const node = createMockNode({
      accounts: { [alice]: { balance: 10n } },
      beatsSeenBy: 'none',
    })
    const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
    const states = () => [
      judge(node, 'toBePreconfirmed', hash)[0],
      judge(node, 'toBeSealed', hash)[0],
    ]
    expect(states()).toEqual([false, false])
    node.nextBeat()
    expect(states()).toEqual([true, false])
    node.nextBlock()
    expect(states()).toEqual([false, true])
  })

  test('default: queued, pre-confirmed, sealed', () => {
    const { node, hash } = played()
    const states = () => [
      judge(node, 'toBePreconfirmed', hash)[0],
      judge(node, 'toBeSealed', hash)[0],
      judge(node, 'toBeDropped', 'pay')[0],
    ]
    expect(states()).toEqual([false, false, false])
    node.nextBeat()
    expect(states()).toEqual([true, false, false])
    node.nextBlock()
    expect(states()).toEqual([false, true, false])
  })

  test('default: dropped, and for which reason', () => {
    const { node, hash } = played()
    node.nextBeat()
    node.drop(hash)
    node.nextBeat()
    const reason = 'requested'
    expect(judge(node, 'toBeDropped', hash, { reason })[0]).toBe(true)
    expect(judge(node, 'toBeDropped', hash, { reason: 'nonce' })[0]).toBe(false)
    expect(judge(node, 'toBePreconfirmed', hash)[0]).toBe(false)
  })

  test('behavior: a reorg takes it back', () => {
    const node = createMockNode({
      ...funded,
      steps: [
        { at: 100, type: 'preconfirm', label: 'x', from: alice, to: bob },
        { at: 2_100, type: 'reorg', depth: 1, omit: ['x'] },
      ],
    })
    node.advance(2_050)
    expect(judge(node, 'toBeSealed', 'x')[0]).toBe(true)
    node.advance(50)
    expect(judge(node, 'toBeSealed', 'x')[0]).toBe(false)
    expect(judge(node, 'toBeDropped', 'x')[0]).toBe(true)
  })

  test('error: it says what was expected, what was seen, and the story', () => {
    const { node } = played()
    node.nextBeat()
    node.drop('pay')
    node.nextBeat()
    const why = judge(node, 'toBePreconfirmed', 'pay')
    expect(plain(why)).toMatchInlineSnapshot(`
      "expected transaction "pay" (<hash>) to be pre-confirmed

      It was dropped at 400 ms: requested.

      What happened on chain 31337 from 0 to 400 ms:

       50 ms  sent "pay": 0x0000…11ce to 0x0000…0b0b, 1 wei
      200 ms  "pay" pre-confirmed, block 1 beat 1
      200 ms  drop { transaction: pay }
      400 ms  "pay" dropped from block 1: requested"
    `)
  })

  test.each([
    ['queued', 0, 'It is still queued.'],
    [
      'pre-confirmed',
      200,
      'It is pre-confirmed, in the pending block since 200 ms.',
    ],
    ['sealed', 4_000, 'It is sealed, in block 1 since 2000 ms.'],
  ])('error: what it says of one that is %s', (_, ms, seen) => {
    const { node, hash } = played()
    node.advance(ms)
    const [isPreconfirmed] = judge(node, 'toBePreconfirmed', hash)
    const why = judge(
      node,
      isPreconfirmed ? 'toBeSealed' : 'toBePreconfirmed',
      hash,
    )
    expect(plain(why).split('\n')[2]).toBe(seen)
  })

  test('error: what nobody sees was said to be in the pending block', () => {
    const node = createMockNode({ ...funded, beatsSeenBy: 'none' })
    const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
    node.nextBeat()
    const why = judge(node, 'toBeSealed', hash)
    expect(plain(why).split('\n')[2]).toBe(
      'It is pre-confirmed, in a block that the node shows once it is sealed, since 200 ms.',
    )
  })

  test.each(['toBePreconfirmed', 'toBeSealed', 'toBeDropped'] as const)(
    'error: a hash that the node never saw passed with not: %s',
    (name) => {
      const { node } = played()
      const hash = `0x${'1'.repeat(64)}` as const
      expect(() => judge(node, name, hash)).toThrow(
        `${name}: it was given '0x1111…1111', expected the hash of a transaction that this node has seen. If nothing was to be sent, write expect(node).not.toHaveReceivedRequest('eth_sendRawTransaction').`,
      )
    },
  )

  test('error: options in the place of parameters, and a negative balance, passed with not', () => {
    const { node } = played()
    const options = { times: 1 } as never
    expect(() =>
      judge(node, 'toHaveReceivedRequest', 'eth_chainId', options),
    ).toThrow('expected an array of parameters, and options behind it')
    expect(() => judge(node, 'toHaveBalance', bob, -1n)).toThrow(
      'expected a bigint of wei',
    )
  })

  test('error: a hash ended in a TypeError once a bigint had been asked for', async () => {
    const { node } = played()
    const given = { method: 'eth_getBalance', params: [bob, 5n] }
    await expect(node.provider.request(given as never)).rejects.toThrow('5n')
    const hash = `0x${'1'.repeat(64)}` as const
    expect(() => judge(node, 'toBeSealed', hash)).toThrow(
      'expected the hash of a transaction that this node has seen',
    )
  })

  test('behavior: a hash of what is refused, held, asked for or taken back', async () => {
    const account = privateKeyToAccount(`0x${'1'.repeat(64)}`)
    const sign = async (nonce: number, chainId: number) => {
      const raw = await account.signTransaction({
        type: 'eip1559',
        chainId,
        nonce,
        gas: 21_000n,
        maxFeePerGas: 10n ** 10n,
        to: bob,
      })
      return { raw, hash: keccak256(raw) }
    }
    const node = createMockNode({
      accounts: { [account.address]: { balance: 10n ** 18n } },
    })
    const refused = await sign(0, 1)
    const held = await sign(0, node.chain.id)
    const send = ({ raw }: { raw: Hex }) =>
      node.provider.request({ method: 'eth_sendRawTransaction', params: [raw] })
    await expect(send(refused)).rejects.toThrow()
    const gate = node.hold({ methods: ['eth_sendRawTransaction'] })
    const sending = send(held)
    await gate.arrived
    const asked = `0x${'2'.repeat(64)}` as const
    await ask(node, 'eth_getTransactionReceipt', asked)
    for (const hash of [refused.hash, held.hash, asked])
      expect(judge(node, 'toBeSealed', hash)[1]).toContain(
        'This node knows no such transaction.',
      )
    gate.release()
    await sending
    const snapshot = node.snapshot()
    const hash = node.preconfirm({
      from: account.address,
      to: bob,
      label: 'late',
    })
    node.revert(snapshot)
    expect(judge(node, 'toBeSealed', hash)[0]).toBe(false)
    expect(judge(node, 'toBeSealed', 'late')[0]).toBe(false)
  })

  test('behavior: a label of the script, before its step', () => {
    const node = createMockNode({
      ...funded,
      steps: [
        { at: 400, type: 'preconfirm', label: 'pay', from: alice, to: bob },
      ],
    })
    expect(judge(node, 'toBeSealed', 'pay')).toMatchObject([
      false,
      expect.stringContaining(
        'expected transaction "pay" to be sealed\n\nNo transaction of this node has that label yet.',
      ),
    ])
  })
})

describe('of the state', () => {
  test('default: a balance', () => {
    const { node } = played()
    node.nextBeat()
    expect(judge(node, 'toHaveBalance', bob, 1n, 'pending')[0]).toBe(true)
    expect(judge(node, 'toHaveBalance', bob, 0n)[0]).toBe(true)
    expect(plain(judge(node, 'toHaveBalance', bob, 1n))).toMatchInlineSnapshot(`
      "expected 0x0000000000000000000000000000000000000b0b to hold 1 wei under latest

      It holds 0 wei, under pending 1 wei.

      What happened on chain 31337 from 0 to 200 ms:

       50 ms  sent "pay": 0x0000…11ce to 0x0000…0b0b, 1 wei
      200 ms  "pay" pre-confirmed, block 1 beat 1"
    `)
  })

  test('behavior: no fault hides it', () => {
    const node = createMockNode({ ...funded, faults: [{ type: 'network' }] })
    expect(judge(node, 'toHaveBalance', alice, 10n ** 18n)[0]).toBe(true)
  })

  test('default: a slot', () => {
    const node = createMockNode()
    node.setStorageAt({ address: bob, index: 10, value: '0x2a' })
    expect(judge(node, 'toHaveStorageAt', bob, 10, '0x002a')[0]).toBe(true)
    expect(judge(node, 'toHaveStorageAt', bob, '0xa', '0x2a')[0]).toBe(true)
    const [pass, why] = judge(
      node,
      'toHaveStorageAt',
      bob,
      10,
      '0x2b',
      'pending',
    )
    expect(pass).toBe(false)
    expect(why).toContain(
      `expected ${bob} to have 0x2b in slot 10 under pending`,
    )
    expect(why).toContain('2a there.')
  })
})

describe('of requests', () => {
  test('default: that one was received', async () => {
    const node = createMockNode()
    await ask(node, 'eth_getBalance', bob, 'pending')
    await ask(node, 'eth_getBalance', alice, 'pending')
    await ask(node, 'eth_getBalance', alice, 'pending')
    const is = (...given: Given<'toHaveReceivedRequest'>) =>
      judge(node, 'toHaveReceivedRequest', ...given)[0]
    expect([
      is('eth_getBalance'),
      is('eth_getBalance', undefined, { times: 3 }),
      is('eth_getBalance', [bob, 'pending'], { times: 1 }),
      is('eth_getBalance', [expect.any(String), 'pending'], { times: 3 }),
      is('eth_getBalance', [bob.toUpperCase().replace('0X', '0x'), 'pending']),
    ]).toEqual([true, true, true, true, true])
    expect([
      is('eth_call'),
      is('eth_getBalance', [bob, 'latest']),
      is('eth_getBalance', [bob]),
      is('eth_getBalance', [alice, 'pending'], { times: 1 }),
    ]).toEqual([false, false, false, false])
    expect(
      plain(
        judge(node, 'toHaveReceivedRequest', 'eth_getBalance', [bob, 'latest']),
      ),
    ).toMatchInlineSnapshot(`
      "expected the node to have received eth_getBalance("0x0000000000000000000000000000000000000b0b", "latest")

      It has 0 times. Requests of that method:
        eth_getBalance("0x0000000000000000000000000000000000000b0b", "pending")
        eth_getBalance("0x00000000000000000000000000000000000a11ce", "pending"), 2 times

      What happened on chain 31337 from 0 to 0 ms:

      Reads:
      0 ms  eth_getBalance(0x0000…0b0b, pending) → 0 wei (saw pending 1, 0 txs)
      0 ms  eth_getBalance(0x0000…11ce, pending) → 0 wei (saw pending 1, 0 txs), 2 times"
    `)
  })

  test('default: that all are served', async () => {
    const node = createMockNode()
    await ask(node, 'eth_chainId')
    expect(judge(node, 'toHaveNoUnexpectedRequests')[0]).toBe(true)
    await ask(node, 'my_method', 1).catch(() => {})
    const [pass, why] = judge(node, 'toHaveNoUnexpectedRequests')
    expect(pass).toBe(false)
    expect(why).toContain(
      'At 0 ms it was asked my_method(1): -32601 Method not found: "my_method".',
    )
  })

  test('behavior: a call of code that nobody runs is unexpected', async () => {
    const node = createMockNode({ accounts: { [token]: { code: '0x6001' } } })
    await ask(node, 'eth_call', { to: token, data: '0x12345678' }).catch(
      () => {},
    )
    const [pass, why] = judge(node, 'toHaveNoUnexpectedRequests')
    expect(pass).toBe(false)
    expect(why).toContain('At 0 ms it was asked eth_call({ to: 0x0000…c0de')
  })

  test('behavior: an error that is an answer is no unexpected request', async () => {
    const node = createMockNode()
    await ask(node, 'eth_getBalance', bob, '0x9').catch(() => {})
    node.fault({ type: 'rpc', code: -32_005, message: 'slow down' })
    await ask(node, 'eth_chainId').catch(() => {})
    expect(judge(node, 'toHaveNoUnexpectedRequests')[0]).toBe(true)
  })

  test('default: that faults are used', async () => {
    const node = createMockNode({
      faults: [{ type: 'null', methods: ['eth_chainId'] }],
    })
    node.advance(10)
    node.fault({ type: 'delay', ms: 0, times: 2 })
    await ask(node, 'eth_blockNumber')
    const [pass, why] = judge(node, 'toHaveNoUnusedFaults')
    expect(pass).toBe(false)
    expect(why.split('\n').slice(2, 4)).toEqual([
      'The fault { type: null, methods: [eth_chainId] }, declared at 0 ms, has affected 0 requests.',
      'The fault { type: delay, ms: 0, times: 2 }, declared at 10 ms, has affected 1 of 2 requests.',
    ])
    await ask(node, 'eth_chainId')
    expect(judge(node, 'toHaveNoUnusedFaults')[0]).toBe(true)
  })

  test('default: that reads saw one state', async () => {
    const { node } = played()
    node.nextBeat()
    const from = node.now
    await ask(node, 'eth_getBalance', bob, 'pending')
    node.nextBeat()
    await ask(node, 'eth_getBalance', alice, 'pending')
    expect(judge(node, 'toHaveNoTornReads', { since: from })[0]).toBe(true)
    await ask(node, 'eth_getBalance', alice, 'latest')
    const block = 'pending'
    expect(judge(node, 'toHaveNoTornReads', { block })[0]).toBe(true)
    const [pass, why] = judge(node, 'toHaveNoTornReads', { since: from })
    expect(pass).toBe(false)
    expect(why.split('\n').slice(0, 7)).toMatchInlineSnapshot(`
      [
        "expected all reads from 200 to 400 ms to have seen one state",
        "",
        "3 reads saw 2 states:",
        "  200 ms  eth_getBalance(0x0000…0b0b, pending) saw pending 1, 1 tx",
        "  400 ms  eth_getBalance(0x0000…11ce, pending) saw pending 1, 1 tx",
        "  400 ms  eth_getBalance(0x0000…11ce, latest) saw block 0, 0 txs",
        "",
      ]
    `)
    expect(
      judge(node, 'toHaveNoTornReads', { since: from, until: 399 })[0],
    ).toBe(true)
  })

  test('behavior: a drop between two reads tears them', async () => {
    const { node, hash } = played()
    node.nextBeat()
    await ask(node, 'eth_getBalance', bob, 'pending')
    node.drop(hash)
    node.nextBeat()
    await ask(node, 'eth_getBalance', alice, 'pending')
    expect(judge(node, 'toHaveNoTornReads')[0]).toBe(false)
  })
})

test('each of them, extending expect, fails for the reason it names', async () => {
  expect.extend(matchers as never)
  const { node, hash } = played()
  await ask(node, 'my_method').catch(() => {})
  await ask(node, 'eth_getBalance', bob, 'pending')
  node.fault({ type: 'null' })
  node.nextBeat()
  node.fault({ type: 'null', skip: 9 })
  const asserted = () =>
    expect(node) as unknown as NodeMatchers & { not: NodeMatchers }
  const failures = [
    () => asserted().not.toBePreconfirmed(hash),
    () => asserted().toBeSealed(hash),
    () => asserted().toBeDropped(hash),
    () => asserted().toHaveBalance(bob, 2n, 'pending'),
    () => asserted().toHaveStorageAt(bob, 0, '0x1'),
    () => asserted().toHaveReceivedRequest('eth_call'),
    () => asserted().toHaveNoUnexpectedRequests(),
    () => asserted().toHaveNoUnusedFaults(),
    () => asserted().not.toHaveNoTornReads(),
  ].map((act) => {
    try {
      act()
    } catch (error) {
      return (error as Error).message.split('\n')[0]?.replace(hash, '<hash>')
    }
    return 'it held'
  })
  expect(failures).toMatchInlineSnapshot(`
    [
      "expected transaction <hash> not to be pre-confirmed",
      "expected transaction <hash> to be sealed",
      "expected transaction <hash> to be dropped",
      "expected 0x0000000000000000000000000000000000000b0b to hold 2 wei under pending",
      "expected 0x0000000000000000000000000000000000000b0b to have 0x1 in slot 0 under latest",
      "expected the node to have received eth_call",
      "expected the node to have received only requests that it serves",
      "expected the node to have no unused faults",
      "expected all reads from 0 to 200 ms not to have seen one state",
    ]
  `)
})
