import fc from 'fast-check'
import type { MockNodeOptions } from 'preseal'
import { describe, expect, test } from 'vitest'
import { donorBlocks } from '../model/donors.js'
import { type Story, story } from '../model/story.js'
import { share } from '../runs.js'
import { type Log, playAnnounced } from './announced.js'

/** The logs that were told and not taken back. */
function standing(logs: readonly Log[]): Log[] {
  const standing = new Map<string, Log>()
  for (const { removed, ...log } of logs) {
    const key = `${log.blockHash} ${log.logIndex}`
    if (standing.has(key) !== removed)
      throw new Error(`Log ${key} is told twice, or taken back unheard.`)
    if (removed) standing.delete(key)
    else standing.set(key, { ...log, removed })
  }
  return [...standing.values()]
}

function withoutHashes(logs: readonly Log[]): object[] {
  return logs.map(({ blockHash: _, ...log }) => log)
}

/** Hashes that arrived again, without having been dropped in between. */
function namedTwice(pool: readonly string[]): string[] {
  const there = new Set<string>()
  return pool.filter((name) => {
    if (name.startsWith('-')) return void there.delete(name.slice(1))
    const isThere = there.has(name)
    there.add(name)
    return isThere
  })
}

/** Whether beats of its chain, or of one of its cadences, are seen so. */
function isSeenBy(
  by: readonly MockNodeOptions['beatsSeenBy'][],
  { options, actions }: Story,
): boolean {
  const drafts = actions.flatMap((action) =>
    'draft' in action ? [action.draft] : [],
  )
  return [options, ...(options.steps ?? []), ...drafts].some(
    (one) => 'beatsSeenBy' in one && by.includes(one.beatsSeenBy),
  )
}

describe('whoever listens', () => {
  test('behavior: learns the same by events, subscriptions, filters and the timeline', async () => {
    const stories = story(await donorBlocks())
    await fc.assert(
      fc.asyncProperty(stories, async (one) => {
        const told = await playAnnounced(one)
        if (told === null) return
        const { sealed, newHeads, filter, timeline = sealed } = told.heads
        expect({ newHeads, filter, timeline }).toEqual({
          newHeads: sealed,
          filter: sealed,
          timeline: sealed,
        })
        const { preconfirmed, subscription, whole } = told.entered
        expect(whole).toEqual(subscription)
        // Of blocks whose beats nobody sees, only the test hears.
        const heard = isSeenBy(['none'], one)
          ? preconfirmed.filter((hash) => subscription.includes(hash))
          : preconfirmed
        expect(subscription).toEqual(heard)
        // A block that is latest while it is built has another hash at each beat:
        // a filter names the newest, and a subscription that of its time.
        const plain = isSeenBy(['latest', 'latestState'], one)
          ? withoutHashes
          : (logs: readonly Log[]) => logs
        expect(plain(told.logs.filter)).toEqual(plain(told.logs.subscription))
        expect(told.arrived.filter).toEqual(told.arrived.subscription)
        expect(told.pendingLogs.subscription).toEqual(told.pendingLogs.whole)
        if (told.heads.timeline === undefined) return
        const { before, logs, after } = told
        const left = standing([...before, ...logs.subscription])
        expect(plain(left)).toEqual(plain(after))
        expect(namedTwice(told.pool)).toEqual([])
      }),
      { numRuns: share(150) },
    )
  })
})
