import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, onTestFinished } from 'vitest'
import { ofThisFile } from './chromium.js'

/**
 * A browser for all tests of a file, which starts with the first of them. Gives
 * how a test opens a page, from an origin and with a profile of its own.
 */
export function inBrowser() {
  const launch = ofThisFile()
  let browser: Promise<Browser> | undefined
  afterAll(async () => {
    await (await browser)?.close()
  })

  /**
   * A page that a server of its own origin has sent, before all else with what
   * is made for that origin. The server has dapp.ts too, at `/dapp.js`.
   */
  return async (first?: (origin: string) => string): Promise<Page> => {
    browser ??= launch()
    const site = createServer(async ({ url }, response) => {
      const isDapp = url === '/dapp.js'
      const type = isDapp ? 'text/javascript' : 'text/html'
      response.setHeader('content-type', type)
      response.end(isDapp ? await bundleDapp() : '<!doctype html>')
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const context = await (await browser).newContext()
    onTestFinished(async () => {
      await context.close()
      site.close()
    })
    const page = await context.newPage()
    const { port } = site.address() as AddressInfo
    const origin = `http://127.0.0.1:${port}`
    if (first !== undefined)
      await page.addInitScript({ content: first(origin) })
    await page.goto(origin)
    return page
  }
}

async function bundleDapp(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['test/browser/dapp.ts'],
    bundle: true,
    format: 'iife',
    logLevel: 'error',
    platform: 'browser',
    write: false,
  })
  return outputFiles.map(({ text }) => text).join('')
}
