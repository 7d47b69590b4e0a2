// Writes the tables of docs/reference/ that say what code says, from its records
// and their doc comments. test/docs/tables.test.ts says which are not fresh.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { readTable } from '../test/docs/markdown.js'
import { tables, withKept } from './reference/tables.js'

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const isRow = (line: string | undefined) => line?.startsWith('|') === true

for (const { page, head, rows } of tables) {
  const path = `docs/reference/${page}.md`
  const lines = readFileSync(path, 'utf8').split('\n')
  const isHead = (line: string) => line.replaceAll(/ +/g, ' ') === row(head)
  const starts = lines.flatMap((line, at) => (isHead(line) ? [at] : []))
  const [first] = starts
  if (first === undefined) throw new Error(`${path} has no table ${row(head)}.`)
  const [, ...before] = readTable(lines.join('\n'), ...head)
  let left = withKept(rows(), before)
  // Of several tables with one head, each keeps its rows; the first gets others.
  for (const start of starts.reverse()) {
    let end = start
    while (isRow(lines[end])) end++
    const [, ...own] = readTable(
      lines.slice(start, end + 1).join('\n'),
      ...head,
    )
    const isOwn = ([name]: readonly string[]) =>
      start === first || own.some(([listed]) => listed === name)
    const mine = left.filter(isOwn)
    left = left.filter((one) => !mine.includes(one))
    if (starts.length > 1) {
      const place = (one: readonly string[]) => {
        const at = own.findIndex(([listed]) => listed === one[0])
        return at === -1 ? own.length : at
      }
      mine.sort((a, b) => place(a) - place(b))
    }
    const rule = row(head.map(() => '---'))
    lines.splice(start, end - start, row(head), rule, ...mine.map(row))
  }
  writeFileSync(path, lines.join('\n'))
}
spawnSync('npx', ['biome', 'format', '--write', 'docs/reference'], {
  stdio: 'inherit',
})
