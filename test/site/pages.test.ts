import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { wants } from '../../site/navigation.js'
import { checkSite } from '../../site/pages/checkSite.js'
import { indexText, withLists } from '../../site/pages/indexText.js'
import type { Start } from '../../site/pages/landing.js'
import { titleOf } from '../../site/pages/links.js'
import { sidebar } from '../../site/pages/sidebar.js'
import { stage } from '../../site/pages/stage.js'
import { page, pages, root } from '../docs/pages.js'

/** A README with all that its page shows on top, and then a text. */
function readmeOf(text: string): string {
  return [
    '# one',
    '**Why?**',
    '<img alt="" src="docs/hero.svg">',
    'What it is.',
    '[**Start**](docs/a/two.md) · [**Play**](https://a.example/playground/)',
    text,
    '## Work on it',
  ]
    .map((part) => `${part}\n`)
    .join('\n')
}

/** A folder of files, gone when the test is over. */
function folderOf(files: { readonly [path: string]: string }): string {
  const folder = mkdtempSync(join(tmpdir(), 'preseal-site-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

test('every page stands in the navigation once', () => {
  const listed = wants.flatMap(({ pages }) =>
    pages.map(([path]) => `docs/${path}`),
  )
  const docs = pages
    .map(({ path }) => path)
    .filter((path) => path.startsWith('docs/'))
  expect(listed.sort()).toEqual(docs.sort())
})

test('the index lists the pages of the navigation, in its order', () => {
  const index = page('docs/README.md').text
  const lists = indexText((path) => titleOf(page(`docs/${path}`).text))
  expect(withLists(index, lists)).toBe(index)
  expect(index).toContain(lists)
})

test('the pages of this repository become a site', () => {
  const { pages, assets } = stage(root)
  for (const name of assets.keys()) expect(name).toMatch(/^[\w-]+\.svg$/)
  const paths = pages.map(({ path }) => path)
  expect(paths).toContain('index.md')
  expect(new Set(paths).size).toBe(paths.length)
  const items = Object.values(sidebar(pages)).flatMap((groups) =>
    groups.flatMap((group) => group.items),
  )
  expect(items).toHaveLength(wants.flatMap(({ pages }) => pages).length)
  for (const { text } of items) expect(text).not.toBe('')
})

test('documents, code and folders are pages, and code keeps its links', () => {
  const { pages } = stage(
    folderOf({
      'README.md': readmeOf('[two](docs/a/two.md#part) `[no](link.md)`'),
      'docs/a/two.md':
        '# Two\n[code](../../examples/page.html), [all](../../examples)\n\n```md\n[no](link.md)\n```\n',
      'examples/page.html': '<p>hello</p>\n',
    }),
  )
  expect(
    Object.fromEntries(pages.map(({ path, text }) => [path, text])),
  ).toMatchInlineSnapshot(`
    {
      "a/two.md": "# Two
    [code](/examples/page-html.md), [all](/examples/index.md)

    \`\`\`md
    [no](link.md)
    \`\`\`
    ",
      "examples/index.md": "# examples

    - [page.html](/examples/page-html.md)
    ",
      "examples/page-html.md": "# page.html

    \`\`\`\`\`html
    <p>hello</p>
    \`\`\`\`\`
    ",
      "index.md": "---
    layout: home
    hero: {"name":"one","text":"Why?","tagline":"What it is.","actions":[{"theme":"brand","text":"Start","link":"/a/two.html"},{"theme":"alt","text":"Play","link":"/playground/","target":"_self"}]}
    ---

    [two](/a/two.md#part) \`[no](link.md)\`
    ",
    }
  `)
})

test('the first page lost a start, or shows a second test of the same', () => {
  const first = stage(root).pages.find(({ path }) => path === 'index.md')
  expect(first?.text).toMatch(
    /^---\n\n```sh\nnpm install .*\n```\n\n- \*\*Nothing to start/m,
  )
  const [, json = ''] = /^hero: (.*)$/m.exec(first?.text ?? '') ?? []
  const starts: Start[] = JSON.parse(json).starts
  expect(starts.map(({ name }) => name)).toEqual([
    'viem',
    'React',
    'jest',
    'ethers',
  ])
  for (const { code, link, printed, mending, passed } of starts) {
    expect(printed).toMatch(/^FAIL .*^It showed .*^Explored \d+ mishaps/ms)
    expect(printed).not.toContain('What happened')
    expect(mending.join('\n')).toMatch(
      /^ {2}\/\/ \w+\.tsx?$.*^- .*\b1\b.*\n\+ .*\b2\b/ms,
    )
    expect(passed).toMatch(/^Explored \d+ mishaps of \d+ in [\d.]+ s$/)
    expect(code).toMatch(/^(import .* from 'preseal\/.*\n)+\nexplore\(/)
    const file = `docs${link.replace(/html$/, 'md')}`
    for (const line of code.split('\n')) expect(page(file).text).toContain(line)
  }
})

test('a link that leads nowhere is thrown', () => {
  const folder = folderOf({
    'README.md': readmeOf('Nothing.'),
    'docs/a/two.md': '# Two\n',
    'docs/two.md': '# Two\n[three](three.md)\n',
  })
  expect(() => stage(folder)).toThrow(
    'docs/two.md: the link to three.md leads nowhere.',
  )
})

test('built pages load nothing from elsewhere, and lead somewhere', () => {
  const folder = folderOf({
    'index.html':
      '<script src="https://elsewhere.example/a.js"></script><a href="/guide/one.html#there">1</a><a href="guide/one.html#lost">2</a><a href="two.html">3</a><a href="https://elsewhere.example">4</a>',
    'guide/one.html': '<h2 id="there">there</h2><a href="../">back</a>',
  })
  expect(checkSite(folder)).toEqual([
    'index.html: loads https://elsewhere.example/a.js',
    'index.html: href guide/one.html#lost leads nowhere',
    'index.html: href two.html leads nowhere',
  ])
})
