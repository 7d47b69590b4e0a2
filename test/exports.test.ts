import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { entries } from '../scripts/entries.js'
import { ts } from '../scripts/typescript.js'

/** What an entry exports, each name as the entry spells it out. */
function namesOf(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022)
  return source.statements.flatMap((statement) =>
    ts.isExportDeclaration(statement) &&
    statement.exportClause !== undefined &&
    ts.isNamedExports(statement.exportClause)
      ? statement.exportClause.elements.map(({ name }) => name.text)
      : [`not spelled out: ${statement.getText(source)}`],
  )
}

// scripts/api/ has these names, and their types.
test.each(entries)('$name spells out what it exports', ({ source }) => {
  const names = namesOf(source)
  expect(names).not.toEqual([])
  expect(names.filter((name) => name.startsWith('not spelled'))).toEqual([])
})

test('both test runners have the same kit', () => {
  expect(namesOf('src/entries/jest/index.ts')).toEqual(
    namesOf('src/entries/vitest/index.ts'),
  )
})
