import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readAnchors, readLinks } from './markdown.js'
import { manifest, page, pages, root } from './pages.js'

const readme = page('README.md')
const described = pages.filter(({ path }) =>
  /^docs\/(guide|reference)\//.test(path),
)

describe('README.md', () => {
  test('opens with a complete test', () => {
    const [opening] = readme.snippets
    expect(opening).toMatchObject({ kind: 'file', isTest: true })
  })
})

test('the index lists every page', () => {
  const links = readLinks(page('docs/README.md').text)
  const paths = described.map(({ path }) => path.replace('docs/', ''))
  expect(links).toEqual(expect.arrayContaining(paths))
  expect(readLinks(readme.text)).toContain('docs/README.md')
})

describe.each(pages)('the snippets of $path', ({ snippets }) => {
  test('are whole files, or say where they stand in one', () => {
    const neither = snippets.filter(({ kind }) => kind === 'neither')
    expect(neither.map(({ line }) => line)).toEqual([])
  })

  test('have a test if they expect something', () => {
    const bare = snippets.filter(
      ({ isTest, code }) => !isTest && code.includes('expect('),
    )
    expect(bare.map(({ line }) => line)).toEqual([])
  })
})

const folders = ['', 'docs/', 'docs/decisions/', '.github/']
const documents = folders.flatMap((folder) =>
  readdirSync(root + folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => folder + name),
)

test.each([...new Set([...documents, ...pages.map(({ path }) => path)])])(
  'links of %s lead somewhere',
  (path) => {
    const lost = readLinks(readFileSync(root + path, 'utf8')).filter(
      (link) => !leadsSomewhere(path, link),
    )
    expect(lost).toEqual([])
  },
)

/** What npm packs: what is named, and these in any case. */
const packed: string[] = [
  ...manifest.files,
  'README.md',
  'LICENSE',
  'package.json',
]
const isPacked = (path: string) =>
  packed.some((entry) => path === entry || path.startsWith(`${entry}/`))

test('pages that the package has link only to what it has', () => {
  const papers = [...documents, ...pages.map(({ path }) => path)]
  const lost = [...new Set([...papers, 'bench/README.md'])]
    .filter(isPacked)
    .flatMap((path) =>
      readLinks(readFileSync(root + path, 'utf8'))
        .filter((link) => !/^(https?:|#)/.test(link))
        .map((link) => join(dirname(path), link.split('#')[0] ?? ''))
        .filter((target) => !isPacked(target.replace(/\/$/, '')))
        .map((target) => `${path}: ${target}`),
    )
  expect(lost).toEqual([])
})

function leadsSomewhere(from: string, link: string): boolean {
  if (/^https?:/.test(link)) return true
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? from : join(dirname(from), file)
  if (!existsSync(root + target)) return false
  return (
    anchor === undefined ||
    readAnchors(readFileSync(root + target, 'utf8')).includes(anchor)
  )
}

test('the skill names itself', () => {
  const { text, snippets } = page('skills/preseal/SKILL.md')
  expect(text).toMatch(/^---\nname: preseal\ndescription: >-\n( {2}.+\n)+---\n/)
  // Each is a whole file.
  for (const { isTest, kind } of snippets)
    expect({ isTest, kind }).toEqual({ isTest: true, kind: 'file' })
})

test('the list of decisions has them all', () => {
  const [list = '', ...records] = readdirSync(`${root}docs/decisions`)
    .sort()
    .reverse()
  expect(list).toBe('README.md')
  const links = readLinks(
    readFileSync(`${root}docs/decisions/README.md`, 'utf8'),
  )
  expect(links.sort().reverse()).toEqual(records)
})

test('every address of the project comes from one', () => {
  const { repository, bugs, homepage } = manifest
  const address = repository.url.replace(/^git\+|\.git$/g, '')
  expect(bugs.url).toBe(`${address}/issues`)
  expect(homepage).toBe(`${address}#readme`)
})

test('npm rewrote the path of the command when it published', () => {
  for (const path of Object.values(manifest.bin as { [name: string]: string }))
    expect(path).toMatch(/^dist\//)
})
