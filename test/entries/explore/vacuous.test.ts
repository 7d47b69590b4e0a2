import FakeTimers from '@sinonjs/fake-timers'
import {
  always,
  atLast,
  type Body,
  type ExploreOptions,
  eventually,
  everySentIsTold,
  explore,
  formatExploration,
  includedOnce,
  mostRequests,
  noFlicker,
  nothingAskedAfter,
  rightAgain,
  staysFinal,
  wasTrue,
} from 'preseal/explore'
import { nextBeatAsync, testNode } from 'preseal/vitest'
import { describe, expect, test } from 'vitest'
import { alice, bob } from '../../node/actors.js'
import { balanceApp } from './balanceApp.js'

const node = { accounts: { [bob]: { balance: 7n } } }
const run = (body: Body, options: ExploreOptions = {}) =>
  explore(body, { duration: 4_000, node, ...options, timers: FakeTimers })

async function thrownBy(act: () => unknown) {
  try {
    await act()
    return 'nothing'
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`
  }
}

describe('what proves nothing', () => {
  test('error: an application that asks no node', async () => {
    const elsewhere: Body = ({ watch }) => watch('text', () => 'ready', [])
    expect(await thrownBy(() => run(elsewhere))).toMatchInlineSnapshot(
      `"ExplorationError: explore: no request reached a node in 4000 ms of the chain's time, so no mishap could reach the application. Start the application inside the explored function, and give it node.provider, node.fetch, node.wsUrl or wallet.provider from that function's argument."`,
    )
  })

  test('error: seconds in the place of ms', async () => {
    expect(
      await thrownBy(() => run(() => {}, { duration: 8 })),
    ).toMatchInlineSnapshot(
      `"InvalidOptionsError: explore: option "duration" is 8, expected ms of the chain's time, 200 or more, such as 20_000."`,
    )
  })

  test('error: a test that is no function', async () => {
    expect(await thrownBy(() => run(5 as never))).toMatchInlineSnapshot(
      `"InvalidOptionsError: explore: the argument is 5, expected a function, the test to explore."`,
    )
  })

  test('behavior: the report says that nothing is watched', async () => {
    const exploration = await run(({ node }) => void balanceApp(node))
    expect(exploration.isWatched).toBe(false)
    expect(formatExploration(exploration)).toContain('Nothing is watched: ')
  })

  test('behavior: the report says that the chain stood still', async () => {
    const reading: Body = ({ node }) => void balanceApp(node)
    const isChainIdle = async (body: Body, options: ExploreOptions = {}) => {
      const exploration = await run(body, { runs: 1, ...options })
      const isSaid = /no transaction/.test(formatExploration(exploration))
      expect(isSaid).toBe(exploration.isChainIdle)
      return isSaid
    }
    expect(await isChainIdle(reading)).toBe(true)
    const pay = { from: bob, to: alice, value: 1n } as const
    const steps = [{ at: 1_000, type: 'preconfirm', ...pay }] as const
    expect(await isChainIdle(reading, { node: { ...node, steps } })).toBe(false)
    const funding: Body = async (explored) => {
      reading(explored)
      await explored.wait(1_000)
      explored.node.setBalance({ address: bob, value: 8n })
    }
    expect(await isChainIdle(funding)).toBe(false)
  })

  test('behavior: invariants that had nothing to judge are named', async () => {
    const { unjudged, findings } = await run(({ node, watch }) => {
      balanceApp(node)
      watch('text', () => 'ready', [
        wasTrue({ address: bob }),
        staysFinal('final'),
        everySentIsTold(),
        rightAgain(),
        nothingAskedAfter('closed'),
        noFlicker(),
        includedOnce(),
      ])
    })
    expect(findings).toEqual([])
    expect(
      unjudged.map(({ invariant, text }) => `${invariant}: ${text}`),
    ).toMatchInlineSnapshot(`
      [
        "text: wasTrue: it never showed a number",
        "text: staysFinal: it never showed anything final",
        "text: everySentIsTold: nothing was sent",
        "text: rightAgain: no request or message failed early enough before the end: give the test more time with "duration"",
        "text: nothingAskedAfter: it never showed "closed"",
        "text: noFlicker: it never changed",
        "text: includedOnce: nothing was sent",
      ]
    `)
  })

  test('behavior: what one run alone has to judge is judged', async () => {
    const { unjudged } = await run(({ node, watch }) => {
      let shown = 'loading'
      balanceApp(node)
      node.provider
        .request({ method: 'eth_chainId' })
        .then(() => {
          shown = 'ready'
        })
        .catch(() => {
          shown = 'closed'
        })
      watch('text', () => shown, [staysFinal('closed')])
    })
    expect(unjudged).toEqual([])
  })

  test('error: nextBeatAsync and testNode within an exploration', async () => {
    expect(
      await thrownBy(() => run(() => nextBeatAsync())),
    ).toMatchInlineSnapshot(
      `"ExplorationError: nextBeatAsync: called inside explore, where only explore creates nodes and moves time. Advance time with await wait(ms), which explore passes to its function."`,
    )
    expect(
      await thrownBy(() => run(() => void testNode())),
    ).toMatchInlineSnapshot(
      `"ExplorationError: testNode: called inside explore, where only explore creates nodes and moves time. Use the node that explore passes to its function, and set its options with the option "node" of explore."`,
    )
  })

  test('error: what is given to invariants', async () => {
    const given: (() => unknown)[] = [
      () => wasTrue(undefined as never),
      () => wasTrue({}),
      () => wasTrue({ addres: bob } as never),
      () => wasTrue({ address: '0x1' }),
      () => wasTrue({ address: bob, within: -1 }),
      () => staysFinal(undefined as never),
      () => always('no' as never),
      () => atLast(undefined as never),
      () => eventually(undefined as never),
      () => eventually(() => true, { within: 'soon' as never }),
      () => everySentIsTold({ ends: 7 as never }),
      () => noFlicker(3_000 as never),
      () => rightAgain({ after: 1 } as never),
      () => mostRequests(Number.NaN),
    ]
    const thrown: string[] = []
    for (const act of given) thrown.push(await thrownBy(act))
    expect(thrown).toMatchInlineSnapshot(`
      [
        "InvalidParametersError: wasTrue was given nothing, expected an object { address, token, read, chainId, within, again, decimals }.",
        "InvalidParametersError: wasTrue was given {}, expected whose balance it is, such as { address }, or { read } of something else.",
        "InvalidParametersError: wasTrue: "addres" is an unknown key, expected "address", the nearest known one.",
        "InvalidParametersError: wasTrue: "address" is "0x1", expected an address.",
        "InvalidParametersError: wasTrue: "within" is -1, expected an integer from 0 to 2^53 - 1.",
        "InvalidParametersError: staysFinal: "final" is nothing, expected a watched text, a pattern, or a function of the watched value.",
        "InvalidParametersError: always: "fits" is "no", expected a function of the watched value, such as (value) => value !== "0".",
        "InvalidParametersError: atLast: "fits" is nothing, expected a function of the watched value, such as (value) => value !== "0".",
        "InvalidParametersError: eventually: "fits" is nothing, expected a function of the watched value, such as (value) => value !== "0".",
        "InvalidParametersError: eventually: "within" is "soon", expected an integer from 0 to 2^53 - 1.",
        "InvalidParametersError: everySentIsTold: "ends" is 7, expected a watched text, a pattern, or a function of the watched value.",
        "InvalidParametersError: noFlicker was given 3000, expected an object { within }.",
        "InvalidParametersError: rightAgain: "after" is an unknown key, expected one of within.",
        "InvalidParametersError: mostRequests was given NaN, expected how many requests a second, such as 20.",
      ]
    `)
  })
})
