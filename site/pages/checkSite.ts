import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'

/**
 * What is wrong with the built pages: links and anchors that lead nowhere, and
 * whatever a browser would load from another place.
 */
export function checkSite(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const pages = files.filter((path) => path.endsWith('.html'))
  const anchors = new Map(pages.map((path) => [path, anchorsIn(folder, path)]))
  return pages.flatMap((page) => {
    const html = readFileSync(join(folder, page), 'utf8')
    const wrong: string[] = []
    for (const [, tag = '', attribute = '', value = ''] of html.matchAll(
      /<(\w+)[^>]*?\s(href|src)="([^"]*)"/g,
    )) {
      const link = value.replaceAll('&amp;', '&')
      if (/^(https?:)?\/\//.test(link)) {
        if (tag !== 'a') wrong.push(`loads ${link}`)
      } else if (!/^(mailto|data):/.test(link)) {
        const lost = follow(folder, page, link, anchors)
        if (lost) wrong.push(`${attribute} ${link} leads nowhere`)
      }
    }
    return wrong.map((text) => `${page}: ${text}`)
  })
}

function follow(
  folder: string,
  page: string,
  link: string,
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const [place = '', anchor] = link.split('#')
  const [path = ''] = place.split('?')
  const file = path.startsWith('/') ? path.slice(1) : join(dirname(page), path)
  const target =
    path === ''
      ? page
      : /(^$|\/$|^\.$)/.test(file)
        ? join(file, 'index.html')
        : file
  if (!existsSync(join(folder, target))) return true
  if (anchor === undefined || anchor === '') return false
  return anchors.get(target)?.has(decodeURIComponent(anchor)) !== true
}

function anchorsIn(folder: string, page: string): Set<string> {
  const html = readFileSync(join(folder, page), 'utf8')
  return new Set(
    Array.from(html.matchAll(/\sid="([^"]+)"/g), ([, id]) => id ?? ''),
  )
}
