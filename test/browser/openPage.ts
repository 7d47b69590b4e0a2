import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { build } from 'tsup'
import { onTestFinished } from 'vitest'

export const executablePath = '/usr/bin/chromium'

const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * A page that a server of its own origin has sent, with dapp.ts in it, and
 * before all else with what is made for that origin.
 */
export async function openPage(
  first?: (origin: string) => string,
): Promise<Page> {
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>dapp</title>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const folder = mkdtempSync(join(tmpdir(), 'preseal-'))
  const browser = await chromium.launch({ executablePath, args })
  onTestFinished(async () => {
    await browser.close()
    site.close()
    rmSync(folder, { recursive: true })
  })
  await build({
    config: false,
    entry: ['test/browser/dapp.ts'],
    format: 'iife',
    outDir: folder,
    platform: 'browser',
    silent: true,
  })
  const page = await browser.newPage()
  const { port } = site.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  if (first !== undefined) await page.addInitScript({ content: first(origin) })
  await page.goto(origin)
  await page.addScriptTag({ path: join(folder, 'dapp.global.js') })
  return page
}
