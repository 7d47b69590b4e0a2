import { describe, expect, test } from 'vitest'
import { film } from '../../site/playground/model/film.js'
import { mishaps } from '../../site/playground/model/mishaps.js'
import { ownStory } from '../../site/playground/model/ownStory.js'
import type { Story } from '../../site/playground/model/story.js'
import {
  declareCopied,
  stories,
  storyOf,
  toCase,
  withMishaps,
} from './cases.js'

// Drops of the balance, and ms for which it is stale, are those of the naive app.
const told = await Promise.all(
  stories.map((story) => toCase(story.title, story)),
)
const everyPoll = Array.from({ length: 30 }, (_, poll) => (poll + 1) * 200)
const gone = await withMishaps(everyPoll)
// All that would end or fill a template.
const hostile = ['a `$', '{quoted}` \\ name'].join('')
const text = JSON.stringify(
  {
    version: 1,
    accounts: { '0x00000000000000000000000000000000000a11ce': { balance: 9 } },
    steps: [
      {
        at: 200,
        type: 'preconfirm',
        label: hostile,
        from: '0x00000000000000000000000000000000000a11ce',
        to: '0x0000000000000000000000000000000000000b0b',
        value: 1,
      },
      { at: 900, type: 'drop', transaction: hostile },
    ],
  },
  null,
  2,
)
const written = await toCase('a scenario', ownStory(text) as Story)

describe('stories', () => {
  declareCopied(told)

  test('default: how often the naive app is wrong', () => {
    expect(
      Object.fromEntries(
        told.map(({ name, naive }) => [name, [naive.drops, naive.stale]]),
      ),
    ).toEqual({
      'A missed beat': [1, 0],
      'A payment every beat': [0, 0],
      'A payment every beat, two backends': [10, 0],
      'Beats that come unevenly': [0, 0],
      'No pending block after a seal': [0, 0],
      'No pre-confirmations for a while': [0, 0],
      'One payment': [0, 0],
      'Paid, then reorged away': [1, 0],
      'Pending freezes, latest goes on': [0, 1_000],
      'Sealed as reverted': [1, 0],
      'Sealed without the payment': [1, 0],
      'The last two beats are lost': [1, 0],
      'Two backends, one behind': [3, 0],
    })
  })

  test('default: the first one shows a payment that a reorg takes back', async () => {
    const { frames } = await film(stories[0] as Story)
    expect(
      frames.map(({ shown }) =>
        Number((shown.naive?.balance ?? 0n) / 10n ** 18n),
      ),
    ).toEqual([...Array(2).fill(0), ...Array(9).fill(1), ...Array(9).fill(0)])
  })

  test('default: identifiers are given once', () => {
    expect(new Set(stories.map(({ id }) => id)).size).toBe(stories.length)
  })
})

describe('mishaps', () => {
  declareCopied(gone)

  test('default: each of them makes the naive app wrong', () => {
    const found = mishaps.filter(({ name }) =>
      gone.some((one) => one.name.startsWith(name) && one.naive.drops > 0),
    )
    expect(found).toEqual(mishaps)
  })

  test('error: what cannot be done at a moment says why', async () => {
    const [first] = (await film(storyOf('payment'))).frames
    const here = { at: 300, newest: first?.newest ?? null, latest: 0 }
    expect(mishaps.slice(0, 4).map(({ step }) => step(here))).toEqual([
      'Nothing is pending at this moment.',
      'Nothing is pending at this moment.',
      'Nothing is pending at this moment.',
      'No block is sealed yet.',
    ])
  })
})

describe('a scenario of the visitor', () => {
  declareCopied([written])

  test('default: is played to its end', () => {
    expect(written).toMatchObject({
      naive: { drops: 1 },
      story: { until: 5_000 },
    })
  })

  test('error: line and column of all that is wrong', () => {
    expect(
      ownStory('{\n  "version": 1,\n  "blockTime": 0,\n  "stepps": []\n}'),
    ).toMatchInlineSnapshot(`
      [
        {
          "column": 3,
          "line": 3,
          "text": "blockTime is 0, expected a whole number of ms from 20 to 2^53 - 1.",
        },
        {
          "column": 3,
          "line": 4,
          "text": "stepps is an unknown key, expected "steps", the nearest known one.",
        },
      ]
    `)
    expect(ownStory('{ "version": 1,, }')).toMatchInlineSnapshot(`
      [
        {
          "column": 16,
          "line": 1,
          "text": "Here is ",", expected a key in double quotes.",
        },
      ]
    `)
  })
})
