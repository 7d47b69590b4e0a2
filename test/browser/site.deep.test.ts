import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest'
import { root } from '../docs/pages.js'
import { isThere, ofThisFile } from './chromium.js'

const types: { [ending: string]: string } = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}
const folder = join(root, 'site/dist')

/** One page of each type. */
const kinds = [
  '/',
  '/guide/first-test.html',
  '/guide/is-it-for-me.html',
  '/guides.html',
  '/reference/methods.html',
  '/reference/chains.html',
  '/examples/prool.test-ts.html',
  '/playground/',
  '/nowhere.html',
]

describe.runIf(isThere)('site', () => {
  const launch = ofThisFile()
  let browser: Browser
  let origin = ''
  const server = createServer(({ url = '/' }, response) => {
    const [path = ''] = url.split('?')
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path)
    const found = existsSync(file)
    response.statusCode = found ? 200 : 404
    const shown = found ? file : join(folder, '404.html')
    response.setHeader('content-type', types[extname(shown)] ?? 'text/plain')
    response.end(readFileSync(shown))
  })

  beforeAll(async () => {
    // `npm run site` has built it, in CI.
    if (!existsSync(join(folder, 'index.html')))
      spawnSync('npm', ['run', 'site'], { cwd: root, stdio: 'inherit' })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await launch()
  })
  afterAll(async () => {
    await browser.close()
    server.close()
  })

  async function open(
    path: string,
    options: BrowserContextOptions = {},
  ): Promise<Page> {
    const context = await browser.newContext({
      reducedMotion: 'reduce',
      viewport: { width: 1_280, height: 860 },
      ...options,
    })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(origin + path, { waitUntil: 'networkidle' })
    return page
  }

  // In the dark only colours differ: the rules of axe that read others are left out.
  test.each(kinds)('%s has nothing that axe would report', async (path) => {
    const page = await open(path)
    const axe = join(root, 'site/node_modules/axe-core/axe.min.js')
    await page.addScriptTag({ path: axe })
    for (const [colorScheme, width, rules] of [
      ['light', 1_280, undefined],
      ['light', 390, undefined],
      ['dark', 390, ['color-contrast']],
      ['dark', 1_280, ['color-contrast']],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 860 })
      const found = await page.evaluate(async (runOnly) => {
        const { violations } = await (
          window as unknown as {
            axe: {
              run(options: object): Promise<{
                violations: { id: string; nodes: { html: string }[] }[]
              }>
            }
          }
        ).axe.run(runOnly === undefined ? {} : { runOnly })
        return violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
        )
      }, rules)
      expect(found, `${colorScheme}, ${width} px wide`).toEqual([])
    }
  })

  test.each(kinds)('%s cuts no text on a phone', async (path) => {
    const page = await open(path, { viewport: { width: 390, height: 844 } })
    const wide = await page.evaluate(() => {
      const hidden = Array.from(document.querySelectorAll('main *, .VPDoc *'))
        .filter((one) => {
          const { overflowX, display } = getComputedStyle(one)
          // Code scrolls, as in every document.
          return (
            display !== 'inline' &&
            overflowX !== 'visible' &&
            one.closest('pre, [class*=language-], textarea, svg, .hidden') ===
              null &&
            one.clientWidth > 1 &&
            one.scrollWidth > one.clientWidth + 1
          )
        })
        .map((one) => one.outerHTML.slice(0, 120))
      return { width: document.documentElement.scrollWidth, hidden }
    })
    expect(wide).toEqual({ width: 390, hidden: [] })
  })

  test('a table of the reference is a list of cards on a phone', async () => {
    const page = await open('/reference/methods.html', {
      viewport: { width: 390, height: 844 },
    })
    const cell = page.locator('.vp-doc td:nth-child(2)').first()
    const label = await cell.evaluate(
      (one) => getComputedStyle(one, '::before').content,
    )
    expect(label).toBe('"parameters"')
  })

  test('the keyboard alone leads to the playground and the first test', async () => {
    for (const [name, path] of [
      ['First test', '/guide/first-test.html'],
      ['Playground', '/playground/'],
    ] as const) {
      const page = await open('/')
      const focused = () =>
        page.evaluate(() => document.activeElement?.textContent?.trim())
      let tabs = 0
      do {
        await page.keyboard.press('Tab')
        tabs++
      } while (tabs < 30 && (await focused()) !== name)
      expect(await focused()).toBe(name)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${origin}${path}`)
    }
  })

  test('a visitor sees code at once, and finds their tools by the keyboard', async () => {
    const page = await open('/', { viewport: { width: 1_280, height: 800 } })
    const code = page.getByRole('tabpanel')
    const box = await code.boundingBox()
    expect((box?.y ?? 800) + (box?.height ?? 0)).toBeLessThan(800)
    const shown: string[] = []
    await page.getByRole('tab', { name: 'viem' }).click()
    for (let tab = 0; tab < 4; tab++) {
      shown.push((await code.textContent()) ?? '')
      await page.keyboard.press('ArrowRight')
    }
    expect(
      shown.map((text) => /preseal\/(jest|vitest)/.exec(text)?.[1]),
    ).toEqual(['vitest', 'vitest', 'jest', 'vitest'])
    expect(new Set(shown).size).toBe(4)
  })

  test.each([
    ['reorg', '/guide/chain-failures.html'],
    ['rate limit', '/guide/request-failures.html'],
    ['flashblock', '/guide/pending.html'],
    ['metamask', '/guide/wallets.html'],
    ['receipt', '/guide/pending.html'],
    ['nonce', '/guide/transactions.html'],
    ['jest', '/guide/jest.html'],
    ['ethers', '/guide/ethers.html'],
    ['react', '/guide/react.html'],
    ['wallet', '/guide/wallets.html'],
  ])('a search for %s has the right page first', async (words, path) => {
    const page = await open('/')
    await page.keyboard.press('/')
    await page.locator('.search-input').fill(words)
    const first = page.locator('#localsearch-list a').first()
    await first.waitFor()
    await expect
      .poll(async () => (await first.getAttribute('href'))?.split('#')[0])
      .toBe(path)
  })

  test('on a phone the playground led to no search', async () => {
    const page = await open('/playground/', {
      viewport: { width: 390, height: 844 },
    })
    await page.getByRole('link', { name: 'Search' }).click()
    await page.locator('.search-input').fill('reorg')
    const first = page.locator('#localsearch-list a').first()
    await first.waitFor()
    expect(await first.getAttribute('href')).toContain('/guide/chain-failures')
  })

  test('nothing of the playground moves while it loads', async () => {
    const context = await browser.newContext({
      viewport: { width: 1_280, height: 860 },
    })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.addInitScript(() => {
      let shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shift += (entry as unknown as { value: number }).value
        document.documentElement.setAttribute('data-shift', `${shift}`)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(`${origin}/playground/`)
    await page.locator('html[data-ready]').waitFor()
    const shift = await page.locator('html').getAttribute('data-shift')
    expect(Number(shift ?? 0)).toBeLessThan(0.05)
  })
})
