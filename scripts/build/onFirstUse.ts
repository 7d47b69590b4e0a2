import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ts } from '../typescript.js'
import { findTables, type Table } from './tables.js'

/**
 * The bundle of the main entry, in which each table is made at its first use
 * that a node does not need for its first answer. Every test file of every user
 * loads this bundle, and few use half of its tables.
 */
export async function makeOnFirstUse(
  code: string,
  format: string,
): Promise<string> {
  const tables = findTables(code)
  const used = await usedAtFirst(code, tables, format)
  return deferred(
    code,
    tables.filter(({ name }) => !used.has(name)),
  )
}

/** Code with functions for its tables, which make them when they are first called. */
export function deferred(
  code: string,
  tables: readonly Table[],
  /** The name of a global set, to which each table that is made is added. */
  note?: string,
): string {
  const edits = tables
    .flatMap(({ name, statement, value, uses }) => [
      {
        start: statement.getStart(),
        end: value.getStart(),
        text: `var ${name}$;\nfunction ${name}() {\n${
          note === undefined ? '' : `  ${note}.add("${name}");\n`
        }  return ${name}$ ??= `,
      },
      { start: value.getEnd(), end: statement.getEnd(), text: ';\n}' },
      ...uses.map((use) => ({
        start: use.getStart(),
        end: use.getEnd(),
        text: called(use),
      })),
    ])
    .sort((one, other) => one.start - other.start)
  let text = ''
  let at = 0
  for (const edit of edits) {
    text += code.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return text + code.slice(at)
}

function called({ text, parent }: Table['uses'][number]): string {
  if (ts.isShorthandPropertyAssignment(parent)) return `${text}: ${text}()`
  return ts.isNewExpression(parent) ? `(${text}())` : `${text}()`
}

/** The tables that a node makes for its first answer. */
async function usedAtFirst(
  code: string,
  tables: readonly Table[],
  format: string,
): Promise<ReadonlySet<string>> {
  // Both formats are built at once.
  const made = `__madeIn_${format}`
  const used = new Set<string>()
  const folder = mkdtempSync(join(tmpdir(), 'preseal-'))
  const file = join(folder, format === 'cjs' ? 'index.cjs' : 'index.mjs')
  writeFileSync(file, deferred(code, tables, made))
  const shared = globalThis as { [name: string]: unknown }
  shared[made] = used
  try {
    const { createMockNode }: typeof import('../../src/index.js') =
      format === 'cjs'
        ? createRequire(file)(file)
        : await import(pathToFileURL(file).href)
    const node = createMockNode()
    await node.provider.request({
      method: 'eth_getBalance',
      params: [`0x${'99'.repeat(20)}`, 'latest'],
    })
    node.dispose()
  } finally {
    delete shared[made]
    rmSync(folder, { recursive: true })
  }
  return used
}
