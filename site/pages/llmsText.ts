import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { summaryOf, wants } from '../navigation.js'
import { titleOf } from './links.js'
import { indexOfGuides } from './stage.js'

/**
 * What an agent reads first, in the form of llmstxt.org: what this is, a test,
 * and all pages, each with the sentence of the navigation.
 */
export function llmsText(root: string): string {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const [, what = '', example = ''] =
    /^(preseal is .+?)\n\n(```ts\n.*?^```)/ms.exec(read('README.md')) ?? []
  const sections = wants.map(({ title, pages }) => {
    const lines = pages.map(
      ([page, summary]) =>
        `- [${titleOf(read(`docs/${page}`))}](${page}): ${summary}`,
    )
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
export function summaries() {
  return Object.fromEntries(
    Array.from(summaryOf, ([path, text]) => [
      path === 'README.md' ? indexOfGuides : path,
      text.replaceAll('`', ''),
    ]),
  )
}

/** On one line, without links. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
}
