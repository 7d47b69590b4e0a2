import fc from 'fast-check'
import {
  createMockNode,
  type Hex,
  isPresealError,
  type MockNode,
  type MockNodeOptions,
} from 'preseal'
import { formatTimeline, readTimeline } from 'preseal/timeline'
import { describe, expect, test } from 'vitest'
import type {
  Balances,
  Scene,
} from '../../../src/entries/timeline/picture/scene.js'
import { donorBlocks } from '../../model/donors.js'
import { type Story, story } from '../../model/story.js'
import { createActor } from '../../node/actor.js'
import { alice, bob, carol } from '../../node/actors.js'
import { share } from '../../runs.js'

type Said = {
  pending: { number: string | null; tip: Hex | null }
  /** A hash by its beginning. */
  latest: { number: string | null; hash: string | null }
  balances: string[]
}

/** What the node answers at an instant; null where it knows no answer. */
function answeredAt(node: MockNode, at: number): Said {
  const { request } = node.view(at)
  const orNull = <value>(read: () => value) => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      return null
    }
  }
  const blockAt = (tag: 'pending' | 'latest') => {
    const block = orNull(() =>
      request({ method: 'eth_getBlockByNumber', params: [tag, false] }),
    ) as { number: Hex | null; hash: Hex | null; transactions: Hex[] } | null
    // Some nodes hide the number of the pending block, which may be latest.
    const hidden = () => {
      const latest = request({
        method: 'eth_getBlockByNumber',
        params: ['latest', false],
      })
      const head = BigInt(request({ method: 'eth_blockNumber' }))
      return latest?.number === null ? head : head + 1n
    }
    return {
      number: block && orNull(() => `${BigInt(block.number ?? hidden())}`),
      tip: block?.transactions.at(-1) ?? null,
      hash: block?.hash?.slice(0, 10) ?? null,
    }
  }
  const balances = (['pending', 'latest'] as const).map((tag) => {
    const wei = orNull(() =>
      request({ method: 'eth_getBalance', params: [bob, tag] }),
    )
    return wei === null ? 'null' : `${BigInt(wei)}`
  })
  const { hash: _, ...pending } = blockAt('pending')
  const { tip: __, ...latest } = blockAt('latest')
  return { pending, latest, balances }
}

function newest<entry extends readonly [number, ...unknown[]]>(
  list: readonly entry[],
  at: number,
): entry | undefined {
  return list.filter(([since]) => since <= at).at(-1)
}

/** What the table of a page says at an instant. */
function tableAt(page: string, hashes: readonly Hex[]) {
  const [, json = ''] =
    /<script type="application\/json" id="scene">(.*?)<\/script>/s.exec(page) ??
    []
  const scene = JSON.parse(json) as Scene
  const { pending, latest } = scene.balances[scene.account] as Balances
  return (at: number): Said => {
    const [, number = null, inside = []] = newest(scene.pending, at) ?? []
    const tip = inside.at(-1)
    const [, sealed = null, isOpen = false] = newest(scene.latest, at) ?? []
    return {
      pending: {
        number: number === null ? null : `${number}`,
        tip: tip === undefined ? null : (hashes[tip] ?? null),
      },
      latest: {
        number: sealed === null ? null : `${sealed}`,
        hash:
          scene.blocks
            .filter(([since, number]) => since <= at && number === sealed)
            .filter(() => !isOpen)
            .at(-1)?.[2] ?? null,
      },
      balances: [pending, latest].map(
        (one) => `${newest(one, at)?.[1] ?? null}`,
      ),
    }
  }
}

/** The number that the boxes of a lane have at an instant. */
function pictureAt(svg: string, lane: 'pending' | 'latest') {
  const said =
    lane === 'pending'
      ? /<title>block (\d+) is pending from (\d+) to (\d+) ms/g
      : /<title>block (\d+).{0,11} is latest from (\d+) to (\d+) ms/g
  const boxes = [...svg.matchAll(said)].map(
    ([, number = '', since, until]) => ({
      number,
      since: Number(since),
      until: Number(until),
    }),
  )
  return (at: number) => {
    const here = boxes.filter(({ since, until }) => since <= at && at < until)
    expect(here.length).toBeLessThan(2)
    return here[0]?.number ?? null
  }
}

async function played({ options, actions }: Story): Promise<MockNode | null> {
  const node = create(options)
  if (node === null) return null
  const actor = createActor(node)
  for (const [at, action] of actions.entries()) await actor(action, at)
  return node
}

function create({ faults: _, steps = [], ...options }: MockNodeOptions) {
  try {
    return createMockNode({
      ...options,
      endpoint: 'dedicated',
      steps: steps.filter(({ type }) => type !== 'fault' && type !== 'lift'),
    })
  } catch (error) {
    const errors = error instanceof AggregateError ? error.errors : [error]
    if (errors.every((one) => isPresealError(one))) return null
    throw error
  }
}

/** Wherever anything happened, right before it and between beats. */
function instantsOf(node: MockNode): number[] {
  const { events, beats } = readTimeline(node)
  const marked = [...events, ...beats.slice(-40)].map(({ at }) => at)
  const all = marked.flatMap((at) => [at - 1, at, at + 1])
  const inside = all.filter((at) => at >= 0 && at <= node.now)
  return [...new Set([0, ...inside, node.now])].slice(-300)
}

function holdTogether(node: MockNode) {
  const options = { account: bob, width: 1e9 } as const
  const svg = formatTimeline(node, { ...options, as: 'svg' })
  const { transactions } = readTimeline(node)
  const hashes = transactions.map(({ hash }) => hash)
  const page = formatTimeline(node, { ...options, as: 'html' })
  const table = tableAt(page, hashes)
  const pending = pictureAt(svg, 'pending')
  const latest = pictureAt(svg, 'latest')
  for (const at of instantsOf(node)) {
    const said = answeredAt(node, at)
    const { tip } = said.pending
    // A transaction that an import brought is in no row.
    const isKnown = tip === null || hashes.includes(tip)
    const told = table(at)
    // A block that is built has another hash at each beat, and so no name.
    const isOpen = said.pending.number === said.latest.number
    const hash = isOpen ? null : told.latest.hash
    expect({
      at,
      table: told,
      // A box that has no width cannot be seen.
      picture: at === node.now ? null : [pending(at), latest(at)],
    }).toEqual({
      at,
      table: {
        ...said,
        pending: isKnown ? said.pending : { ...said.pending, tip: null },
        // What was there before its first block has no hash in it.
        latest: hash === null ? { ...said.latest, hash } : said.latest,
      },
      picture:
        at === node.now ? null : [said.pending.number, said.latest.number],
    })
  }
}

describe('picture, table and answers', () => {
  test('behavior: say the same at every instant', async () => {
    const stories = story(await donorBlocks())
    await fc.assert(
      fc.asyncProperty(stories, async (one) => {
        const node = await played(one)
        if (node === null) return
        holdTogether(node)
        node.dispose()
      }),
      { numRuns: share(100) },
    )
  })

  test('behavior: a picture named the pending block after the one that a reorg replaced', () => {
    const node = createMockNode({
      accounts: { [alice]: { balance: 10n ** 19n } },
      steps: [
        { at: 100, type: 'preconfirm', label: 'a', from: alice, to: bob },
        { at: 2_100, type: 'preconfirm', label: 'b', from: alice, to: carol },
        { at: 4_100, type: 'preconfirm', label: 'c', from: alice, to: bob },
        { at: 4_400, type: 'reorg', depth: 2, omit: ['a'] },
      ],
    })
    node.advance(9_000)
    holdTogether(node)
    const svg = formatTimeline(node, { as: 'svg' })
    expect(
      Array.from(
        svg.matchAll(/block \d+ is pending from[^,]*/g),
        ([said]) => said,
      ),
    ).toEqual([
      'block 1 is pending from 0 to 2000 ms',
      'block 2 is pending from 2000 to 4000 ms',
      'block 3 is pending from 4000 to 4400 ms',
      'block 3 is pending from 4400 to 6000 ms',
      'block 4 is pending from 6000 to 8000 ms',
      'block 5 is pending from 8000 to 9000 ms',
    ])
  })

  test('behavior: a picture named an open block as the one that a reorg replaced, or called it empty', () => {
    const node = createMockNode({
      accounts: { [alice]: { balance: 10n ** 19n } },
      beatsSeenBy: 'latest',
      steps: [
        { at: 100, type: 'preconfirm', from: alice, to: bob },
        { at: 4_400, type: 'reorg', depth: 1 },
      ],
    })
    node.advance(5_000)
    holdTogether(node)
    const svg = formatTimeline(node, { as: 'svg' })
    const titles = svg.matchAll(/<title>(block \d[^<]* is latest [^<]*)/g)
    expect(Array.from(titles, ([, title]) => title)).toMatchInlineSnapshot(`
      [
        "block 1 is latest from 0 to 2000 ms, 1 tx: 0xd0be…40ed",
        "block 2 is latest from 2000 to 4000 ms, 0 txs; replaced by a reorg at 4400 ms",
        "block 3 is latest from 4000 to 4400 ms, 0 txs; replaced by a reorg at 4400 ms",
        "block 3 is latest from 4400 to 5000 ms, 0 txs",
      ]
    `)
  })
})
