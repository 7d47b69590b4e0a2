import { readCode, readTable } from './markdown.js'

/**
 * A file whose every line compiles only where a list of the README has the
 * names that a type has, no more and no less.
 */
export function namesSource(readme: string): string {
  const column = (rows: string[][], index = 0) =>
    rows.slice(1).map((row) => readCode(row[index] ?? '')[0] ?? '')
  const faults = readTable(readme, '`type`', 'further fields')
  const blockSteps = readTable(readme, 'step', 'fields')
  const presets = readTable(readme, 'preset', 'what happens')
  const optional = /\?$/
  return [
    `import type { Fault, HeaderOptions, Match, MockNodeOptions, NodeEvents, Step, TransactionType } from 'preseal'
type Same<listed, named> = [listed, named] extends [named, listed]
  ? true
  : { missing: Exclude<named, listed>; unknown: Exclude<listed, named> }
type Option =
  | Exclude<keyof MockNodeOptions, 'header'>
  | \`header.\${keyof HeaderOptions}\``,
    same('Option', column(readTable(readme, 'option', 'default'))),
    same(
      `NonNullable<MockNodeOptions['pendingIdentity']>`,
      column(readTable(readme, '`pendingIdentity`')).map(unquote),
    ),
    same(
      'keyof NodeEvents',
      column(readTable(readme, '`node.on`')).map(unquote),
    ),
    same("Fault['type']", column(faults).map(unquote)),
    ...faults.slice(1).map(([type = '', fields = '']) => {
      const fault = `Extract<Fault, { type: ${readCode(type)[0]} }>`
      const names = readCode(fields).map((field) => field.replace(optional, ''))
      return same(`Exclude<keyof ${fault}, keyof Match | 'type'>`, names)
    }),
    same(
      'keyof Match',
      readCode(sentence(readme, 'Each takes', 'of `node.now`')),
    ),
    same(
      'TransactionType',
      readCode(sentence(readme, '- `type` is', 'each with'))
        .slice(1)
        .map(unquote),
    ),
    same("Step['type']", [
      ...new Set(
        [
          ...section(readme, 'Timelines').matchAll(
            /at: [\d_]+,\s+type: '(\w+)'/g,
          ),
        ].map(([, type]) => type ?? ''),
      ),
      ...readCode(sentence(readme, 'The other types are', '.')),
      ...column(blockSteps).map(unquote),
    ]),
    same(
      "Exclude<keyof typeof import('preseal/presets'), 'sequence'>",
      column(presets),
    ),
    ...presets.slice(1).map(([name = '', , fields = '']) => {
      const all = `typeof import('preseal/presets').${readCode(name)[0]}`
      return same(
        `Exclude<keyof NonNullable<Parameters<${all}>[0]>, keyof import('preseal/presets').PresetOptions>`,
        readCode(fields),
      )
    }),
    ...blockSteps.slice(1).map(([type = '', fields = '']) => {
      const step = `Extract<Step, { type: ${readCode(type)[0]} }>`
      const names = readCode(fields).map((field) => field.replace(optional, ''))
      return same(`Exclude<keyof ${step}, 'at' | 'type'>`, names)
    }),
  ].join('\n')
}

function same(type: string, names: string[]): string {
  const listed = names.map((name) => JSON.stringify(name)).join(' | ')
  return `true satisfies Same<${listed || 'never'}, ${type}>`
}

function unquote(text: string): string {
  return text.replaceAll("'", '')
}

/** What stands between the first `from` and the next `to`. */
function sentence(readme: string, from: string, to: string): string {
  const start = readme.indexOf(from)
  const end = readme.indexOf(to, start)
  if (start === -1 || end === -1) throw new Error(`No "${from} … ${to}".`)
  return readme.slice(start, end)
}

export function section(readme: string, title: string): string {
  const [, text] = readme.split(`\n## ${title}\n`)
  if (text === undefined) throw new Error(`No section "${title}".`)
  return text.split('\n## ')[0] ?? ''
}
