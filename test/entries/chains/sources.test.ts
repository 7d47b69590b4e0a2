import { describe, expect, test } from 'vitest'
import { readTable } from '../../docs/markdown.js'
import { page } from '../../docs/pages.js'
import { profiles } from './profiles.js'

const { text } = page('docs/reference/chains.md')
const sources = new Map(
  readTable(text, 'key', 'source')
    .slice(1)
    .map(([key = '', ...row]) => [key, row]),
)

/** The rows of a profile: path, value and source. */
function rowsOf(code: string) {
  return readTable(text, `option of \`${code}\``, 'value').slice(1)
}

/** The prose of the profile's function, on one line. */
function sectionOf(code: string) {
  const heading = code.replace(/\(.*/, '')
  const [, section = ''] = text.split(`\n## ${heading}\n`)
  return section.replace(/\n## .*/s, '').replaceAll('\n', ' ')
}

function flatten(value: unknown, path = ''): [string, unknown][] {
  const entries =
    typeof value === 'object' && value !== null ? Object.entries(value) : []
  return entries.length === 0
    ? [[path, value]]
    : entries.flatMap(([key, inner]) =>
        flatten(inner, path === '' ? key : `${path}.${key}`),
      )
}

function evaluate(cell: string): unknown {
  return new Function(`return (${cell.replaceAll('`', '')})`)()
}

/** The keys of the sources that a cell names. */
const keysIn = (cell: string) => cell.match(/\b[A-Z]\d\b/g) ?? []

describe.each(Object.entries(profiles))('%s', (code, make) => {
  test('default: each line of it stands on the page, and no other', () => {
    const rows = rowsOf(code).map(([path = '', value = '']) => [
      path.replaceAll('`', ''),
      evaluate(value),
    ])
    expect(rows).toEqual(flatten(make().options))
  })

  test('default: the page says why evm() is refused, as the error does', () => {
    const { name, withoutEvm } = make()
    const refusing = /refuses `evm\(\)`, because (.*?) \([A-Z]\d\)\./.exec(
      sectionOf(code),
    )?.[1]
    expect(refusing).toBe(withoutEvm && `${name} ${withoutEvm}`)
  })

  test('default: each line names its sources, or says there is none', () => {
    for (const [path, , source = ''] of rowsOf(code)) {
      const keys = keysIn(source)
      if (!source.includes('not established'))
        expect(keys, `${code} ${path}`).not.toEqual([])
      expect([...sources.keys()]).toEqual(expect.arrayContaining(keys))
    }
  })
})

describe('sources', () => {
  test('default: each has a date, and is used', () => {
    const [above = ''] = text.split('\n## Sources')
    const used = new Set(keysIn(above))
    expect([...sources.keys()].filter((key) => !used.has(key))).toEqual([])
    for (const [key, [source, date]] of sources) {
      expect(source, key).not.toBe('')
      expect(date, key).toMatch(/^(?:read )?20\d\d-\d\d(?:-\d\d)?$/)
    }
  })
})
