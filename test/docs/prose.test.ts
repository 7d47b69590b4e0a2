import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { pages, root } from './pages.js'
import { countWords, findHabits, proseOf } from './prose.js'
import { legacyShared } from './shared.js'
import { worst } from './worst.js'

const papers = [
  ...pages,
  ...['SECURITY.md', ...records()].map((path) => ({
    path,
    text: readFileSync(root + path, 'utf8'),
  })),
]

function records() {
  return readdirSync(`${root}decisions`).map((name) => `decisions/${name}`)
}

test.each(papers.filter(({ path }) => !legacyShared.includes(path)))(
  '$path has none of the habits',
  ({ text }) => {
    expect(findHabits(proseOf(text))).toEqual([])
  },
)

describe('the habits', () => {
  test.each(worst)('of "%s"', (before, after) => {
    expect(findHabits(before)).not.toEqual([])
    expect(findHabits(after)).toEqual([])
  })
})
