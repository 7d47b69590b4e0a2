import * as timers from '@sinonjs/fake-timers'
import * as kit from 'preseal/vitest'
import { describe, expect, test, vi } from 'vitest'
import { toTimers } from '../../src/entries/explore/options/options.js'
import { createExplore } from '../../src/entries/exploreKit/index.js'
import type { Block } from './markdown.js'
import type { Page } from './pages.js'
import { type Modules, run } from './run.js'
import type { Snippet } from './snippet.js'

/**
 * Runs the snippets of a page in their order. An exploration prints what stands
 * below it. A diff mends a file: the explorations above it run again, and then
 * print what stands below the diff, and what follows runs with that file.
 */
export function declareSnippets(
  { blocks, snippets }: Page,
  modules: Modules,
  runsHere: (snippet: Snippet) => boolean,
) {
  let files = snippets
  const explored: Snippet[] = []
  const declare = (snippet: Snippet, shown: string, how = '') => {
    const isExplored = /^(FAIL|Explored)/.test(shown)
    const explore = isExplored ? exploreAs(shown) : kit.explore
    const all = { ...modules, 'preseal/vitest': { ...kit, explore } }
    const beside = files
    const name = `line ${snippet.line}${how}`
    const start = async () => void (await run(snippet, all, beside))
    if (snippet.isTest) describe(name, start)
    else test(name, start)
  }
  for (const block of blocks) {
    const snippet = files.find(({ line }) => line === block.line)
    if (block.language === 'diff') {
      const shown = outputBelow(block, blocks)
      files = mend(files, block)
      for (const { line } of explored)
        for (const one of files.filter((file) => file.line === line))
          declare(one, shown, `, mended by line ${block.line}`)
    }
    // What another file imports runs with it.
    if (snippet === undefined || isPart(snippet) || !runsHere(snippet)) continue
    const shown = outputBelow(block, blocks)
    if (shown.startsWith('FAIL')) explored.push(snippet)
    declare(snippet, shown)
  }
}

/** `npm run test:consumers` runs such tests, in that runner. */
export function isOfOtherRunner(code: string): boolean {
  return /from '((node|bun):test|preseal\/jest)'/.test(code)
}

function isPart({ name, isTest, language }: Snippet): boolean {
  return name !== undefined && !isTest && language !== 'js'
}

/** What is printed, as the next block says that is no command. */
function outputBelow({ line }: Block, blocks: readonly Block[]): string {
  const next = blocks.find(
    (one) => one.line > line && !['sh', 'diff'].includes(one.language),
  )
  return next?.language === 'text' ? next.code : ''
}

/** The files with the lines of a diff replaced, which stand in one of them. */
function mend(files: readonly Snippet[], { line, code }: Block) {
  const linesOf = (sign: string) =>
    code
      .split('\n')
      .filter((text) => text.startsWith(sign) || text.startsWith(' '))
      .map((text) => text.slice(1))
      .join('\n')
  const [before, after] = [linesOf('-'), linesOf('+')]
  const hasIt = (one: Snippet) => one.source.split(before).length > 1
  test(`the diff of line ${line} is of one file`, () => {
    expect(files.filter(hasIt)).toHaveLength(1)
  })
  return files.map((one) => ({
    ...one,
    source: one.source.replace(before, () => after),
  }))
}

/** Finds and counts what a page shows. */
function exploreAs(shown: string): typeof kit.explore {
  const declare = (name: string, run: () => Promise<void>) =>
    test(name, async () => {
      const print = vi.spyOn(console, 'info').mockReturnValue()
      const said = await run()
        .then(
          () => print.mock.calls.flat().join('\n'),
          (error: Error) => `FAIL  ${name}\n${error.message}`,
        )
        .finally(() => print.mockRestore())
      const end = shown.search(/^Explored /m)
      const [told, counts] = [shown.slice(0, end), shown.slice(end)]
      for (const line of told.split('\n').filter((one) => one !== '…'))
        expect(onOneLine(said)).toContain(onOneLine(line))
      expect(said.startsWith('FAIL')).toBe(told !== '')
      // How long it took is not the same anywhere.
      const timeless = (text: string) =>
        onOneLine(text).replaceAll(/ in \d+\.\d s/g, ' in 0.0 s')
      expect(timeless(said)).toContain(timeless(counts))
    })
  return createExplore({
    timers: toTimers(timers),
    declare: { test: declare, only: declare, skip: declare },
    testFile: () => undefined,
  })
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
