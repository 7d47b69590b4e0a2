import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { bundlePlayground } from '../../site/playground/bundle.js'
import { ofThisFile } from './chromium.js'

const types: { [name: string]: string } = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
}

/** The playground, served to a browser for all tests of a file. */
export function inPlayground() {
  const launch = ofThisFile()
  let files: { [name: string]: string } = {}
  let browser: Browser
  let origin = ''
  const server = createServer(({ url = '/' }, response) => {
    const name = url === '/' ? 'index.html' : url.slice(1)
    response.setHeader(
      'content-type',
      types[name.split('.').at(-1) ?? ''] ?? '',
    )
    response.statusCode = name in files ? 200 : 404
    response.end(files[name])
  })

  beforeAll(async () => {
    files = await bundlePlayground('src')
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await launch()
  })
  afterAll(async () => {
    await browser.close()
    server.close()
  })

  /** The page, standing still unless motion is wanted. */
  async function open(
    reducedMotion: 'reduce' | 'no-preference' = 'reduce',
    /** Runs before the page does. */
    prepare = () => {},
    address = origin,
    /** A story that has one act, which most tests begin with. */
    hash = '#story=backends',
  ): Promise<Page> {
    const context = await browser.newContext({
      reducedMotion,
      viewport: { width: 1_280, height: 860 },
    })
    if (address === origin)
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const page = await context.newPage()
    await page.addInitScript(prepare)
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    page.on('request', (request) => {
      // A worker of a page from a file has no origin.
      const url = request.url().replace(/^blob:(null.*)?/, '')
      if (url !== '' && !url.startsWith(address)) errors.push(request.url())
    })
    await page.goto(`${address}/index.html${hash}`)
    await page.locator('html[data-ready]').waitFor()
    onTestFinished(async () => {
      await context.close()
      expect(errors).toEqual([])
    })
    return page
  }

  /** The page in a browser that runs no scripts. */
  async function openWithoutScripts(): Promise<Page> {
    const context = await browser.newContext({ javaScriptEnabled: false })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(origin)
    return page
  }

  /** What a click on the button leaves in the clipboard. */
  const copied = async (page: Page) => {
    await page.getByRole('button', { name: 'Copy the test' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    return page.evaluate(() => navigator.clipboard.readText())
  }

  return { open, openWithoutScripts, copied, files: () => files }
}
