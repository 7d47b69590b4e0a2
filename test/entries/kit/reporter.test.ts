import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { presealReporter } from 'preseal/reporter'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createKit } from '../../../src/entries/kit/index.js'
import { createTestRunner } from './testRunner.js'

const testCase = (state: string, meta: object) => ({
  fullName: 'a suite > it <pays>',
  meta: () => meta,
  result: () => ({ state }),
})

test('default: a page for each failing test, and where it is', () => {
  const before = process.env.PRESEAL_PAGES
  const folder = mkdtempSync(join(tmpdir(), 'preseal-pages-'))
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
    if (before === undefined) delete process.env.PRESEAL_PAGES
  })
  const reporter = presealReporter({ folder })
  reporter.onInit()

  const { runner, end } = createTestRunner()
  const { testNode } = createKit(runner)
  testNode()
  const error = { message: 'broke' }
  const presealPages = end([error], 'it <pays>')
  reporter.onTestCaseResult(testCase('passed', {}))
  reporter.onTestCaseResult(testCase('failed', {}))
  reporter.onTestCaseResult(testCase('failed', { presealPages }))
  const printed = write.mock.calls.map(([text]) => String(text)).join('')
  write.mockRestore()

  expect(printed).toMatch(/^a suite > it <pays>\n {2}what happened: file:/)
  const [url = ''] = /file:\S+/.exec(printed) ?? []
  expect(existsSync(fileURLToPath(url))).toBe(true)
  expect(readFileSync(fileURLToPath(url), 'utf8')).toContain(
    '<title>it &#60;pays&#62;</title>',
  )
})
