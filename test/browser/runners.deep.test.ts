// The files of the pages about Playwright and Cypress, whose runners are not
// installed here: what each would call is called, in a browser.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import FakeTimers from '@sinonjs/fake-timers'
import type { Locator, Page } from 'playwright-core'
import * as preseal from 'preseal'
import { always, explore, type Finding, formatFound } from 'preseal/explore'
import * as server from 'preseal/server'
import { readTimeline } from 'preseal/timeline'
import * as walletEntry from 'preseal/wallet'
import { describe, expect, onTestFinished, test } from 'vitest'
import { guide } from '../docs/pages.js'
import { isThere, ofThisFile } from './chromium.js'

const launch = ofThisFile()

const html = `<button>Pay</button><p role="status"></p><script>
const say = (text) => { document.querySelector('p').textContent = text }
const { ethereum } = window
document.querySelector('button').onclick = async () => {
  try {
    const to = '0x0000000000000000000000000000000000000b0b'
    const method = 'eth_sendTransaction'
    const params = [{ to, value: '0x1' }]
    const hash = await ethereum.request({ method, params })
    say('sent')
    const timer = setInterval(async () => {
      const method = 'eth_getTransactionReceipt'
      const receipt = await ethereum.request({ method, params: [hash] })
      const head = await ethereum.request({ method: 'eth_blockNumber' })
      if (receipt === null || head < receipt.blockNumber) return
      say(receipt.status === '0x1' ? 'confirmed' : 'failed')
      clearInterval(timer)
    }, 20)
  } catch (error) {
    say(error.code === 4001 ? 'rejected' : error.message)
  }
}
</script>`

async function openSite() {
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(html)
  })
  await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve))
  onTestFinished(() => void site.close())
  return `http://localhost:${(site.address() as AddressInfo).port}`
}

async function openPage(): Promise<Page> {
  const browser = await launch()
  onTestFinished(() => browser.close())
  return browser.newPage()
}

/** A file on a page, with what it imports and the globals of its runner. */
function load(
  page: string,
  file: string,
  imports: { readonly [name: string]: unknown },
  globals: { readonly [name: string]: unknown } = {},
): { readonly [name: string]: unknown } {
  const [, code = ''] =
    new RegExp(`\`\`\`mjs\\n// ${file}\\n(.*?)\`\`\``, 's').exec(guide(page)) ??
    []
  if (code === '') throw new Error(`${page} has no ${file}.`)
  const body = code
    .replace(/import (\{.*?\}) from '(.*?)'/g, (_, names, from) => {
      if (!(from in imports)) throw new Error(`${file} imports ${from}.`)
      return `const ${names.replaceAll(' as ', ': ')} = imports['${from}']`
    })
    .replace(/export default/, 'exports.default =')
    .replace(/export const (\w+) =/, 'const $1 = exports.$1 =')
  const exports = {}
  new Function('imports', 'exports', ...Object.keys(globals), body)(
    imports,
    exports,
    ...Object.values(globals),
  )
  return exports
}

const entries = {
  preseal,
  'preseal/server': server,
  'preseal/wallet': walletEntry,
}

type Use = (value: unknown) => Promise<void>
type Fixtures = {
  node(given: object, use: Use): Promise<void>
  wallet(given: object, use: Use): Promise<void>
}

/** The file of a finding: a payment that is included as reverted. */
async function findReverted(): Promise<string> {
  const { findings } = await explore(
    async ({ node, wallet, watch }) => {
      wallet.connect()
      const params = [{ to: wallet.account, value: '0x1' }]
      await wallet.provider
        .request({ method: 'eth_sendTransaction', params } as never)
        .catch(() => {})
      const isReverted = () =>
        readTimeline(node).transactions.some(({ moves }) =>
          moves.some((move) => 'status' in move && move.status === 'reverted'),
        )
      watch('it', isReverted, [always((value) => value === false)])
    },
    { timers: FakeTimers, duration: 3_000, only: 'reverted/sent/1' },
  )
  return formatFound('it pays', findings[0] as Finding)
}

describe.runIf(isThere)('in a browser', () => {
  test('the fixture and the test of the page about Playwright', async () => {
    const baseURL = await openSite()
    const page = await openPage()
    const goto = page.goto.bind(page)
    page.goto = (path) => goto(new URL(path, baseURL).href)
    const fixture = load('browsers', 'fixture.mjs', {
      ...entries,
      '@playwright/test': { test: { extend: (given: Fixtures) => given } },
    })
    const { node: ofNode, wallet: ofWallet } =
      fixture.test as unknown as Fixtures
    let body: ((world: object) => Promise<void>) | undefined
    const declare = (_: string, run: typeof body) => {
      body = run
    }
    const soon = (locator: Locator) => ({
      toHaveText: (text: string) =>
        expect.poll(() => locator.textContent()).toBe(text),
    })
    load('browsers', 'pay.spec.mjs', {
      '@playwright/test': { expect: soon },
      './fixture.mjs': { test: declare },
    })
    await ofNode({}, (node) =>
      ofWallet({ node, page, baseURL }, async (wallet) => {
        await body?.({ page, node, wallet })
      }),
    )
    expect(await page.getByRole('status').textContent()).toBe('confirmed')
  })

  test('the fixture that plays a finding', async () => {
    const baseURL = await openSite()
    const page = await openPage()
    const paths: string[] = []
    const text = await findReverted()
    const { node: ofNode } = load('browsers', 'in fixture.mjs', {
      preseal,
      'node:fs': {
        readFileSync(path: string) {
          paths.push(path)
          return text
        },
      },
    }) as { node: Fixtures['node'] }
    const { test: given } = load('browsers', 'fixture.mjs', {
      ...entries,
      '@playwright/test': { test: { extend: (given: Fixtures) => given } },
    }) as { test: Fixtures }
    await ofNode({}, (node) =>
      given.wallet({ node, page, baseURL }, async (value) => {
        const wallet = value as walletEntry.Wallet
        wallet.connect()
        await page.goto(baseURL)
        await page.getByRole('button').click()
        // The node follows real time: the next block comes by itself.
        await expect
          .poll(() => page.getByRole('status').textContent(), {
            timeout: 9_000,
          })
          .toBe('failed')
      }),
    )
    expect(paths).toEqual(['__mishaps__/x.json'])
  })

  test('the configuration, support file and test of the page about Cypress', async () => {
    const baseUrl = await openSite()
    const page = await openPage()
    type Tasks = { [name: string]: (given?: unknown) => unknown }
    let tasks: Tasks = {}
    const on = (_: 'task', given: Tasks) => {
      tasks = given
    }
    let close = async () => {}
    const config = load('browsers', 'cypress.config.mjs', {
      ...entries,
      'preseal/server': {
        async serve(...given: Parameters<typeof server.serve>) {
          const served = await server.serve(...given)
          close = served.close
          return {
            ...served,
            // The page names the port of a site that is not here.
            walletScript: () => served.walletScript(baseUrl),
          }
        },
      },
    }) as { default?: { e2e: { setupNodeEvents(on: unknown): Promise<void> } } }
    await config.default?.e2e.setupNodeEvents(on)
    onTestFinished(() => close())

    // Cypress queues commands, and runs them one after the other.
    let queue = Promise.resolve<unknown>(undefined)
    let first: (page: { eval(text: string): void }) => void = () => {}
    const then = (run: (value: never) => unknown) => {
      queue = queue.then((value) => run(value as never))
    }
    const enqueue = (run: () => unknown) => {
      queue = queue.then(run)
      return { then }
    }
    const cy = {
      task: (name: string, given?: unknown) =>
        enqueue(() => tasks[name]?.(given)),
      visit: (path: string) =>
        enqueue(async () => {
          let script = ''
          first({
            eval(text) {
              script = text
            },
          })
          await page.addInitScript({ content: script })
          await page.goto(new URL(path, baseUrl).href)
        }),
      contains: (tag: string, text: string) => ({
        click: () =>
          enqueue(() => page.locator(tag, { hasText: text }).click()),
      }),
      get: (selector: string) => ({
        should: (_: string, text: string) =>
          enqueue(() =>
            expect.poll(() => page.locator(selector).textContent()).toBe(text),
          ),
      }),
    }
    const Cypress = {
      on(_: string, listener: typeof first) {
        first = listener
      },
    }
    const before = (run: () => void) => run()
    load('browsers', 'cypress/support/e2e.js', {}, { cy, Cypress, before })
    const it = (_: string, run: () => void) => run()
    load('browsers', 'cypress/e2e/pay.cy.js', {}, { cy, it })
    await queue
    expect(await page.getByRole('status').textContent()).toBe('confirmed')
  })
})
