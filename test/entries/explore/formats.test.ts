import fc from 'fast-check'
import { createMockNode, parseScenario } from 'preseal'
import {
  type Finding,
  formatFinding,
  formatFound,
  type Mishap,
  mishapsOf,
  parseFound,
} from 'preseal/explore'
import { formatTimeline, readTimeline } from 'preseal/timeline'
import { createWallet } from 'preseal/wallet'
import { describe, expect, test } from 'vitest'
import { bob } from '../../node/actors.js'
import { share } from '../../runs.js'
import { nodes } from './innocent.js'

/** A story in which everything is asked that mishaps can hit. */
async function storyOn(name: string) {
  const { chain: _, ...options } = nodes[name] ?? {}
  const node = createMockNode({ ...options, clock: 'virtual' })
  const wallet = createWallet(node, {
    balance: 10n ** 19n,
    endpointFaults: true,
  })
  const { request } = wallet.provider
  const ask = (method: string, ...params: unknown[]) =>
    request({ method, params } as never).catch(() => undefined)
  await ask('eth_requestAccounts')
  const { account: from } = wallet
  // Tempo has no coin to send.
  const value = name === 'profile tempo' ? '0x0' : '0x1'
  const hash = await ask('eth_sendTransaction', { from, to: bob, value })
  node.preconfirm({ from, to: bob, value: BigInt(value), label: 'scripted' })
  const beat = Math.max(100, options.preconfirmationTime ?? 200)
  for (let turn = 0; turn < 24; turn++) {
    await ask('eth_getBalance', bob, 'pending')
    await ask('eth_getBalance', bob, '0x1')
    await ask('eth_getBlockByNumber', 'latest', false)
    await ask('eth_getTransactionReceipt', hash)
    await ask('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' })
    await ask('eth_getBlockByNumber', 'finalized', false)
    node.advance(beat)
  }
  return readTimeline(node)
}

/** What can go wrong in that story, on every chain; `npm test` tries one. */
const chains = Object.keys(nodes)
const mishapsOn = Promise.all(
  chains
    .slice(0, share(chains.length, 1))
    .map(async (name) => mishapsOf(await storyOn(name), { unfair: true })),
)

function findingOf(mishaps: readonly Mishap[], until: number): Finding {
  return {
    invariant: 'it: always',
    at: 1,
    text: 'it was wrong',
    mishaps,
    alike: [],
    looks: [],
    shown: [],
    story: [],
    timelines: [],
    ...(until > 0 && {}),
  }
}

function replays(mishaps: readonly Mishap[]): void {
  const finding = findingOf(mishaps, 1)
  for (const { name } of mishaps) expect(formatFinding(finding)).toContain(name)
  const text = formatFound('a test', finding)
  expect(parseFound(text).mishaps).toEqual(mishaps)
  const { scenario } = JSON.parse(text)
  const story = parseScenario(scenario)
  const node = createMockNode({ ...story, clock: 'virtual', chainId: 1 })
  try {
    node.advance(Math.max(4_000, ...(story.steps ?? []).map(({ at }) => at)))
  } catch (error) {
    // What the application sends is not there, which `show` leaves out.
    expect(error).toMatchObject({ name: expect.stringMatching(/Error$/) })
  }
  expect(formatTimeline(node, { as: 'html' })).toContain('</html>')
}

describe('a finding', () => {
  test('by "pending is answered as latest" or a cut with an outage crashed its report', async () => {
    const [all] = await mishapsOn
    const before = (all ?? []).filter(({ id }) =>
      id.startsWith('otherBlock/before-seal'),
    )
    expect(before.length).toBeGreaterThan(0)
    for (const mishap of before) replays([mishap])
  })

  test('by any mishap formats, stores and replays, on every chain', async () => {
    for (const all of await mishapsOn) {
      // One of each way, and one of each kind of target.
      const ways = new Map(
        all.map((one) => [
          `${one.id.split('/').slice(0, 2)} ${one.target}`,
          one,
        ]),
      )
      for (const mishap of ways.values()) replays([mishap])
    }
  })

  test('by any pair formats, stores and replays', async () => {
    const all = await mishapsOn
    fc.assert(
      fc.property(
        fc
          .constantFrom(...all)
          .chain((mishaps) =>
            fc.shuffledSubarray(mishaps, { minLength: 2, maxLength: 3 }),
          ),
        (mishaps) => replays(mishaps),
      ),
      { numRuns: share(100) },
    )
  })

  test('both mishaps of a pair had one name, and ids are unique', async () => {
    for (const all of await mishapsOn) {
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    }
  })
})
