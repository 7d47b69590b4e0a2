import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path/posix'
import { startsOf, toLanding } from './landing.js'
import { replaceLinks } from './links.js'

/** A page of the site: where it stands, and its Markdown. */
export type StagedPage = { readonly path: string; readonly text: string }

export type Staged = {
  readonly pages: readonly StagedPage[]
  /** Images, by where they stand in the site, and in the repository. */
  readonly assets: ReadonlyMap<string, string>
}

/**
 * README and docs as pages of a site, and whatever they link to: other
 * documents, and examples as code. So that every link stays within the site,
 * wherever that is. Throws where a link leads nowhere.
 */
export function stage(root: string): Staged {
  const sources = ['README.md', ...markdownIn(root, 'docs').filter(isForUsers)]
  const pages: StagedPage[] = []
  const assets = new Map<string, string>()
  // It grows while pages are read.
  for (const source of sources) {
    const follow = (link: string): string => {
      const [file = '', anchor] = link.split('#')
      const target = normalize(join(dirname(source), file)).replace(/\/$/, '')
      if (!existsSync(join(root, target)))
        throw new Error(`${source}: the link to ${link} leads nowhere.`)
      if (/\.(svg|png)$/.test(target)) {
        assets.set(basename(target), target)
        return `/${basename(target)}`
      }
      const readme = join(target, 'README.md')
      const page = existsSync(join(root, readme)) ? readme : target
      if (!sources.includes(page)) sources.push(page)
      const path = `/${pathOf(root, page)}`
      return anchor === undefined ? path : `${path}#${anchor}`
    }
    const text = markdownOf(root, source, follow)
    pages.push({ path: pathOf(root, source), text })
  }
  const starts = startsOf(new Map(pages.map(({ path, text }) => [path, text])))
  const [readme, ...others] = pages
  if (readme === undefined) throw new Error('There is no README.md.')
  const landing = { ...readme, text: toLanding(readme.text, starts) }
  return { pages: [landing, ...others], assets }
}

/** Not of those who work on it, whose pages stay in the repository. */
function isForUsers(path: string): boolean {
  return !/^docs\/(decisions\/|RELEASING)/.test(path)
}

/** Where docs/README.md stands: `index.md` is the README of all. */
export const indexOfGuides = 'guides.md'

/** Where a file or folder stands in the site. */
function pathOf(root: string, source: string): string {
  const path = source.replace(/^docs\//, '')
  if (source === 'docs/README.md') return indexOfGuides
  if (statSync(join(root, source)).isDirectory()) return `${path}/index.md`
  if (basename(path) === 'README.md') return join(dirname(path), 'index.md')
  // VitePress takes `page.html.md` and `page.md` for one.
  return path.endsWith('.md') ? path : `${path.replace(/\.(\w+)$/, '-$1')}.md`
}

/** With its links followed, where it is no code. */
function markdownOf(
  root: string,
  source: string,
  follow: (link: string) => string,
): string {
  const file = join(root, source)
  if (statSync(file).isDirectory()) {
    const names = readdirSync(file).filter((name) => !name.startsWith('.'))
    const list = names.map((name) => `- [${name}](${basename(source)}/${name})`)
    // The folder's name again, as links are read from beside it.
    const text = [`# ${source}`, '', ...list, ''].join('\n')
    return replaceLinks(text, follow)
  }
  const text = readFileSync(file, 'utf8')
  if (source.endsWith('.md')) return replaceLinks(text, follow)
  const ending = source.split('.').at(-1) ?? ''
  const language = ending === 'sol' ? 'solidity' : ending
  // Longer than a fence that stands in it.
  const fence = '`````'
  return `# ${basename(source)}\n\n${fence}${language}\n${text.trimEnd()}\n${fence}\n`
}

function markdownIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join(folder, path.replaceAll('\\', '/')))
    .sort()
}
