import { expect, test } from 'vitest'
import { film } from '../../site/playground/model/film.js'
import { isWrong, judge } from '../../site/playground/model/judge.js'
import { mishaps } from '../../site/playground/model/mishaps.js'
import { groups } from '../../site/playground/model/stories.js'
import { afterRead, type Story } from '../../site/playground/model/story.js'
import { testText } from '../../site/playground/model/testText.js'
import { runCopied } from './runCopied.js'

export const stories = groups.flatMap(({ stories }) => stories)

export function storyOf(id: string): Story {
  const found = stories.find((story) => story.id === id)
  if (found === undefined) throw new Error(`There is no story ${id}.`)
  return found
}

export type Case = {
  name: string
  story: Story
  /** How often its balance drops, and the ms for which it is stale. */
  naive: { drops: number; stale: number }
}

/** A story with what goes wrong in the naive app. */
export async function toCase(name: string, story: Story): Promise<Case> {
  const shot = await film(story)
  // Whatever happens, the careful app is right.
  expect(isWrong(judge(shot, 'careful'))).toBe(false)
  const { falls, late } = judge(shot, 'naive')
  const naive = { drops: falls.length, stale: late.length * 200 }
  return { name, story, naive }
}

/** The payment with each mishap that can be had at these moments. */
export async function withMishaps(moments: readonly number[]): Promise<Case[]> {
  const story = storyOf('payment')
  const { frames } = await film(story)
  const cases: Promise<Case>[] = []
  for (const { at: read, newest, latest } of frames)
    for (const { name, step: stepAt } of mishaps) {
      const at = afterRead(read)
      const step = stepAt({ at, newest, latest: latest.number })
      if (!moments.includes(read) || typeof step === 'string') continue
      const acts = [...story.acts, { at, name, step }]
      cases.push(toCase(`${name} at ${at} ms`, { ...story, acts }))
    }
  return Promise.all(cases)
}

/** The copied tests fail where the page says so, and pass where it does not. */
export function declareCopied(cases: readonly Case[]) {
  for (const app of ['naive', 'careful'] as const)
    test.each(cases)(`$name: ${app}`, async ({ story, naive }) => {
      const failure = await runCopied(testText(story, app, naive.stale > 0))
      const fails = app === 'naive' && naive.drops + naive.stale > 0
      expect(failure?.name).toBe(fails ? 'AssertionError' : undefined)
    })
}
