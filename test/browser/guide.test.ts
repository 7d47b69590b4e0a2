import { existsSync } from 'node:fs'
import * as http from 'node:http'
import { chromium } from 'playwright-core'
import * as preseal from 'preseal'
import * as server from 'preseal/server'
import * as wallet from 'preseal/wallet'
import * as viem from 'viem'
import * as vitest from 'vitest'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { pages } from '../docs/pages.js'
import { run } from '../docs/run.js'
import { executablePath } from './inBrowser.js'

// Playwright puts its own in their place when it is loaded.
const own = vi.hoisted(() => ({ chdir: process.chdir, cwd: process.cwd }))
afterAll(() => {
  Object.assign(process, own)
})

const launch = () => chromium.launch({ executablePath, args: ['--no-sandbox'] })
const modules = {
  'node:http': http,
  'playwright-core': { chromium: { launch } },
  preseal,
  'preseal/server': server,
  'preseal/wallet': wallet,
  viem,
  vitest,
}

const snippets = pages.flatMap(({ path, snippets }) =>
  snippets
    .filter(({ code }) => code.includes("from 'playwright-core'"))
    .map((snippet) => [`${path}:${snippet.line}`, snippet] as const),
)

describe.runIf(existsSync(executablePath))('pages about browsers', () => {
  test.each(snippets)('%s', (_, snippet) => run(snippet, modules))

  test('there is one', () => {
    expect(snippets.length).toBeGreaterThan(0)
  })
})
