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
  mostRequests,
  neverPaidTwice,
  noFlicker,
  nothingAskedAfter,
  rightAgain,
  staysFinal,
  wasTrue,
} from 'preseal/explore'
import { nextBeatAsync, testNode } from 'preseal/vitest'
import { describe, expect, test } from 'vitest'
import { alice, bob } from '../../node/actors.js'
import { says } from '../../says.js'
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
    expect(await thrownBy(() => run(elsewhere))).toEqual(
      says('ExplorationError … Start the application inside the explored'),
    )
  })

  test('two runs that differ were told by values that are the same', async () => {
    let runs = 0
    const growing: Body = async ({ node, wait, watch }) => {
      let shown = 'pending'
      watch('text', () => shown, [])
      await node.provider.request({ method: 'eth_chainId' })
      await wait(100 * ++runs)
      shown = 'done'
    }
    expect(await thrownBy(() => run(growing))).toEqual(
      says(
        'ExplorationError … "text" was "pending" from 0 to 100 ms in the first run, and "pending" from 0 to 200 ms in the second',
      ),
    )
  })

  test('error: seconds in the place of ms', async () => {
    expect(await thrownBy(() => run(() => {}, { duration: 8 }))).toEqual(
      says('InvalidParametersError … "duration" … expected ms of the chain\'s'),
    )
  })

  test('error: a test that is no function', async () => {
    expect(await thrownBy(() => run(5 as never))).toEqual(
      says(
        'InvalidParametersError … expected a function, the test to explore.',
      ),
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
        neverPaidTwice(),
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
        "text: neverPaidTwice: nothing was sent",
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
    expect(await thrownBy(() => run(() => nextBeatAsync()))).toEqual(
      says(
        'ExplorationError … Advance time with await wait(ms), which explore',
      ),
    )
    expect(await thrownBy(() => run(() => void testNode()))).toEqual(
      says('ExplorationError … Use the node that explore passes to its'),
    )
  })

  test.each<[given: () => unknown, words: string]>([
    [() => wasTrue(undefined as never), 'an object { address?, token?,'],
    [() => wasTrue({}), 'whose balance it is, such as {'],
    [() => wasTrue({ addres: bob } as never), '"addres" … expected "address"'],
    [() => wasTrue({ address: '0x1' }), '"address" … expected an address, or'],
    [
      () => wasTrue({ address: bob, within: -1 }),
      '"within" … an integer from 0',
    ],
    [() => staysFinal(undefined as never), '"final" … expected a watched text'],
    [() => always('no' as never), '"fits" … expected a function of the'],
    [() => atLast(undefined as never), '"fits" … expected a function of the'],
    [() => eventually(undefined as never), '"fits" … expected a function of'],
    [
      () => eventually(() => true, { within: 'soon' as never }),
      '"within" … expected an integer from 0 to',
    ],
    [() => everySentIsTold({ ends: 7 as never }), '"ends" … a watched text, a'],
    [() => noFlicker(3_000 as never), 'an object { within? }.'],
    [
      () => rightAgain({ after: 1 } as never),
      '"after" … expected one of within.',
    ],
    [() => mostRequests(Number.NaN), 'how many requests a second, such'],
  ])('error: what is given to invariants: %#', async (given, words) => {
    expect(await thrownBy(given)).toEqual(
      says(`InvalidParametersError … ${words}`),
    )
  })
})
