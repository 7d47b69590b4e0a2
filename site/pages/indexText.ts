import { wants } from '../navigation.js'

/** The lists of `docs/README.md`: all pages, each with its sentence. */
export function indexText(titleOfPage: (path: string) => string): string {
  const parts = (['guide', 'reference'] as const).map((part) => {
    const groups = wants
      .filter((want) => want.part === part)
      .map(({ title, pages }) => {
        const lines = pages
          .filter(([path]) => path !== 'README.md')
          .map(([path, text]) => `- [${titleOfPage(path)}](${path}): ${text}`)
        return [`### ${title}`, '', ...lines].join('\n')
      })
    const heading = part === 'guide' ? '## Guide' : '## Reference'
    return [heading, ...groups].join('\n\n')
  })
  return `${parts.join('\n\n')}\n`
}

/** The index with its lists replaced; what stands above them is kept. */
export function withLists(index: string, lists: string): string {
  return index.replace(/^## Guide\n.*/ms, () => lists)
}
