import { expect, test } from 'vitest'
import { falls } from '../../site/playground/model/falls.js'
import { film } from '../../site/playground/model/film.js'
import { mishaps } from '../../site/playground/model/mishaps.js'
import { groups } from '../../site/playground/model/stories.js'
import type { Story } from '../../site/playground/model/story.js'
import { testText } from '../../site/playground/model/testText.js'
import { runCopied } from './runCopied.js'

export const stories = groups.flatMap(({ stories }) => stories)

export function storyOf(id: string): Story {
  const found = stories.find((story) => story.id === id)
  if (found === undefined) throw new Error(`There is no story ${id}.`)
  return found
}

export type Case = { name: string; story: Story; naive: number }

/** A story with how often the naive app takes money back in it. */
export async function toCase(name: string, story: Story): Promise<Case> {
  const shot = await film(story)
  // Whatever happens, the careful app takes none back.
  expect(falls(shot, 'careful')).toEqual([])
  return { name, story, naive: falls(shot, 'naive').length }
}

/** The payment with each mishap that can be had at these moments. */
export async function withMishaps(moments: readonly number[]): Promise<Case[]> {
  const story = storyOf('payment')
  const { frames } = await film(story)
  const cases: Promise<Case>[] = []
  for (const { at, newest, latest } of frames)
    for (const { name, at: stepAt } of mishaps) {
      const step = stepAt({ now: at, newest, latest: latest.number })
      if (!moments.includes(at) || typeof step === 'string') continue
      const act = { at, type: 'mishap', name, step } as const
      const acts = [...story.acts, act]
      cases.push(toCase(`${name} at ${at} ms`, { ...story, acts }))
    }
  return Promise.all(cases)
}

/** The copied tests fail where the page says so, and pass where it does not. */
export function declareCopied(cases: readonly Case[]) {
  for (const app of ['naive', 'careful'] as const)
    test.each(cases)(`$name: ${app}`, async ({ story, naive }) => {
      const failure = await runCopied(testText(story, app))
      const fails = app === 'naive' && naive > 0
      expect(failure?.name).toBe(fails ? 'AssertionError' : undefined)
    })
}
