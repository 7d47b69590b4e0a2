import { PresealError } from '../../../base/errors/errors.js'
import { loadWasmKeccak } from '../../../base/hash/keccak256.js'
import {
  findRepeated,
  type LocatedProblem,
  locate,
  refuseUnread,
} from '../../../base/json/json.js'
import {
  mostProblems,
  type Problem,
  toProblem,
  toSentences,
} from '../../../base/validation/problem.js'
import { readObject } from '../../../base/validation/read.js'
import { forkBrand } from '../../../chain/fork/fork.js'
import type { Fork, ForkRecord } from '../../../index.js'
import { checkRecord } from './checkRecord.js'
import { createFileNotes } from './createFileNotes.js'

/**
 * Parses the record of a fork. Any number of nodes can start from the result.
 *
 * @example
 * const fork = parseFork(readFileSync('fork.json', 'utf8'))
 * const node = createMockNode({ fork, engine: evm() })
 *
 * @param given - Text, or the value that `JSON.parse` or an import returned.
 * @throws InvalidCaptureError naming every mistake, in a text by line and column.
 */
export function parseFork(given: unknown): Fork {
  const unread = [...refuseUnread(given, 'parseFork'), ...refuseFork(given)]
  if (unread.length > 0) throw invalidForkError(unread)
  const text =
    typeof given === 'string' ? given.replace(/^\ufeff/, '') : toText(given)
  // Most of the time goes into the hashes of code.
  loadWasmKeccak()
  const record = readJson(text)
  const refusals = checkRecord(record)
  if (refusals.length > 0)
    throw invalidForkError(
      typeof given === 'string'
        ? locate(text, refusals)
        : refusals.map(toProblem),
    )
  return forkOf(record as ForkRecord, createFileNotes(record as ForkRecord))
}

/**
 * A record that is known to be one, and the function that hears of reads in it.
 */
export function forkOf(record: ForkRecord, note?: Fork['note']): Fork {
  return { [forkBrand]: true, record, note }
}

function refuseFork(given: unknown): readonly Problem[] {
  return typeof given === 'object' && given !== null && forkBrand in given
    ? [
        {
          path: '',
          given: 'a fork, which parseFork or recordFork returned',
          expected: 'the text of a record',
          advice: 'Give it to nodes as it is: createMockNode({ fork }).',
        },
      ]
    : []
}

/**
 * A copy: later changes to the input change nothing.
 *
 * @throws InvalidCaptureError for what `JSON.parse` never returns.
 */
function toText(given: unknown): string {
  const expected = 'the text of a record, or what JSON.parse returned'
  const read = readObject(given, expected)
  if (!read.ok) throw invalidForkError([toProblem(read)])
  try {
    return JSON.stringify(given)
  } catch {
    throw invalidForkError([
      { path: '', given: 'an object that JSON cannot hold', expected },
    ])
  }
}

/** If a key repeats, `JSON.parse` keeps the last entry, silently. */
function readJson(text: string): unknown {
  let record: unknown
  try {
    record = JSON.parse(text)
  } catch {}
  if (record !== undefined && countColons(text) === countKeys(record))
    return record
  const found = findRepeated(text)
  const refusals = 'problem' in found ? [found.problem] : found.repeated
  if (refusals.length > 0) throw invalidForkError(locate(text, refusals))
  return record
}

/** At the end of each key there is one, and rarely in a string. */
function countColons(text: string): number {
  let count = 0
  for (let at = text.indexOf('":'); at !== -1; at = text.indexOf('":', at + 2))
    count += 1
  return count
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const of = value as { readonly [key: string]: unknown }
  let count = 0
  for (const key in of) {
    if (!Array.isArray(value)) count += 1
    if (typeof of[key] === 'object') count += countKeys(of[key])
  }
  return count
}

/** Thrown for what is no record of a fork. */
function invalidForkError(
  problems: readonly LocatedProblem[],
): PresealError<'InvalidCaptureError'> {
  return new PresealError(
    'InvalidCaptureError',
    `Invalid record of a fork: ${toSentences(problems, toSubject, mostProblems)}`,
    { problems },
  )
}

function toSubject({ path, line, column }: LocatedProblem): string {
  const place = line === undefined ? '' : `line ${line}, column ${column}`
  if (path === '') return place === '' ? 'what was given' : place
  return place === '' ? `"${path}"` : `"${path}" (${place})`
}

/**
 * Formats the record of a fork as text, with sorted keys: the same record gives
 * the same text, so version control shows real changes only.
 *
 * @example
 * writeFileSync('fork.json', formatFork(fork))
 */
export function formatFork({ record }: Fork): string {
  return `${JSON.stringify(sorted(record), null, 2)}\n`
}

/** JSON with the keys of all objects in order. */
export function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const from = value as { [key: string]: unknown }
  const to: { [key: string]: unknown } = {}
  for (const key of Object.keys(from).sort())
    if (from[key] !== undefined) to[key] = sorted(from[key])
  return to
}
