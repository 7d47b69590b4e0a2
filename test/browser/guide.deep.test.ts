import * as http from 'node:http'
import * as preseal from 'preseal'
import * as server from 'preseal/server'
import * as wallet from 'preseal/wallet'
import * as viem from 'viem'
import * as vitest from 'vitest'
import { describe, expect, test } from 'vitest'
import { pages } from '../docs/pages.js'
import { run } from '../docs/run.js'
import { isThere, ofThisFile } from './chromium.js'

const launch = ofThisFile()
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

describe.runIf(isThere)('pages about browsers', () => {
  describe.each(snippets)('%s', async (_, snippet) => {
    await run(snippet, modules)
  })

  test('there is one', () => {
    expect(snippets.length).toBeGreaterThan(0)
  })
})
