import { createMockNode } from 'preseal'
import { contract } from 'preseal/contracts'
import { evm } from 'preseal/evm'
import { annotate, formatTimeline, readTimeline } from 'preseal/timeline'
import {
  decodeFunctionData,
  encodeFunctionData,
  encodeFunctionResult,
  multicall3Abi,
  parseAbi,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { thrown } from '../../base/clock/thrown.js'
import { alice, bob, carol, miner, token } from '../../node/actors.js'
import { ask } from '../../node/reads.js'

const funded = { accounts: { [alice]: { balance: 10n ** 19n } } }

describe('formatTimeline', () => {
  test('a poll for blocks had a line for each block, which hid the rest', async () => {
    const node = createMockNode()
    for (let time = 0; time < 45; time++) {
      await ask(node, 'eth_blockNumber')
      node.nextBlock()
    }
    expect(formatTimeline(node)).toContain(
      'eth_blockNumber() → 0 … 44, 45 times, last at 88000 ms',
    )
    // A number that falls is not hidden in it.
    node.handle('eth_blockNumber', () => '0x3')
    await ask(node, 'eth_blockNumber')
    expect(formatTimeline(node)).toMatch(
      /last at 88000 ms\n.*eth_blockNumber\(\) → 3/,
    )
  })

  test('default', async () => {
    const node = createMockNode({
      ...funded,
      steps: [
        { at: 50, type: 'preconfirm', label: 'a', from: alice, to: bob },
        { at: 250, type: 'preconfirm', label: 'b', from: alice, to: null },
        { at: 2_300, type: 'reorg', depth: 1, omit: ['b'] },
      ],
    })
    const lift = node.fault({ type: 'delay', ms: 100 })
    const asked = ask(node, 'eth_getBalance', bob, 'pending')
    node.advance(100)
    await asked
    lift()
    node.setBalance({ address: bob, value: 15n * 10n ** 17n })
    node.advance(6_900)
    expect(formatTimeline(node)).toMatchInlineSnapshot(`
      "   0 ms  fault { type: delay, ms: 100 }
        50 ms  sent "a": 0x0000…11ce to 0x0000…0b0b, 0 wei
       100 ms  setBalance of 0x0000…0b0b: 1.5 ether
       100 ms  fault "delay" acted on eth_getBalance(0x0000…0b0b, pending) → 0 wei (saw pending 1, 0 txs), asked at 0 ms
       100 ms  fault "delay" lifted, acted on 1 request
       200 ms  "a" pre-confirmed, block 1 beat 1
       250 ms  sent "b": 0x0000…11ce to a creation, 0 wei
       400 ms  "b" pre-confirmed, block 1 beat 2
      2000 ms  block 1 sealed, 2 transactions: "a", "b"
      2300 ms  reorg { depth: 1, omit: [b] }
      2300 ms  block 1 replaced
      2300 ms  block 1 sealed, 1 transaction: "a"
      2300 ms  "b" dropped from block 1: omitted
      6000 ms  blocks 2 to 3 sealed, empty"
    `)
  })

  test('behavior: why an executed transaction reverted', () => {
    const abi = parseAbi([
      'function fail(uint256 how)',
      'error Locked(uint256 until)',
    ])
    const contracts = [
      contract({
        address: token,
        abi,
        functions: {
          fail({ args: [how], revert }) {
            if (how === 0n) revert('Locked', [1n])
            if (how === 1n) revert('too\n late')
            revert()
          },
        },
      }),
    ]
    const codes = {
      [carol]: { code: '0x5b600056' },
      [miner]: { code: '0x0c' },
    } as const
    const node = createMockNode({
      accounts: { ...funded.accounts, ...codes },
      contracts,
      engine: evm(),
    })
    const common = { from: alice, gas: 100_000n, execute: true } as const
    const failures: unknown[] = []
    node.on('preconfirmed', ({ transaction: { failure } }) =>
      failures.push(failure),
    )
    for (const how of [0n, 1n, 2n]) {
      const data = encodeFunctionData({
        ...{ abi, functionName: 'fail', args: [how] },
      })
      node.preconfirm({ ...common, to: token, data, label: `fail ${how}` })
    }
    node.preconfirm({ ...common, to: carol, label: 'loop' })
    node.preconfirm({ ...common, to: miner, label: 'undefined' })
    node.preconfirm({ ...common, to: bob, label: 'paid' })
    node.preconfirm({
      from: alice,
      to: null,
      status: 'reverted',
      label: 'scripted',
    })
    const label = 'taken back'
    node.preconfirm({ ...common, to: carol, label })
    node.nextBeat()
    node.drop(label)
    node.nextBeat()
    expect(
      formatTimeline(node)
        .split('\n')
        .filter((line) => !line.includes('sent')),
    ).toMatchInlineSnapshot(`
      [
        "200 ms  "fail 0" pre-confirmed, block 1 beat 1, reverted: Locked(until: 1)",
        "200 ms  "fail 1" pre-confirmed, block 1 beat 1, reverted: too late",
        "200 ms  "fail 2" pre-confirmed, block 1 beat 1, reverted",
        "200 ms  "loop" pre-confirmed, block 1 beat 1, reverted: out of gas",
        "200 ms  "undefined" pre-confirmed, block 1 beat 1, reverted: invalid opcode: opcode 0xc not defined",
        "200 ms  "paid" pre-confirmed, block 1 beat 1",
        "200 ms  "scripted" pre-confirmed, block 1 beat 1, reverted",
        "200 ms  "taken back" pre-confirmed, block 1 beat 1, reverted: out of gas",
        "200 ms  drop { transaction: taken back }",
        "400 ms  "taken back" dropped from block 1: requested",
      ]
    `)
    expect(failures).toMatchInlineSnapshot(`
      [
        "error 0x032bc66b",
        "too
       late",
        "execution reverted",
        "out of gas",
        "invalid opcode: opcode 0xc not defined",
        undefined,
        undefined,
        "out of gas",
      ]
    `)
  })

  test('behavior: what failed comes first, and what nobody serves before it', async () => {
    const node = createMockNode(funded)
    await ask(node, 'eth_getBalance', bob, '0x9').catch(() => {})
    await ask(node, 'my_method', { a: 1n }).catch(() => {})
    node.fault({ type: 'http', status: 503 })
    await ask(node, 'eth_chainId').catch(() => {})
    const told = formatTimeline(node).split('\n')
    expect(
      told.slice(0, 5).map((line) => line.slice(0, 90)),
    ).toMatchInlineSnapshot(`
      [
        "Requests that failed, perhaps without a word from the client:",
        "  0 ms  my_method({ a: 1 }): -32601 Method not found: "my_method". Answer it with node.han",
        "  0 ms  eth_getBalance(0x0000…0b0b, 0x9): -32001 block not found: 0x9",
        "  0 ms  eth_chainId(): HTTP 503",
        "",
      ]
    `)
  })

  test('behavior: a gate was told as any fault that hangs', () => {
    const node = createMockNode()
    const gate = node.hold({ methods: ['eth_call'] })
    node.advance(1)
    gate.release()
    expect(formatTimeline(node).split('\n')).toEqual([
      '0 ms  fault "node.hold" { type: hold, methods: [eth_call] }',
      '1 ms  fault "node.hold" lifted, acted on no request',
    ])
  })

  test('behavior: requests that hang were missing', () => {
    const node = createMockNode()
    node.handle('my_method', () => new Promise<never>(() => {}))
    void ask(node, 'my_method')
    node.hold({ methods: ['eth_chainId'] })
    for (let turn = 0; turn < 3; turn++) void ask(node, 'eth_chainId')
    node.fault({ type: 'hold' })
    for (let turn = 0; turn < 2; turn++) void ask(node, 'eth_gasPrice')
    expect(formatTimeline(node).split('\n').slice(0, 8)).toEqual([
      'Requests that still wait for an answer:',
      '  0 ms  my_method()',
      '  0 ms  eth_chainId(), held by a gate, 3 times',
      '  0 ms  eth_gasPrice(), held back by a fault, 2 times',
      '',
      '0 ms  fault "node.hold" { type: hold, methods: [eth_chainId] }',
      '0 ms  fault { type: hold }',
      '0 ms  fault "node.hold" still holds, acted on 3 requests',
    ])
  })

  test('behavior: Multicall3 is unpacked into the calls within', async () => {
    const node = createMockNode()
    const calls = ([token, bob] as const).map((target) => ({
      target,
      allowFailure: true,
      callData: `0x70a08231${'0'.repeat(64)}` as const,
    }))
    node.handle('eth_call', ([call]) => {
      const { functionName } = decodeFunctionData({
        abi: multicall3Abi,
        data: call.data ?? '0x',
      })
      return encodeFunctionResult({
        abi: multicall3Abi,
        functionName: functionName as 'aggregate3',
        result: [
          { success: true, returnData: '0x01' },
          { success: false, returnData: '0x' },
        ],
      })
    })
    const data = encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      args: [calls],
    })
    await ask(node, 'eth_call', { to: alice, data }, 'latest')
    await ask(node, 'eth_call', { to: alice, data: data.slice(0, 200) }).catch(
      () => {},
    )
    const [request, cut] = readTimeline(node).answeredRequests
    expect(request?.calls).toEqual([
      {
        to: token.toLowerCase(),
        data: calls[0]?.callData,
        selector: '0x70a08231',
        output: '0x01',
        isSuccess: true,
        isCodeless: false,
      },
      {
        to: bob.toLowerCase(),
        data: calls[1]?.callData,
        selector: '0x70a08231',
        output: '0x',
        isSuccess: false,
        isCodeless: false,
      },
    ])
    expect(cut?.calls).toEqual([])
    expect(formatTimeline(node)).toContain(
      'eth_call(0x0000…0b0b.balanceOf(account: 0x0000…0000), latest) by Multicall3 → failed: without a reason',
    )
  })

  test('behavior: data that only begins like a call of Multicall3', async () => {
    const node = createMockNode()
    node.handle('eth_call', () => '0x')
    const word = 'f'.repeat(64)
    for (const rest of [
      '',
      '00',
      word,
      word + word,
      `${'0'.repeat(64)}${word}`,
    ])
      await ask(node, 'eth_call', { data: `0x82ad56cb${rest}` }, 'latest')
    expect(
      readTimeline(node).answeredRequests.map(({ calls }) => calls),
    ).toEqual([[], [], [], [], []])
  })

  test('error: a wrong node hid wrong options, or the reverse', () => {
    const none = {} as never
    expect(thrown(() => formatTimeline(none, { most: 0 }))).toMatch(
      /"node" is \{\}, .* "most" is 0, expected a number from 1 on\.$/,
    )
    const range = { since: -1, accounts: ['0x1'], unto: 1 } as never
    const said = thrown(() => readTimeline(none, range))
    for (const part of ['node', 'unto', 'since', 'accounts[0]'])
      expect.soft(said).toContain(`"${part}" is `)
    expect(thrown(() => annotate(none, { abis: 5 } as never))).toMatch(
      /"node" is \{\}, .* "abis" is 5, expected an array\.$/,
    )
  })

  test('error: a range that ends before it starts was empty', () => {
    const node = createMockNode()
    node.advance(1_000)
    expect(thrown(() => readTimeline(node, { since: 5, until: 1 }))).toMatch(
      /"since" is 5, expected at most 1, which is "until"/,
    )
    expect(readTimeline(node, { since: 5, until: 5 })).toMatchObject({
      since: 5,
      until: 5,
    })
  })

  test.each([
    [[null], 'shown[0]'],
    [[{}], 'shown[0].at'],
    [[{ at: 1n, values: {} }], 'shown[0].at'],
    [[{ at: 1, values: { page: 5 } }], 'shown[0].values'],
    [[{ at: 1, values: {}, html: 5 }], 'shown[0].html'],
  ])('error: %o shown', (shown, path) => {
    const options = { as: 'html', shown } as never
    const format = () => formatTimeline(createMockNode(), options)
    expect(thrown(format)).toContain(`formatTimeline: "${path}" is `)
  })

  test.each([
    [{ abis: [5] }, 'abis[0]'],
    [{ names: { [alice]: '' } }, 'names'],
    [{ names: [5] }, 'names'],
  ])('error: %j annotated', (more, path) => {
    const add = () => annotate(createMockNode(), more as never)
    expect(thrown(add)).toContain(`annotate: "${path}" is `)
  })

  test.each([undefined, null, {}, 'node'])('error: %s is no node', (given) => {
    const node = given as never
    const format = thrown(() => formatTimeline(node))
    const read = thrown(() => readTimeline(node))
    const shown = given === undefined ? 'nothing' : JSON.stringify(given)
    expect(format).toBe(
      `InvalidParametersError: formatTimeline: "node" is ${shown}, expected a node, or the result of readTimeline. Write formatTimeline(node), where node is what createMockNode returned.`,
    )
    expect(read).toBe(
      `InvalidParametersError: readTimeline: "node" is ${shown}, expected a node. Write readTimeline(node), where node is what createMockNode returned.`,
    )
  })

  test('error: parts of an edited timeline that are missing were TypeErrors', () => {
    const { blocks, ...rest } = readTimeline(createMockNode(funded))
    const edited = { ...rest, events: 5, until: '20', annotations: null }
    expect(thrown(() => formatTimeline(edited as never))).toBe(
      'InvalidParametersError: formatTimeline: "timeline.until" is "20", expected a number. "timeline.blocks" is nothing, expected an array. "timeline.events" is 5, expected an array. "timeline.annotations" is null, expected an object { abis?, names? }.',
    )
    const { events } = rest
    expect(thrown(() => formatTimeline({ events } as never))).toContain(
      '"timeline.since" is nothing',
    )
    expect(
      thrown(() => formatTimeline({ ...rest, blocks }, { as: 'html' })),
    ).toBe('nothing')
  })

  test.each([
    ['text', { events: [{}] }],
    ['text', { answeredRequests: [{}] }],
    ['svg', { blocks: [{}] }],
    ['html', { transactions: [null] }],
  ] as const)(
    'error: as %s, %j of an edited timeline was a TypeError',
    (as, part) => {
      const edited = { ...readTimeline(createMockNode()), ...part } as never
      expect(thrown(() => formatTimeline(edited, { as }))).toMatch(
        /^InvalidParametersError: formatTimeline: "timeline" is one with a wrong part \(.+\), expected what readTimeline returned\. If it was edited, compare/,
      )
    },
  )

  test('error: a form that there is not', () => {
    const format = () =>
      formatTimeline(createMockNode(), { as: 'png' as never })
    expect(thrown(format)).toBe(
      'InvalidParametersError: formatTimeline: "as" is "png", expected one of "text", "svg", "html".',
    )
  })

  test.each([
    [[], 'an array of 0'],
    ['svg', '"svg"'],
    [() => {}, 'a function'],
  ])('error: options that are none were not named: %s', (given, shown) => {
    const format = () => formatTimeline(createMockNode(), given as never)
    expect(thrown(format)).toContain(
      `InvalidParametersError: formatTimeline: its argument is ${shown}, expected an object { as?, most?, `,
    )
  })

  test('options: most, the newest lines', () => {
    const node = createMockNode()
    for (let value = 0n; value < 5n; value++) {
      node.setBalance({ address: bob, value })
      node.advance(1)
    }
    expect(formatTimeline(node, { most: 2 })).toMatch(
      /^\(3 earlier lines are left out\)\n.*: 3 wei\n.*: 4 wei$/,
    )
  })
})
