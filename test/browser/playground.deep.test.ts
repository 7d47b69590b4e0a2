import { describe, expect, test } from 'vitest'
import { runCopied } from '../site/runCopied.js'
import { isThere } from './chromium.js'
import { inPlayground } from './inPlayground.js'

describe.runIf(isThere)('playground', () => {
  const { open, copied } = inPlayground()

  test('default: it plays by itself', async () => {
    const page = await open('no-preference')
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.locator('#naive.wrong').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    const now = await page.locator('#now').textContent()
    await page.getByRole('button', { name: '200 ms on' }).click()
    expect(await page.locator('#now').textContent()).not.toBe(now)
  })

  test('behavior: what was caused is undone', async () => {
    const page = await open()
    await page.locator('#story').selectOption({ label: 'One payment' })
    await page.locator('#verdict', { hasText: 'passes' }).waitFor()
    await page.getByRole('button', { name: 'HTTP 403', exact: true }).click()
    const undo = page.getByRole('button', { name: /HTTP 403 × \(undo\)/ })
    await undo.click()
    await undo.waitFor({ state: 'detached' })
    await page.locator('#verdict', { hasText: 'passes' }).waitFor()
  })

  test('behavior: what cannot be done says why', async () => {
    const page = await open()
    await page.getByLabel('Moment').fill('0')
    const drop = page.getByRole('button', { name: 'Drop it' })
    expect(await drop.getAttribute('aria-disabled')).toBe('true')
    await drop.click({ force: true })
    expect(await page.locator('#hint').textContent()).toBe(
      'Nothing is pending at this moment.',
    )
    // Without a click, too.
    expect(await page.locator('#moment').textContent()).toMatch(
      /Dashed: nothing is pending at this moment\./,
    )
  })

  test('behavior: a scenario is written, with its mistakes by line and column', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Edit as JSON' }).click()
    const text = page.getByLabel('Scenario', { exact: true })
    const scenario = await text.inputValue()
    await text.fill(scenario.replace('"beats": 6', '"beats": "six"'))
    const mistake = page.getByRole('button', { name: /^Line \d+, column \d+/ })
    expect(await mistake.textContent()).toMatch(/faults\[0\]\.beats is "six"/)
    await mistake.click()
    const selected = await text.evaluate((area) => {
      const { value, selectionStart } = area as HTMLTextAreaElement
      return value.slice(selectionStart).split('\n')[0]
    })
    expect(selected).toMatch(/beats/)
    await text.fill(scenario.replace('"everyNth": 2', '"everyNth": 4'))
    expect(await mistake.count()).toBe(0)
    await page.getByRole('button', { name: 'Play this scenario' }).click()
    await page.locator('#about', { hasText: 'that you wrote' }).waitFor()
    const failure = await runCopied(await copied(page))
    const verdict = await page.locator('#verdict').textContent()
    expect(verdict).toContain(failure === null ? 'passes' : 'fails')
  })

  test('only the pages had a switch of light and dark', async () => {
    const page = await open()
    const theme = () =>
      page.evaluate(() => document.documentElement.dataset.theme)
    await page.getByRole('button', { name: 'between light and dark' }).click()
    expect(await theme()).toBe('dark')
    await page.reload()
    expect(await theme()).toBe('dark')
    await page.getByRole('button', { name: 'between light and dark' }).click()
    expect(await theme()).toBe('light')
  })

  test('behavior: all of it by keyboard, in the order of reading', async () => {
    const page = await open()
    const order: string[] = []
    for (let tab = 0; tab < 31; tab++) {
      await page.keyboard.press('Tab')
      order.push(
        await page.evaluate(() => {
          const { activeElement: at } = document
          return (
            at?.id || at?.getAttribute('aria-label') || at?.textContent || ''
          )
        }),
      )
    }
    expect(order).toMatchInlineSnapshot(`
      [
        "Skip to the content",
        "preseal",
        "Search",
        "Guide",
        "Reference",
        "Playground",
        "Switch between light and dark",
        "Explore a test",
        "Break a payment by hand",
        "story",
        "edit",
        "back",
        "play",
        "on",
        "seek",
        "Pay 1 ETH",
        "Drop it",
        "Seal without it",
        "Revert it",
        "Reorg",
        "HTTP 403",
        "Null block",
        "Stale backend",
        "No pending block",
        "500 ms · Pay 1 ETH × (undo)",
        "write",
        "link",
        "copy",
        "",
        "code",
        "What a failing test prints",
      ]
    `)
    await page.locator('#seek').focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('#seek').getAttribute('aria-valuetext')).toBe(
      '1,000 ms. The naive app shows 1 ETH. The careful app shows 0 ETH.',
    )
  })

  test('behavior: a screen reader hears where somebody steps to', async () => {
    const page = await open()
    await page.getByRole('button', { name: '200 ms on' }).click()
    await page.getByRole('button', { name: '200 ms on' }).click()
    expect(await page.locator('#said').textContent()).toContain('1,200 ms.')
    const unnamed = await page
      .locator('button, input, select, textarea, svg[role=img]')
      .evaluateAll((all) =>
        all
          .filter(
            (one) =>
              !one.getAttribute('aria-label') &&
              !one.textContent?.trim() &&
              !(one as HTMLInputElement).labels?.length,
          )
          .map((one) => one.outerHTML),
      )
    expect(unnamed).toEqual([])
  })

  test('behavior: no wider than its window, in light and in dark', async () => {
    const page = await open()
    for (const width of [360, 390, 768, 1_280])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 860 })
        await page.emulateMedia({ colorScheme })
        const wide = () => document.documentElement.scrollWidth
        expect(await page.evaluate(wide)).toBe(width)
        const back = () => getComputedStyle(document.body).backgroundColor
        expect(await page.evaluate(back)).toBe(
          colorScheme === 'light' ? 'rgb(250, 249, 246)' : 'rgb(19, 20, 24)',
        )
      }
  })
})
