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
  wasTrue,
} from 'preseal/explore'
import { createPublicClient, custom, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { alice, bob } from '../../node/actors.js'
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

         0 ms  setBalance of wallet { value: 10000000000000000000 }
         0 ms  9 more setBalance
         0 ms  fault "mishap 1" { type: rpc, code: -32000, message: header not found, methods: [eth_getBalance], skip: 0, times: 1 }
         0 ms  fault "mishap 1" acted on eth_getBalance(0x0000…0b0b, pending) → -32000 header not found
      2000 ms  block 1 sealed, empty
      2000 ms  fault "mishap 1" is used up, acted on 1 request

      Reads:
       500 ms  eth_getBalance(0x0000…0b0b, pending) → 7 wei (saw pending 1, 0 txs) ×4, last at 2000 ms (saw pending 2, 0 txs)",
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
      "Explored 47 mishaps of 47 in 1.2 s: late 9, failed 12, empty 2, old 2, otherBlock 8, reorged 3, sealedLate 4, phase 3, jittered 4.
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
    expect(await thrownBy(() => run(leaking))).toMatchInlineSnapshot(
      `"ExplorationError: explore: two runs without any mishap differ, so a run with a mishap would prove nothing: request 1 was eth_chainId() at 0 ms, answered with { type: result, value: 0x7a69 } in the first run, and nothing more in the second. Create all state inside the test (stores, query clients, caches at the top of a module live on), and do lazy imports before the test."`,
    )
  })

  test('error: a test that never ends', async () => {
    const never = () => new Promise(() => {})
    expect(await thrownBy(() => run(never))).toMatchInlineSnapshot(
      `"ExplorationError: explore: the test was not over after 8000 ms of the chain's time, even without any mishap. Do not await anything in it that happens only at its end, or give it more time with "duration"."`,
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
    expect(await thrownBy(() => run(throwing))).toMatchInlineSnapshot(
      `"ExplorationError: watch: at 0 ms the look at "text" threw: Unexpected token 'o', "no" is not valid JSON"`,
    )
  })

  test('error: a watch without invariants or twice', async () => {
    const wrong: Body = ({ watch }) =>
      watch('text', () => 1, undefined as never)
    const twice: Body = ({ watch }) => {
      watch('text', () => 1, [])
      watch('text', () => 2, [])
    }
    expect(await thrownBy(() => run(wrong))).toMatchInlineSnapshot(
      `"ExplorationError: watch: the invariants of "text" are nothing, expected a list of functions, such as [noFlicker()]."`,
    )
    expect(await thrownBy(() => run(twice))).toMatchInlineSnapshot(
      `"ExplorationError: watch: "text" is watched already. Give each watch a name of its own."`,
    )
  })

  test('error: an exploration within another one', async () => {
    const nested: Body = () => run(right)
    expect(await thrownBy(() => run(nested))).toMatchInlineSnapshot(
      `"ReentrantCallError: explore: another exploration is running, and each needs the timers to itself. Await it first, and do not call explore inside an explored test."`,
    )
  })

  test('error: options that are wrong', async () => {
    expect(
      await thrownBy(() =>
        run(right, { runs: -1, shard: '5/4', duration: 0, node: 7 as never }),
      ),
    ).toMatchInlineSnapshot(
      `"InvalidOptionsError: explore: option "duration" is 0, expected ms of the chain's time, 200 or more, such as 20_000. option "runs" is -1, expected an integer from 0 to 2^53 - 1. option "node" is 7, expected the options of a node, or a function that makes them. option "shard" is "5/4", expected a part such as "2/4"."`,
    )
    expect(
      await thrownBy(() => explore(right, { nodes: [], timers })),
    ).toMatchInlineSnapshot(
      `"InvalidOptionsError: explore: option "nodes" is an empty array, expected the options of at least one node."`,
    )
    expect(
      await thrownBy(() => run(right, { only: 'nothing of this' })),
    ).toMatchInlineSnapshot(
      `"InvalidOptionsError: explore: option "only" is "nothing of this", expected the name of a mishap that this test offers. It offers "the 1st eth_getBalance of 0x0000…0b0b at pending is answered 1500 ms late", "the 1st eth_getBalance of 0x0000…0b0b at pending fails with "header not found"", "pending stands still for 10000 ms", "every other request goes to a node that is 600 ms behind", "pending is answered as latest for 10000 ms", "the application starts 1 ms after a beat", "the application starts 66 ms after a beat", "the application starts 133 ms after a beat", "the 1st eth_getBalance of 0x0000…0b0b at pending is answered 5000 ms late", "the 17th eth_getBalance of 0x0000…0b0b at pending is answered 1500 ms late" and 37 more, which mishapsOf lists."`,
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
    ).toMatchInlineSnapshot(
      `"ExplorationError: explore: at 0 ms the test itself failed, not the application: read of the contract 0x00000000000000000000000000000000000c0de5 threw TypeError: a slip. To revert instead, call revert."`,
    )
  })

  test('behavior: real timers and listeners are back afterwards', async () => {
    const { setTimeout: before } = globalThis
    const listeners = process.listeners('unhandledRejection')
    await run(right, { runs: 3 })
    expect(globalThis.setTimeout).toBe(before)
    expect(process.listeners('unhandledRejection')).toEqual(listeners)
    expect(mishapsOf).toBeDefined()
  })
})
