import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

const executablePath = '/usr/bin/chromium'

/** Why there is no browser here, if there is none. */
export const missing = existsSync(executablePath)
  ? undefined
  : `${executablePath} is not installed`

/** An empty page that a server of its own origin has sent. */
export async function openPage(): Promise<Page> {
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>dapp</title>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  onTestFinished(async () => {
    await browser.close()
    site.close()
  })
  const page = await browser.newPage()
  const { port } = site.address() as AddressInfo
  await page.goto(`http://127.0.0.1:${port}/`)
  return page
}
