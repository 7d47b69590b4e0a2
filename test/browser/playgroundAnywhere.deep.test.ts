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
    await page.locator('#about', { hasText: 'at 500 ms' }).waitFor()
    await page.getByRole('link', { name: 'Explore a test' }).click()
    await page.getByRole('button', { name: 'Mend it' }).click()
    await page.locator('#outcome', { hasText: 'PASS' }).waitFor()
  })

  test('a page without JavaScript was a row of dead buttons', async () => {
    const page = await openWithoutScripts()
    const why = page.locator('.script')
    // The result stands there, painted when the page was built.
    expect(await page.locator('#outcome').textContent()).toContain('FAIL')
    expect(await page.locator('#moments td').count()).toBe(6)
    expect(await why.isVisible()).toBe(true)
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await page.getByRole('radio').count()).toBe(0)
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
    const opened = page.url()
    await page.locator('#story').selectOption('payment')
    await told.filter({ hasText: 'at 500 ms' }).waitFor()
    // The address follows what is shown.
    await page.waitForFunction((from) => location.href !== from, opened)
    await page.reload()
    await told.filter({ hasText: 'at 500 ms' }).waitFor()
    expect(await page.locator('#story').inputValue()).toBe('payment')
    await page.evaluate(() => {
      location.hash = 'story=missedIndex'
    })
    await told.filter({ hasText: 'misses a beat' }).waitFor()
    expect(await page.locator('#story').inputValue()).toBe('missedIndex')
  })

  test('what was built was not in its link', async () => {
    const page = await open()
    await page.locator('#story').selectOption('payment')
    await page.getByLabel('Moment').fill('4')
    await page.getByRole('button', { name: 'Revert it' }).click()
    await page.locator('#verdict', { hasText: 'fails' }).waitFor()
    await page.getByRole('button', { name: 'Try your own code' }).click()
    await page.getByRole('button', { name: 'Watch it' }).click()
    await page.locator('#yours', { hasText: 'Never dropped' }).waitFor()
    await page.getByRole('button', { name: 'Copy a link' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toContain('#play=')
    await page.goto('about:blank')
    await page.goto(link)
    await page.locator('html[data-ready]').waitFor()
    await page.getByRole('button', { name: /Revert it × \(undo\)/ }).waitFor()
    expect(await page.locator('#story').inputValue()).toBe('payment')
    // Code that came by a link runs only after a click.
    expect(await page.locator('#yours').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Watch it' }).click()
    await page.locator('#yours', { hasText: 'Never dropped' }).waitFor()
  })

  test('the JSON of a story left out what had been clicked', async () => {
    const page = await open()
    await page.locator('#story').selectOption('payment')
    await page.locator('#verdict', { hasText: 'passes' }).waitFor()
    await page.getByLabel('Moment').fill('5')
    await page.getByRole('button', { name: 'Pay 1 ETH', exact: true }).click()
    await page.getByRole('button', { name: '1,300 ms · Pay 1 ETH' }).waitFor()
    await page.getByRole('button', { name: 'Edit as JSON' }).click()
    const text = page.getByLabel('Scenario', { exact: true })
    const { steps } = JSON.parse(await text.inputValue())
    expect(steps).toMatchObject([
      { at: 500, label: 'payment 1' },
      { at: 1_300, label: 'payment 2' },
    ])
    await page.getByRole('button', { name: 'Play this scenario' }).click()
    await page.locator('#about', { hasText: 'that you wrote' }).waitFor()
    await page.getByLabel('Moment').fill('19')
    expect(await page.locator('#naive').textContent()).toContain('2 ETH')
    expect(await page.getByRole('button', { name: /undo/ }).count()).toBe(0)
  })

  test('an app of the visitor says what is wrong with it', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Try your own code' }).click()
    const code = page.getByLabel('Code', { exact: true })
    const watch = page.getByRole('button', { name: 'Watch it' })
    const wrong = {
      'function x() {}': 'Your code has no function createReader.',
      'function createReader() { return 1 }':
        'createReader returned no function.',
      'function createReader() { return () => 1 }': 'returned no { balance',
      'function createReader() { return () => new Promise(() => {}) }':
        'did not answer within 1000 ms',
    }
    for (const [text, why] of Object.entries(wrong)) {
      await code.fill(text)
      await watch.click()
      await page.locator('#fault', { hasText: why }).waitFor()
    }
    await code.fill(
      "const createReader = (client, address) => () => client.getBalance({ address, blockTag: 'pending' })",
    )
    await watch.click()
    await page.locator('#yours', { hasText: 'Dropped' }).waitFor()
    await page.locator('#verdict', { hasText: 'dropped 3 times' }).waitFor()
  })

  test('on a phone the first screen leads to the test', async () => {
    const page = await open('reduce', undefined, undefined, '#by-hand')
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
    const scenario = JSON.parse(await text.inputValue())
    scenario.steps.push({ type: 'seal', at: 1e15 })
    await text.fill(JSON.stringify(scenario))
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
