import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCopied } from '../site/runCopied.js'
import { isThere } from './chromium.js'
import { inPlayground } from './inPlayground.js'

/**
 * Where the seconds below the chart stand. It draws the chart for the window as
 * it is now, and looks at it before anything can draw it again.
 */
const boxesOfSeconds = () => {
  dispatchEvent(new Event('resize'))
  return Array.from(document.querySelectorAll('#chart > text'))
    .filter(({ textContent }) => /^\d+ s$/.test(textContent ?? ''))
    .map((one) => {
      const { left, right } = one.getBoundingClientRect()
      return { left, right }
    })
}

describe.runIf(isThere)('playground', () => {
  const { open, openWithoutScripts, files } = inPlayground()

  test('a page opened as a file is not empty', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'preseal-playground-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    // Its icon is that of the site around it.
    for (const [name, text] of Object.entries(files()))
      writeFileSync(
        join(folder, name),
        text.replace(/^<link rel="icon".*\n/m, ''),
      )
    const page = await open('reduce', undefined, `file://${folder}`)
    await page.locator('#story').selectOption('payment')
    await page.locator('#verdict', { hasText: 'passes' }).waitFor()
    await page.reload()
    await page.locator('#about', { hasText: 'at 400 ms' }).waitFor()
  })

  test('a page without JavaScript was a row of dead buttons', async () => {
    const page = await openWithoutScripts()
    const why = page.locator('.script')
    expect(await why.isVisible()).toBe(true)
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await why.locator('a').getAttribute('href')).toBe(
      '../guide/first-test.html',
    )
  })

  test('a browser that keeps nothing for pages shows the page', async () => {
    const page = await open('reduce', () => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    })
    expect(await page.locator('#now').textContent()).toBe('800 ms')
  })

  test('a page without a clipboard leaves the test selected', async () => {
    const page = await open('reduce', () => {
      Object.defineProperty(Navigator.prototype, 'clipboard', {
        get: () => undefined,
      })
      document.execCommand = () => false
    })
    await page.getByRole('button', { name: 'Copy the test' }).click()
    await page.getByRole('button', { name: 'Selected, copy it now' }).waitFor()
    const selected = await page.evaluate(() => String(getSelection()))
    expect((await runCopied(selected))?.name).toBe('AssertionError')
  })

  test('a reload and a link lead to the story that was chosen', async () => {
    const page = await open()
    const told = page.locator('#about')
    await page.locator('#story').selectOption('payment')
    await told.filter({ hasText: 'at 400 ms' }).waitFor()
    await page.reload()
    await told.filter({ hasText: 'at 400 ms' }).waitFor()
    expect(await page.locator('#story').inputValue()).toBe('payment')
    await page.evaluate(() => {
      location.hash = 'story=missedIndex'
    })
    await told.filter({ hasText: 'missed index' }).waitFor()
    expect(await page.locator('#story').inputValue()).toBe('missedIndex')
  })

  test('on a phone the first screen leads to the test', async () => {
    const page = await open()
    await page.setViewportSize({ width: 390, height: 844 })
    const link = page.getByRole('link', { name: 'The test that reproduces it' })
    const box = await link.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(844)
    await link.click()
    const copy = page.getByRole('button', { name: 'Copy the test' })
    expect((await copy.boundingBox())?.y).toBeLessThan(100)
  })

  test('seconds below a long chart do not overlap', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Edit as JSON' }).click()
    const text = page.getByLabel('Scenario', { exact: true })
    const step = '"version": 1, "steps": [{ "type": "seal", "at": 1e15 }]'
    await text.fill((await text.inputValue()).replace('"version": 1', step))
    await page.getByRole('button', { name: 'Play this scenario' }).click()
    await page.locator('#about', { hasText: 'up to 20 s' }).waitFor()
    for (const width of [360, 1_280]) {
      await page.setViewportSize({ width, height: 860 })
      const boxes = await page.evaluate(boxesOfSeconds)
      expect(boxes.length).toBeGreaterThan(2)
      for (const [index, { right }] of boxes.entries())
        expect(right).toBeLessThan(boxes[index + 1]?.left ?? width)
    }
  })
})
