import FakeTimers from '@sinonjs/fake-timers'
import { contract } from 'preseal/contracts'
import {
  always,
  type Body,
  type Example,
  type ExploreOptions,
  explore,
  formatExploration,
  formatFinding,
  type Mishap,
  mishapsOf,
  mostRequests,
  wasTrue,
} from 'preseal/explore'
import { createPublicClient, custom, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { alice, bob } from '../../node/actors.js'
import { says } from '../../says.js'
import { balanceApp } from './balanceApp.js'

const timers = FakeTimers
const node = {
  accounts: { [alice]: { balance: 10n ** 18n }, [bob]: { balance: 7n } },
}
const run = (body: Body, options: ExploreOptions = {}) =>
  explore(body, { duration: 8_000, node, ...options, timers })

const zeroOnError: Body = ({ node, watch }) => {
  const app = balanceApp(node, { onError: 0n })
  watch('balance', () => app.shown, [wasTrue({ address: bob })])
}

const right: Body = ({ node, watch }) => {
  const app = balanceApp(node)
  watch('balance', () => app.shown, [wasTrue({ address: bob })])
}

async function thrownBy(act: () => Promise<unknown>) {
  return act().then(
    () => 'nothing',
    (error: Error) => `${error.name}: ${error.message}`,
  )
}

describe('explore', () => {
  test('default: finds what one failed request shows', async () => {
    const { findings, tried, offered } = await run(zeroOnError)
    expect(findings.map(formatFinding)).toMatchInlineSnapshot(`
      [
        "balance: wasTrue does not hold when the 1st eth_getBalance of 0x0000…0b0b at pending fails with "header not found".

      At 0 ms it showed 0, which was never true in the last 2000 ms: on the chain it was 7 pending and 7 latest.

      What "balance" was:

            0 ms  0  ←
          500 ms  7

      What happened on chain 31337 from 0 to 2000 ms:

      Requests that failed, perhaps without a word from the client:
        0 ms  eth_getBalance(0x0000…0b0b, pending): -32000 header not found

         0 ms  fault "injected by explore" { type: rpc, code: -32000, message: header not found, methods: [eth_getBalance], skip: 0, times: 1 }
         0 ms  fault "injected by explore" acted on eth_getBalance(0x0000…0b0b, pending) → -32000 header not found
         0 ms  fault "injected by explore" is used up, acted on 1 request
      2000 ms  block 1 sealed, empty

      Reads:
       500 ms  eth_getBalance(0x0000…0b0b, pending) → 7 wei (saw pending 1, 0 txs), 4 times, last at 2000 ms (saw pending 2, 0 txs)",
      ]
    `)
    expect(tried).toBeLessThan(offered)
  })

  test('behavior: raises nothing where nothing is wrong, and says what it tried', async () => {
    const exploration = await run(right)
    expect(exploration.findings).toEqual([])
    expect(exploration.tried).toBe(exploration.offered)
    const { unreachable, untried, endedEarlyBy } = exploration
    expect({ unreachable, untried, endedEarlyBy }).toEqual({
      unreachable: [],
      untried: 0,
      endedEarlyBy: null,
    })
    expect(
      formatExploration({ ...exploration, ms: 1_234 }),
    ).toMatchInlineSnapshot(
      `
      "Explored 48 mishaps of 48 in 1.2 s: late 9, failed 12, empty 2, old 2, otherBlock 8, reorged 3, sealedLate 4, phase 3, forgotten 1, jittered 4.
      In the run without mishaps, no transaction was included and no balance changed after the start, so the test could not reveal a flickering or stale balance. Send a payment in the test, or add one to the "steps" of the node."
    `,
    )
  })

  test('behavior: a replay equals its finding to the byte', async () => {
    const bytes = async (options: ExploreOptions & { found?: Mishap[][] }) => {
      const { findings } = await explore(zeroOnError, {
        duration: 8_000,
        node,
        timers,
        ...options,
      })
      return JSON.stringify(
        findings.map((finding) => [
          formatFinding(finding),
          finding.mishaps,
          finding.looks,
          finding.timelines.map(({ answeredRequests, events, blocks }) => [
            answeredRequests,
            events,
            blocks,
          ]),
        ]),
        (_, value) => (typeof value === 'bigint' ? `${value}n` : value),
      )
    }
    const found = await bytes({})
    const { findings } = await run(zeroOnError)
    const mishaps = findings[0]?.mishaps as Mishap[]
    expect(await bytes({})).toBe(found)
    expect(await bytes({ only: `${mishaps[0]?.name}` })).toBe(found)
    expect(await bytes({ runs: 0, found: [mishaps] })).toBe(found)
    expect(found.length).toBeGreaterThan(5_000)
  })

  test('options: accept repeats the reason, and goes on', async () => {
    const exploration = await run(zeroOnError, {
      accept: [{ mishap: /fails? with/, reason: 'the design wants it so' }],
      runs: 15,
    })
    expect(exploration.findings).toEqual([])
    expect(exploration.accepted.length).toBeGreaterThan(1)
    expect(formatExploration(exploration)).toContain('the design wants it so')
  })

  test('options: shards are disjoint, and all of it together', async () => {
    const tried = (shard?: string) => async () => {
      const names: string[] = []
      await run(right, {
        shard,
        runs: 12,
        invariants: [
          ({ mishaps }) => {
            names.push(...mishaps.map(({ mishap }) => mishap.name))
            return undefined
          },
        ],
      })
      return names
    }
    const [all, first, second] = [
      await tried()(),
      await tried('1/2')(),
      await tried('2/2')(),
    ]
    expect([...first, ...second].sort()).toEqual([...all].sort())
    expect(all).toHaveLength(12)
    expect(first).toHaveLength(6)
  })

  test('options: examples come first, and what does not fit is counted', async () => {
    const mishap: Example = {
      kind: 'reorged',
      name: 'genesis gives way',
      steps: [{ at: 100, type: 'reorg', depth: 3 }],
    }
    const { findings, skipped, kinds } = await run(right, {
      examples: [mishap],
      runs: 1,
    })
    expect(findings).toEqual([])
    expect(skipped).toEqual(['genesis gives way'])
    expect(kinds).toMatchObject({ reorged: { tried: 1, skipped: 1 } })
  })

  test('options: real time ends it, and the report says so', async () => {
    const exploration = await run(right, { timeLimit: 1 })
    expect(exploration.endedEarlyBy).toBe('timeLimit')
    const report = formatExploration(exploration)
    expect(report).toMatch(/^INCOMPLETE/)
    expect(report).toContain(
      'left out by "runs", "shard", "only" or "timeLimit".',
    )
  })

  test.each([
    { runs: 3 },
    { runs: 6, shard: '1/2' },
    { only: 'pending stands still for 10000 ms' },
  ])('behavior: what %j leaves out did not end it early', async (options) => {
    const exploration = await run(right, options)
    const { untried, offered, tried, endedEarlyBy } = exploration
    expect(untried).toBe(offered - tried)
    expect(endedEarlyBy).toBe(null)
    const report = formatExploration(exploration)
    expect(report).toMatch(/^Explored /)
    expect(report).toContain('left out by "runs", "shard" or "only".')
  })

  test('behavior: the report named a finding as the end of a full exploration', async () => {
    const given = { runs: 12 }
    const two: Body = (explored) => {
      zeroOnError(explored)
      const { node, watch } = explored
      let isRead = true
      node.provider.request({ method: 'eth_chainId' }).catch(() => {
        isRead = false
      })
      watch('read', () => isRead, [always((value) => value === true)])
    }
    const all = await run(two, { ...given, bail: 1_000 })
    expect(all.findings.length).toBeGreaterThan(1)
    expect(all.endedEarlyBy).toBe(null)
    expect(formatExploration(all)).toContain('left out by "runs"')
    const bail = all.findings.length
    const ended = await run(two, { ...given, bail: bail - 1 })
    expect(ended.endedEarlyBy).toBe('finding')
    expect(formatExploration(ended)).toContain('since a finding ended it.')
  })

  test('behavior: a law that the plain network breaks needs no mishap', async () => {
    const { findings, tried, endedEarlyBy } = await run(({ node, watch }) => {
      const app = balanceApp(node)
      watch('balance', () => app.shown, [wasTrue({ address: alice })])
    })
    expect({ tried, endedEarlyBy }).toEqual({
      tried: 0,
      endedEarlyBy: 'finding',
    })
    expect(findings[0]?.mishaps).toEqual([])
  })

  test('behavior: a rejection that nobody catches is a finding', async () => {
    const { findings } = await run(({ node }) => {
      const { request } = node.provider
      const params = [bob, 'latest'] as const
      setInterval(() => request({ method: 'eth_getBalance', params }), 1_000)
    })
    expect(findings[0]?.invariant).toBe('noUnhandledRejection')
  })

  test('behavior: a test that throws under a mishap is a finding', async () => {
    const { findings } = await run(async ({ node }) => {
      await node.provider.request({ method: 'eth_chainId' })
    })
    expect(findings[0]).toMatchObject({
      invariant: 'the test passes',
      mishaps: [{ name: 'eth_chainId fails with "header not found"' }],
    })
  })

  test('error: state that leaks from run to run', async () => {
    let cached: unknown
    const leaking: Body = async ({ node, watch }) => {
      cached ??= await node.provider.request({ method: 'eth_chainId' })
      watch('chain', () => cached, [])
    }
    expect(await thrownBy(() => run(leaking))).toEqual(
      says(
        'ExplorationError … Create all state inside the test (stores, query',
      ),
    )
  })

  test('error: a test that never ends', async () => {
    const never = () => new Promise(() => {})
    expect(await thrownBy(() => run(never))).toEqual(
      says('ExplorationError … Do not await anything in it that happens only'),
    )
  })

  test('error: a test that throws without any mishap', async () => {
    const failing = () => {
      throw new TypeError('a mistake')
    }
    expect(await thrownBy(() => run(failing))).toBe('TypeError: a mistake')
  })

  test('error: a watch that throws', async () => {
    const throwing: Body = ({ watch }) =>
      watch('text', () => JSON.parse('no'), [])
    expect(await thrownBy(() => run(throwing))).toEqual(
      says('ExplorationError … watch: at 0 ms the look at "text"'),
    )
  })

  test('error: a watch without invariants or twice', async () => {
    const wrong: Body = ({ watch }) =>
      watch('text', () => 1, undefined as never)
    const twice: Body = ({ watch }) => {
      watch('text', () => 1, [])
      watch('text', () => 2, [])
    }
    expect(await thrownBy(() => run(wrong))).toEqual(
      says('ExplorationError … "text" … expected a list of functions, such as'),
    )
    expect(await thrownBy(() => run(twice))).toEqual(
      says('ExplorationError … "text" … Give each watch a name of its own.'),
    )
  })

  test('error: an exploration within another one', async () => {
    const nested: Body = () => run(right)
    expect(await thrownBy(() => run(nested))).toEqual(
      says('ReentrantCallError … Await it first, and do not call explore'),
    )
  })

  test('error: options that are wrong', async () => {
    expect(
      await thrownBy(() =>
        run(right, { runs: -1, shard: '5/4', duration: 0, node: 7 as never }),
      ),
    ).toEqual(
      says('InvalidParametersError … "duration" … expected ms of the chain\'s'),
    )
    expect(await thrownBy(() => explore(right, { nodes: [], timers }))).toEqual(
      says(
        'InvalidParametersError … "nodes" … expected the options of at least',
      ),
    )
    expect(
      await thrownBy(() => run(right, { only: 'nothing of this' })),
    ).toEqual(
      says(
        'InvalidParametersError … "only" … It offers "the 1st eth_getBalance',
      ),
    )
  })

  test('error: a contract of the test that throws is no mishap', async () => {
    const address = '0x00000000000000000000000000000000000c0de5'
    const abi = parseAbi(['function read() view returns (uint256)'])
    const broken = contract({
      address,
      abi,
      functions: {
        read() {
          throw new TypeError('a slip')
        },
      },
    })
    const reading: Body = async ({ node }) => {
      const client = createPublicClient({ transport: custom(node.provider) })
      const read = { address, abi, functionName: 'read' } as const
      await client.readContract(read).catch(() => 0n)
    }
    expect(
      (
        await thrownBy(() => run(reading, { node: { contracts: [broken] } }))
      ).replace(/ \(at .*?\)\./, '.'),
    ).toEqual(says('ExplorationError … To revert instead, call revert.'))
  })

  test('behavior: real timers and listeners are back afterwards', async () => {
    const { setTimeout: before } = globalThis
    const listeners = process.listeners('unhandledRejection')
    await run(right, { runs: 3 })
    expect(globalThis.setTimeout).toBe(before)
    expect(process.listeners('unhandledRejection')).toEqual(listeners)
    expect(mishapsOf).toBeDefined()
  })

  test('a second tab was counted as the same page', async () => {
    const polling =
      (isLeft: boolean): Body =>
      ({ node, page }) => {
        page(() => {
          const timer = setInterval(async () => {
            const params = [bob, 'latest'] as const
            await node.provider
              .request({ method: 'eth_getBalance', params: [...params] })
              .catch(() => {})
          }, 500)
          return () => isLeft || clearInterval(timer)
        })
      }
    const options = { invariants: [mostRequests(3)], kinds: { late: 0 } }
    const right = await run(polling(false), options)
    expect(right.findings.map(formatFinding)).toEqual([])
    expect(formatExploration(right)).toMatch(/reloaded \d/)
    const { findings } = await run(polling(true), { ...options, runs: 200 })
    expect(findings[0]?.mishaps[0]?.name).toContain('reloads the page')
  })
})
