// @vitest-environment jsdom
import { readFileSync, writeFileSync } from 'node:fs'
import type { WalletProfile } from 'preseal/wallet'
import * as wallets from 'preseal/wallets'
import { expect, test } from 'vitest'
import { readTable } from '../../docs/markdown.js'
import { acts, runConnector } from './runConnectors.js'

const path = 'docs/reference/connectors.md'

test('the page says what wagmi’s connector does on each profile', async () => {
  const rows: string[][] = []
  for (const [name, profile] of Object.entries(wallets)) {
    const outcome = await runConnector(profile as WalletProfile)
    rows.push([`\`${name}\``, ...acts.map((act) => outcome[act])])
  }
  const page = readFileSync(path, 'utf8')
  if (process.env.WRITE_PAGES !== undefined) {
    const lines = rows.map((row) => `| ${row.join(' | ')} |\n`).join('')
    const table = /(\| profile .*\n\|[ |-]+\n)(?:\|.*\n)*/
    writeFileSync(path, page.replace(table, `$1${lines}`))
  }
  const [, section = ''] =
    /(## `injected`\n.*?)\n## /s.exec(readFileSync(path, 'utf8')) ?? []
  const written = readTable(section, 'profile', ...acts)
  expect(written.filter(([name]) => name?.startsWith('`'))).toEqual(rows)
})
