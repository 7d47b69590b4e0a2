/**
 * A page to begin with: its exploration, what that prints in short, and the lines
 * that mend it.
 */
export type Start = {
  readonly name: string
  readonly link: string
  readonly language: string
  readonly code: string
  readonly printed: string
  readonly mending: readonly string[]
  /** Once it is mended. */
  readonly passed: string
}

const nameOf: { readonly [path: string]: string } = {
  'guide/first-test.md': 'viem',
  'guide/react.md': 'React',
  'guide/jest.md': 'jest',
  'guide/ethers.md': 'ethers',
}

/** What the pages to begin with explore, as the first page shows it in tabs. */
export function startsOf(pages: ReadonlyMap<string, string>): Start[] {
  return Object.entries(nameOf).flatMap(([path, name]) => {
    const test = /^```(tsx?)\n\/\/ payment\.test\.tsx?\n(.*?)^```/ms
    const text = pages.get(path) ?? ''
    const [, language = '', code = ''] = test.exec(text) ?? []
    if (code === '') return []
    const texts = Array.from(text.matchAll(/^```text\n(.*?)\n```/gms))
    const [failed = '', passed = ''] = texts.map(([, shown = '']) => shown)
    const printed = failed.replace(/^What happened .*(?=^…$)/ms, '')
    const [, file, diff = ''] =
      /in `(\S+)`:\n\n```diff\n(.*?)\n```/s.exec(text) ?? []
    const mending = [`  // ${file}`, ...diff.split('\n')].map((line) =>
      line.replace(/^(.) +/, '$1 '),
    )
    const imports = code.match(/^import .* from 'preseal\/.*\n/gm) ?? []
    const [body = ''] = /^explore\(.*/ms.exec(code) ?? []
    const link = `/${path.replace(/md$/, 'html')}`
    const shown = `${imports.join('')}\n${body}`
    return { name, link, language, code: shown, printed, mending, passed }
  })
}

/**
 * The README as the first page of the site: its question, its first paragraph and
 * its three links become the hero, beside its picture and the starts. What only
 * somebody who works on it needs is left out.
 */
export function toLanding(readme: string, starts: readonly Start[]): string {
  const [, name = '', question = '', , what = '', rest = ''] =
    /^# (\w+)\n\n\*\*(.*?)\*\*\n\n(<img .*?>\n\n)(.*?)\n\n(.*)$/s.exec(
      readme,
    ) ?? []
  const links = /^(\[\*\*.*?)\n\n/ms.exec(rest)?.[1] ?? ''
  const buttons = Array.from(
    links.matchAll(/\[\*\*(.*?)\*\*\]\((.*?)\)/g),
    ([, text = '', link = '']) => ({ text, link }),
  )
  if (name === '' || buttons.length === 0)
    throw new Error('README.md has no question, picture and links on top.')
  const hero = {
    name,
    ...(starts.length > 0 && { starts }),
    text: onOneLine(question),
    tagline: onOneLine(what),
    actions: buttons.map((button, index) => ({
      theme: index === 0 ? 'brand' : 'alt',
      text: button.text,
      link: button.link
        .replace(/^https?:.*\/playground\/$/, '/playground/')
        .replace(/\.md$/, '.html'),
      ...(button.link.endsWith('/playground/') && { target: '_self' }),
    })),
  }
  const body = rest
    .replace(`${links}\n\n`, '')
    .replace(/^## Work on .*/ms, '')
    // The starts show such a test, above it.
    .replace(starts.length > 0 ? /^In `payment.*?(?=^- \*\*)/ms : '', '')
    .trimEnd()
  return `---\nlayout: home\nhero: ${JSON.stringify(hero)}\n---\n\n${body}\n`
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
