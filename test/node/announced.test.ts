import fc from 'fast-check'
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

/** Whether its chain, or one of its cadences, shows no block before the seal. */
function hidesBeats({ options, actions }: Story): boolean {
  const drafts = actions.flatMap((action) =>
    'draft' in action ? [action.draft] : [],
  )
  return [options, ...(options.steps ?? []), ...drafts].some(
    (one) => 'beatsSeenBy' in one && one.beatsSeenBy === 'none',
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
        const heard = hidesBeats(one)
          ? preconfirmed.filter((hash) => subscription.includes(hash))
          : preconfirmed
        expect(subscription).toEqual(heard)
        expect(told.logs.filter).toEqual(told.logs.subscription)
        expect(told.arrived.filter).toEqual(told.arrived.subscription)
        expect(told.pendingLogs.subscription).toEqual(told.pendingLogs.whole)
        if (told.heads.timeline === undefined) return
        const { before, logs, after } = told
        expect(standing([...before, ...logs.subscription])).toEqual(after)
        expect(namedTwice(told.pool)).toEqual([])
      }),
      { numRuns: share(150) },
    )
  })
})
