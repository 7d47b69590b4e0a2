import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepFound, readFound } from '../../../src/entries/exploreKit/files.js'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'preseal-found-'))
  vi.stubEnv('CI', '')
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test('behavior: findings of one invariant overwrote each other', () => {
  const keep = (text: string) =>
    keepFound(join(folder, 'app.test.ts'), 'it pays', 'balance', text)
  for (const text of ['one', 'two', 'one', 'two', 'three']) keep(text)
  const kept = join(folder, '__mishaps__')
  const names = readdirSync(kept).sort()
  expect(names).toEqual([
    'it-pays.balance.2.json',
    'it-pays.balance.3.json',
    'it-pays.balance.json',
  ])
  expect(names.map((name) => readFileSync(join(kept, name), 'utf8'))).toEqual([
    'two',
    'three',
    'one',
  ])
})

test('behavior: a test took the findings of its namesake in another file', () => {
  const parse = (text: string) => ({ invariant: '', ...JSON.parse(text) })
  const found = (file: string | undefined, id: string) =>
    JSON.stringify({ test: 'it pays', file, mishaps: [{ id }] })
  const one = join(folder, 'one.test.ts')
  const other = join(folder, 'other.test.ts')
  keepFound(one, 'it pays', 'balance', found('one.test.ts', 'a'))
  keepFound(other, 'it pays', 'balance', found('other.test.ts', 'b'))
  keepFound(other, 'it pays', 'balance', found(undefined, 'by hand'))
  expect(readFound(one, 'it pays', parse)).toEqual([
    [{ id: 'by hand' }],
    [{ id: 'a' }],
  ])
  expect(readFound(other, 'it pays', parse)).toEqual([
    [{ id: 'b' }],
    [{ id: 'by hand' }],
  ])
})
