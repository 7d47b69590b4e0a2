import { readCode, readTable } from './markdown.js'
import { guide, reference } from './pages.js'

/**
 * A file whose every line compiles only where a table has the names that a type
 * has, no more and no less.
 */
export function namesSource(): string {
  const ofTransactions = guide('transactions')
  const fields = readTable(ofTransactions, 'field', 'default').slice(1)
  const types = readTable(ofTransactions, 'type', 'envelope').slice(1)
  const l1 = fields.find(([name]) => name === '`l1`')
  return [
    `import type { L1Fees, Match, MockNodeOptions, NodeEvents, Outcome, PreconfirmParameters, ProviderEvents, TransactionName, TransactionType } from 'preseal'
import type { PresetOptions } from 'preseal/presets'
import type { RecordOptions } from 'preseal/record'
import type { ServeOptions } from 'preseal/server'
type Same<listed, named> = [listed, named] extends [named, listed]
  ? true
  : { missing: Exclude<named, listed>; unknown: Exclude<listed, named> }
type Grouped = 'header' | 'calls' | 'finalityLag' | 'subscriptions' | 'answers'
type Option =
  | Exclude<keyof MockNodeOptions, Grouped>
  | { [group in Grouped]: \`\${group}.\${keyof NonNullable<MockNodeOptions[group]> & string}\` }[Grouped]`,
    same('Option', firsts(rowsOf('options', 'option', 'default'))),
    same(
      "keyof Extract<NonNullable<MockNodeOptions['endpoint']>, object>",
      firsts(rowsOf('options', 'field of `endpoint`', 'default')),
    ),
    ...['number', 'follows'].map((head) =>
      same(
        `NonNullable<MockNodeOptions['pendingIdentity']>`,
        firsts(rowsOf('options', '`pendingIdentity`', head)),
      ),
    ),
    same('keyof NodeEvents', firsts(rowsOf('node', '`node.on`'))),
    same('keyof ProviderEvents', firsts(rowsOf('node', '`provider.on`'))),
    same("Outcome['type']", firsts(rowsOf('node', '`outcome.type`'))),
    same('keyof Match', firsts(rowsOf('faults', 'field', 'the fault acts on'))),
    same('keyof PreconfirmParameters', firsts(fields)),
    same('keyof L1Fees', namesIn(l1?.[2] ?? '')),
    same('TransactionType', firsts(types)),
    same(
      "keyof Extract<TransactionName, object>['sent']",
      firsts(rowsOf('scenarios', 'field of `sent`')),
    ),
    same(
      'keyof PresetOptions',
      firsts(rowsOf('scenarios', 'shared parameter', 'default')),
    ),
    same(
      'keyof RecordOptions',
      firsts(readTable(guide('real-blocks'), 'option', 'default').slice(1)),
    ),
    same(
      'keyof ServeOptions',
      firsts(readTable(guide('serving'), 'option', 'default').slice(1)),
    ),
  ].join('\n')
}

/** The rows of a table of the reference, its head left out. */
function rowsOf(page: string, ...head: string[]): string[][] {
  return readTable(reference(page), ...head).slice(1)
}

function firsts(rows: string[][]): string[] {
  return rows.map(([first = '']) => nameIn(first))
}

function nameIn(cell: string): string {
  return namesIn(cell)[0] ?? ''
}

/** What stands in backticks, without quotes and question marks. */
function namesIn(cell: string): string[] {
  return readCode(cell).map((name) => name.replaceAll(/'|\?$/g, ''))
}

function same(type: string, names: string[]): string {
  const listed = names.map((name) => JSON.stringify(name)).join(' | ')
  return `true satisfies Same<${listed || 'never'}, ${type}>`
}
