import type { Browser, Page } from 'playwright-core'
import { createMockNode, type MockNode } from 'preseal'
import { formatTimeline } from 'preseal/timeline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isThere, ofThisFile } from '../../browser/chromium.js'
import { alice, bob, ether } from '../../node/actors.js'
import { hostile, playHostile } from './playHostile.js'
import { sealPayments } from './sealPayments.js'

const launch = ofThisFile()

describe.runIf(isThere)('html', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  async function open(
    node: MockNode,
  ): Promise<{ page: Page; errors: string[] }> {
    const page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.setContent(formatTimeline(node, { as: 'html', title: hostile }))
    return { page, errors }
  }

  const rows = (page: Page, table: string) =>
    page
      .locator(`#${table} tr`)
      .evaluateAll((all) =>
        all.map((row) => Array.from(row.children, (cell) => cell.textContent)),
      )

  test('a screen reader heard each instant in pieces and twice', async () => {
    const { page } = await open(await playHostile())
    const said = () => page.locator('[role=status]').textContent()
    // The page is read from its beginning: nothing is said over that.
    expect(await said()).toBe('')
    expect(await page.locator('[aria-live], output').count()).toBe(0)
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    expect(await said()).toBe(
      'At 200 ms. "pay" pre-confirmed, block 1 beat 1, index 0',
    )
    await page.getByRole('button', { name: 'Zoom in' }).click()
    expect(await said()).toBe('100 to 3100 ms')
    const node = createMockNode({ accounts: { [alice]: { balance: ether } } })
    for (const _ of Array.from({ length: 8 }))
      node.preconfirm({ from: alice, to: bob, value: 1n })
    const busy = await open(node)
    await busy.page.keyboard.press('Home')
    expect(await busy.page.locator('[role=status]').textContent()).toMatch(
      /^At 0 ms\. .* sent.* 5 more$/,
    )
  })

  test('behavior: a page was wider than a phone', async () => {
    const { page, errors } = await open(await playHostile())
    for (const width of [360, 390, 1_280]) {
      await page.setViewportSize({ width, height: 800 })
      const wide = () => document.documentElement.scrollWidth
      expect(await page.evaluate(wide)).toBe(width)
    }
    expect(errors).toEqual([])
  })

  test('behavior: nothing that a user wrote is run', async () => {
    const { page, errors } = await open(await playHostile())
    const text = await page.locator('#lines').textContent()
    expect(text).toContain(hostile)
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.title()).toBe(hostile)
    expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false)
    expect(errors).toEqual([])
  })

  test('behavior: a screen reader is told what happens, where and by what', async () => {
    const { page } = await open(await playHostile())
    expect(await page.locator('p[role=status]').count()).toBe(1)
    expect(
      await page
        .getByRole('group', { name: 'Time' })
        .getByRole('button')
        .count(),
    ).toBe(7)
    expect(await page.getByRole('img').getAttribute('aria-label')).toContain(
      'the list below says the same in words',
    )
    const line = page.getByRole('button', { name: '1400 ms' })
    await line.click()
    expect(await line.getAttribute('aria-current')).toBe('step')
  })

  test('behavior: a page has an hour of payments', async () => {
    const blocks = 1_800
    const html = formatTimeline(sealPayments(blocks), { as: 'html' })
    const page = await browser.newPage()
    await page.setContent(html)
    await page.keyboard.press('End')
    expect((await rows(page, 'balances')).at(-1)?.slice(1)).toEqual([
      `${blocks} wei`,
      `${blocks} wei`,
    ])
  })
})
