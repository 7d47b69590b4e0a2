import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Block, readBlocks } from './markdown.js'
import { type Snippet, toSnippets } from './snippet.js'

// Without "new URL", which a DOM has of its own.
export const root = join(fileURLToPath(import.meta.url), '../../../')

export const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))

export type Page = {
  /** From the root of the project. */
  readonly path: string
  readonly text: string
  readonly blocks: readonly Block[]
  readonly snippets: readonly Snippet[]
}

/** Below docs/. */
const notForUsers = /^(decisions\/|SECURITY|RELEASING)/

/** The README, CONTRIBUTING, what agents read, and the pages for users. */
export const pages: readonly Page[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...find('skills'),
  ...find('docs'),
].map((path) => {
  const text = readFileSync(root + path, 'utf8')
  const blocks = readBlocks(text)
  const code = blocks.filter(({ language }) =>
    ['ts', 'tsx', 'js'].includes(language),
  )
  const snippets = toSnippets(path, code)
  return { path, text, blocks, snippets }
})

function find(folder: string): string[] {
  return readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !notForUsers.test(path))
    .map((path) => `${folder}/${path}`)
    .sort()
}

export function page(path: string): Page {
  const found = pages.find((one) => one.path === path)
  if (found === undefined) throw new Error(`There is no page ${path}.`)
  return found
}

/** The text of a page of the reference. */
export function reference(name: string): string {
  return page(`docs/reference/${name}.md`).text
}

/** The text of a page of the guide. */
export function guide(name: string): string {
  return page(`docs/guide/${name}.md`).text
}
