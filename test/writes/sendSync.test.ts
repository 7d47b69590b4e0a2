import type { MockNodeOptions } from 'preseal'
import { anvil, arbitrum, geth, megaEth } from 'preseal/chains'
import { keccak256 } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { account, ask, fundedNode, transfer } from './wallets.js'

const raw = await account.signTransaction(transfer)
const gap = await account.signTransaction({ ...transfer, nonce: 1 })
const hash = keccak256(raw)
const method = 'eth_sendRawTransactionSync'

afterEach(() => void vi.useRealTimers())

type Answers = NonNullable<MockNodeOptions['answers']>

/** The options that a profile has for it, on a chain without fees. */
function nodeWith(sendSync: Answers['sendSync'], more: Answers = {}) {
  return fundedNode({ answers: { ...more, sendSync } })
}

/** What came of a request by that time. */
async function answerAt(
  ms: number,
  node: ReturnType<typeof fundedNode>,
  ...params: unknown[]
) {
  let answer: unknown = 'nothing yet'
  void ask(node, method, ...params).then((given) => {
    answer = given
  })
  node.advance(ms)
  await new Promise((resolve) => setImmediate(resolve))
  return answer
}

describe('answers.sendSync', () => {
  const nitro = arbitrum().options.answers?.sendSync

  test('options: how long it waits', async () => {
    const late = { code: 4, data: keccak256(gap) }
    const nothing = 'nothing yet'
    expect(await answerAt(19_999, nodeWith(nitro), gap)).toBe(nothing)
    expect(await answerAt(20_000, nodeWith(nitro), gap)).toMatchObject(late)
    expect(await answerAt(5_000, nodeWith(nitro), gap, '0x1388')).toMatchObject(
      late,
    )
    // An hour is cut to the most.
    expect(await answerAt(59_999, nodeWith(nitro), gap, '0x36ee80')).toBe(
      nothing,
    )
    expect(
      await answerAt(60_000, nodeWith(nitro), gap, '0x36ee80'),
    ).toMatchObject(late)
  })

  test('options: the form of a timeout', async () => {
    expect(await answerAt(0, nodeWith(nitro), raw, 5_000)).toMatchObject({
      code: -32602,
      message: 'Invalid parameter 2 "timeout": given 5000, expected ms as hex',
    })
    const number = { timeoutEncoding: 'number' } as const
    expect(await answerAt(0, nodeWith(number), raw, '0x1388')).toMatchObject({
      code: -32602,
      message:
        'Invalid parameter 2 "timeout": given 0x1388, expected ms as a number',
    })
  })

  test('options: more than the most is refused, and nothing sent', async () => {
    const node = nodeWith({ beyondMax: 'refused' })
    expect(await answerAt(0, node, raw, 6_001)).toMatchObject({
      code: -32602,
      message:
        'Invalid parameter 2 "timeout": given 6001, expected ms up to 6000',
    })
    const hash = keccak256(raw)
    expect(await ask(node, 'eth_getTransactionByHash', hash)).toBe(null)
  })

  test('options: a hash that stands in until the block is sealed', async () => {
    const { answers, beatsSeenBy } = arbitrum({
      after: 'earlyReceipts',
    }).options
    const node = fundedNode({ answers, beatsSeenBy })
    const hash = keccak256(raw)
    expect(await answerAt(200, node, raw)).toMatchObject({
      blockNumber: '0x1',
      blockHash: `0x${'0'.repeat(64)}`,
      l1BlockNumber: '0x0',
      timeboosted: false,
    })
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toBe(null)
    node.nextBlock()
    const block = await ask(node, 'eth_getBlockByNumber', 'latest', false)
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toMatchObject({
      blockHash: (block as { hash: string }).hash,
      timeboosted: false,
    })
  })

  test('options: the error when the time is over', async () => {
    const { answers } = megaEth().options
    expect(await answerAt(5_000, fundedNode({ answers }), gap)).toMatchObject({
      code: -32000,
      message: 'realtime transaction expired',
    })
  })

  test('behavior: realtime_sendRawTransaction is the same by another name', async () => {
    const node = nodeWith(megaEth().options.answers?.sendSync)
    const sent = ask(node, 'realtime_sendRawTransaction', raw, 3_000)
    node.nextBeat()
    expect(await sent).toMatchObject({
      transactionHash: keccak256(raw),
      blockHash: `0x${'f'.repeat(64)}`,
    })
    const other = nodeWith(megaEth().options.answers?.sendSync)
    const late = ask(other, 'realtime_sendRawTransaction', gap, 3_000)
    other.advance(3_000)
    expect(await late).toMatchObject({
      code: -32000,
      message: 'realtime transaction expired',
    })
  })
})

/** Asks, and says what came of it so far. */
function send(node: ReturnType<typeof fundedNode>, ...params: unknown[]) {
  const state: { answer?: unknown } = {}
  const sending = ask(node, 'eth_sendRawTransactionSync', ...params)
  const done = sending.then((answer) => {
    state.answer = answer
  })
  return { state, done }
}

describe('eth_sendRawTransactionSync', () => {
  test.each([
    ["sealing 'instant'", { sealing: 'instant' }],
    [
      "receipts 'atSeal'",
      { sealing: 'instant', answers: { receipts: 'atSeal' } },
    ],
    ['anvil()', { profile: anvil() }],
    ['geth()', { profile: geth() }],
  ] as const)(
    'behavior: it does not wait for a seal that is past: %s',
    async (_, options) => {
      const node = fundedNode({
        header: { initialBaseFeePerGas: 0n, firstBaseFeePerGas: 0n },
        ...options,
        chainId: 31_337,
      })
      expect(await ask(node, method, raw)).toMatchObject({
        transactionHash: hash,
        blockNumber: '0x1',
      })
    },
  )

  test('behavior: under fake timers it leaves none behind', async () => {
    vi.useFakeTimers()
    const node = fundedNode({ clock: 'ambient' })
    const { state, done } = send(node, raw)
    await vi.advanceTimersByTimeAsync(200)
    await done
    expect(state.answer).toMatchObject({ transactionHash: hash })
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each([
    [[gap], 6_000],
    [[gap, '0x3e8'], 1_000],
    [[gap, 1_500], 1_500],
    [[gap, 60_000], 6_000],
  ])('error: %j is over after %i ms', async (params, ms) => {
    const node = fundedNode()
    const { state, done } = send(node, ...params)
    node.advance(ms - 1)
    await new Promise((resolve) => setImmediate(resolve))
    expect(state).toEqual({})
    node.advance(1)
    await done
    expect(state.answer).toMatchObject({ code: 4, data: keccak256(gap) })
  })

  test('error: what is refused is refused at once', async () => {
    const node = fundedNode()
    expect(await ask(node, 'eth_sendRawTransactionSync', '0x02')).toMatchObject(
      {
        code: -32000,
      },
    )
  })

  test('error: a timeout that is none', async () => {
    const node = fundedNode()
    expect(
      await ask(node, 'eth_sendRawTransactionSync', raw, '6s'),
    ).toMatchObject({ code: -32602 })
    node.nextBeat()
    expect(await ask(node, 'eth_getTransactionByHash', hash)).toBe(null)
  })
})
