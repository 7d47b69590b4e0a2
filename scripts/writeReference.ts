// Writes the tables of docs/reference/ that say what code says, from its records
// and their doc comments. test/docs/reference.test.ts says which are not fresh.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { tables } from './reference/tables.js'

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const isRow = (line: string | undefined) => line?.startsWith('|') === true

for (const { page, head, rows } of tables) {
  const path = `docs/reference/${page}.md`
  const lines = readFileSync(path, 'utf8').split('\n')
  const start = lines.findIndex(
    (line) => line.replaceAll(/ +/g, ' ') === row(head),
  )
  if (start === -1) throw new Error(`${path} has no table ${row(head)}.`)
  let end = start
  while (isRow(lines[end])) end++
  const rule = row(head.map(() => '---'))
  lines.splice(start, end - start, row(head), rule, ...rows().map(row))
  writeFileSync(path, lines.join('\n'))
}
spawnSync('npx', ['biome', 'format', '--write', 'docs/reference'], {
  stdio: 'inherit',
})
