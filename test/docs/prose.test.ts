import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { page, pages, root } from './pages.js'
import { commentsOf, countWords, findHabits, proseOf } from './prose.js'
import { worst } from './worst.js'

const papers = [
  // It only repeats sentences of the pages.
  ...pages.filter(({ path }) => path !== 'llms.txt'),
  ...[
    'ARCHITECTURE.md',
    'SECURITY.md',
    'RELEASING.md',
    'bench/README.md',
    'test/mutants/README.md',
    'test/proof/README.md',
    ...records(),
  ].map((path) => ({
    path,
    text: readFileSync(root + path, 'utf8'),
  })),
]

function records() {
  return readdirSync(`${root}decisions`).map((name) => `decisions/${name}`)
}

test.each(papers)('$path has none of the habits', ({ text }) => {
  expect(findHabits(proseOf(text))).toEqual([])
})

/** Words of prose: tables, code and headings are free. */
const mostWords = {
  'docs/guide/': 550,
  'docs/guide/explore.md': 640,
  'docs/guide/real-blocks.md': 610,
  'docs/guide/troubleshooting.md': 565,
  'docs/guide/websockets.md': 590,
  'docs/reference/': 550,
  'docs/reference/errors.md': 2_530,
  'docs/reference/methods.md': 1_375,
  'docs/fidelity.md': 910,
  'docs/README.md': 50,
  'README.md': 560,
  'ARCHITECTURE.md': 1_520,
  'CONTRIBUTING.md': 980,
  'SECURITY.md': 360,
  'RELEASING.md': 350,
  'bench/README.md': 620,
  'test/': 250,
  'test/mutants/': 800,
  'decisions/': 350,
  'skills/': 250,
}

test.each(papers)('$path says it in few words', ({ path, text }) => {
  const [, most] = Object.entries(mostWords)
    .filter(([start]) => path.startsWith(start))
    .sort(([a], [b]) => b.length - a.length)[0] ?? ['', 0]
  expect(countWords(text)).toBeLessThanOrEqual(most)
})

test('the source has none of the habits', () => {
  const files = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
  const found = files
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) =>
      findHabits(commentsOf(readFileSync(`${root}src/${path}`, 'utf8'))).map(
        (habit) => `${path}: ${habit}`,
      ),
    )
  expect(found).toEqual([])
})

test('what the command prints has none of the habits', () => {
  const { blocks } = page('docs/reference/command-line.md')
  expect(blocks.length).toBeGreaterThan(4)
  expect(
    blocks.flatMap(({ code }) => findHabits(code.replaceAll(/\s*\n +/g, ' '))),
  ).toEqual([])
})

describe('the habits', () => {
  test.each(worst)('of "%s"', (before, after) => {
    expect(findHabits(before)).not.toEqual([])
    expect(findHabits(after)).toEqual([])
  })
})
