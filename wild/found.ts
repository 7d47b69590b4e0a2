// The tables of the page "Found in the wild".
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Outcome } from './subject.js'

/** What one version of a subject came to. */
export type Told = {
  /** As `npm run wild` takes it. */
  readonly name: string
  readonly file: string
  readonly version: string
  readonly outcome: Outcome
}

const path = fileURLToPath(
  new URL('../docs/guide/found-in-the-wild.md', import.meta.url),
)
const foundHead = [
  'subject',
  'version',
  'what goes wrong',
  'mishap',
  's',
  'fixed',
]
const heldHead = ['subject', 'versions', 'invariant that held']
/** Which differ from run to run. */
const measured = ['mishap', 's']

/** Writes both tables, and returns the findings that the page has a picture of. */
export function writePage(told: readonly Told[]): Told[] {
  const found = known(told)
  const page = readFileSync(path, 'utf8')
  const written = withRows(
    withRows(page, foundHead, found.map(foundRow)),
    heldHead,
    heldRows(told),
  )
  writeFileSync(path, written)
  return found.filter(({ outcome }) => outcome.subject.picture !== undefined)
}

/** Whether the page tells of other findings than these. */
export function pageDiffers(told: readonly Told[]): boolean {
  const page = readFileSync(path, 'utf8')
  const lasting = (row: readonly string[]) =>
    row.filter((_, at) => !measured.includes(foundHead[at] as string))
  const found = known(told).map(foundRow)
  return (
    !isSame(rowsIn(page, foundHead).map(lasting), found.map(lasting)) ||
    !isSame(rowsIn(page, heldHead), heldRows(told))
  )
}

/** What the upstream knows, the newest fix first, of the last version before it. */
function known(told: readonly Told[]): Told[] {
  const found = told.filter(
    ({ outcome: { came, subject } }) =>
      came !== 'holds' && subject.upstream !== undefined,
  )
  const last = new Map(found.map((one) => [one.name, one]))
  const fixedIn = ({ outcome }: Told) => outcome.subject.mendedIn ?? ''
  return [...last.values()].sort((one, other) =>
    fixedIn(other).localeCompare(fixedIn(one), 'en', { numeric: true }),
  )
}

function foundRow({ name, version, outcome }: Told): string[] {
  const { subject, mishap, ms } = outcome
  const { upstream = '', mendedIn, instead = '' } = subject
  const [repository, number] = upstream.split('#')
  const link = `(https://github.com/${repository}/issues/${number})`
  return [
    `\`${name}\``,
    version,
    instead,
    mishap || 'none',
    (ms / 1_000).toFixed(1),
    mendedIn === undefined
      ? `open: [#${number}]${link}`
      : `[${mendedIn}]${link}`,
  ]
}

function heldRows(told: readonly Told[]): string[][] {
  const rows = new Map<string, string[]>()
  for (const { name, version, outcome } of told) {
    const { law, instead } = outcome.subject
    if (instead !== undefined) continue
    const [, before] = rows.get(name) ?? []
    const versions = before === undefined ? version : `${before}, ${version}`
    rows.set(name, [`\`${name}\``, versions, law])
  }
  return [...rows.values()]
}

function tableOf(head: readonly string[]): RegExp {
  const cells = head.map((cell) => ` ${cell} *\\|`).join('')
  return new RegExp(`^\\|${cells}\\n\\|[ |-]+\\n((?:\\|.*\\n)*)`, 'm')
}

function rowsIn(page: string, head: readonly string[]): string[][] {
  const [, rows = ''] = tableOf(head).exec(page) ?? []
  return rows
    .split('\n')
    .filter((line) => line !== '')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

function withRows(
  page: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = head.map((_, at) =>
    Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |\n`
  const rule = widths.map((width) => '-'.repeat(width))
  const table = [head, rule, ...rows].map(line).join('')
  return page.replace(tableOf(head), () => table)
}

function isSame(one: readonly string[][], other: readonly string[][]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
