import type { Goal } from './goal.js'
import type { Measure } from './measure.js'
import type { Section } from './section.js'

/** All sections as one table whose columns line up. */
export function formatSections(sections: readonly Section[]): string {
  const columns = Math.max(...sections.map((one) => one.columns.length))
  const lines = sections.map((section) => linesOf(section, columns))
  const cells = lines.flat()
  const widths: number[] = []
  for (const line of cells)
    line.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length)
    })
  const rule = '-'.repeat(widths.reduce((sum, width) => sum + width + 2, -2))
  const join = (line: string[]) =>
    line
      .map((cell, column) =>
        column === 0
          ? cell.padEnd(widths[column] ?? 0)
          : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  const tables = lines.map(([head = [], ...rows]) =>
    [join(head), rule, ...rows.map(join)].join('\n'),
  )
  const goals = sections
    .flatMap(({ rows }) => rows)
    .flatMap(({ goal }) => (goal === undefined ? [] : [goal]))
  const met = goals.filter(({ isMet }) => isMet).length
  return [...tables, `${met} of ${goals.length} goals met`].join('\n\n')
}

function linesOf(section: Section, columns: number): string[][] {
  const padded = (cells: readonly string[]) => [
    ...cells,
    ...Array<string>(columns - cells.length).fill(''),
  ]
  return [
    [section.title, ...padded(section.columns), ...headings],
    ...section.rows.map(({ name, cells, goal }) => [
      name,
      ...padded(cells.map((cell) => (cell === null ? 'n/a' : format(cell)))),
      ...(goal === undefined ? [] : formatGoal(goal)),
    ]),
  ]
}

const headings = ['measured', 'fastest', 'goal', '']

function formatGoal(goal: Goal): string[] {
  const limit = format({ ...goal, value: goal.limit })
  return [
    format(goal),
    format({ ...goal, value: goal.fastest }),
    `<= ${limit}`,
    goal.isMet ? 'met' : 'MISSED',
  ]
}

const compact = new Intl.NumberFormat('en', {
  notation: 'compact',
  maximumSignificantDigits: 3,
})

function format({ value, unit }: Measure): string {
  switch (unit) {
    case 'ms':
      return formatDuration(value)
    case '/s':
      return `${compact.format(value)}/s`
    case 'bytes':
      return formatBytes(value)
    case 'times':
      return `${round(value)}x`
  }
}

function formatBytes(bytes: number): string {
  return Math.abs(bytes) >= 1e6
    ? `${round(bytes / 1e6)} MB`
    : `${round(bytes / 1e3)} kB`
}

function formatDuration(ms: number): string {
  const size = Math.abs(ms)
  if (size >= 1_000) return `${round(ms / 1_000)} s`
  if (size >= 0.1) return `${round(ms)} ms`
  return size >= 0.000_1 ? `${round(ms * 1e3)} µs` : `${round(ms * 1e6)} ns`
}

/** Three digits that count, but never fewer than before the point. */
function round(value: number): string {
  const size = Math.abs(value)
  if (size >= 100) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(3)))
}
