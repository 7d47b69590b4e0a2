import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { wants } from '../navigation.js'
import { titleOf } from './links.js'
import type { StagedPage } from './stage.js'

/**
 * What an agent reads first, in the form of llmstxt.org: what this is, a test,
 * and all pages by what one wants, each with its own first sentence.
 */
export function llmsText(root: string): string {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const [, what = '', example = ''] =
    /^(preseal is .+?)\n\n(```ts\n.*?^```)/ms.exec(read('README.md')) ?? []
  const sections = wants.map(({ title, pages }) => {
    const lines = pages.map((page) => {
      const text = read(`docs/${page}`)
      return `- [${titleOf(text)}](${page}): ${openingOf(text)}`
    })
    return [`## ${title}`, '', ...lines].join('\n')
  })
  return `${[
    '# preseal',
    `> ${plain(what)}`,
    'Agents that write tests begin with [the skill](skills/preseal/SKILL.md). All of these files come with the package, in `node_modules/preseal`.',
    example,
    ...sections,
  ].join('\n\n')}\n`
}

/** What each page is about, by its path in the site. */
export function summaries(pages: readonly StagedPage[]) {
  return Object.fromEntries(
    pages
      .filter(({ path }) => !/^(index\.md|examples\/)/.test(path))
      .map(({ path, text }) => [path, openingOf(text)]),
  )
}

/** The first sentence below a page's title. */
function openingOf(markdown: string): string {
  const [, paragraph = ''] = /^# [^\n]+\n\n(.+?)\n\n/s.exec(markdown) ?? []
  const [sentence = ''] = /^.*?[.:](?=\s|$)/.exec(plain(paragraph)) ?? []
  return sentence.replace(/:$/, '.')
}

/** On one line, without links. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
}
