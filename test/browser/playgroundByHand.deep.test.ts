import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { runCopied } from '../site/runCopied.js'
import { isThere } from './chromium.js'
import { inPlayground } from './inPlayground.js'

const shows = (page: Page, app: 'naive' | 'careful') =>
  page.locator(`#${app}`).textContent()

describe.runIf(isThere)('playground', () => {
  const { open, copied, files } = inPlayground()

  test('default: a flicker is seen at once, and its test fails', async () => {
    const page = await open()
    expect(await page.locator('#now').textContent()).toBe('800 ms')
    expect(await shows(page, 'naive')).toContain('Took back 1 ETH')
    expect(await shows(page, 'careful')).toContain('+ 1 on its way')
    expect(await page.locator('#verdict').textContent()).toBe(
      'This test fails: the naive app takes money back 3 times.',
    )
    const failure = await runCopied(await copied(page))
    expect(failure?.name).toBe('AssertionError')
    expect(failure?.message).toContain('expected [ 0n, 0n, 0n ]')
  })

  test('behavior: a click causes a mishap, and the copied test has it', async () => {
    const page = await open()
    await page.locator('#story').selectOption({ label: 'One payment' })
    await page.locator('#verdict', { hasText: 'passes' }).waitFor()
    await page.getByLabel('Moment').fill('4')
    expect(await page.locator('#now').textContent()).toBe('1,000 ms')
    await page.getByRole('button', { name: 'Seal without it' }).click()
    await page.locator('#verdict', { hasText: 'fails' }).waitFor()
    expect(await page.locator('#now').textContent()).toBe('2,000 ms')
    expect(await shows(page, 'naive')).toContain('Took back 1 ETH')
    const code = await copied(page)
    expect(code).toContain(
      "if (node.now === 1000) node.apply({ type: 'planSeal'",
    )
    expect((await runCopied(code))?.name).toBe('AssertionError')
  })

  test('behavior: the careful app takes nothing back, and its test passes', async () => {
    const page = await open()
    await page
      .getByRole('radio', { name: 'Careful app' })
      .check({ force: true })
    expect(await page.locator('#verdict').textContent()).toBe(
      'This test passes: the careful app takes nothing back.',
    )
    expect(await runCopied(await copied(page))).toBeNull()
  })

  test('behavior: less than 1 MB, and nothing from elsewhere', () => {
    const bytes = Object.values(files())
      .map((text) => Buffer.byteLength(text))
      .reduce((sum, one) => sum + one)
    expect(bytes).toBeLessThan(1_000_000)
  })
})
