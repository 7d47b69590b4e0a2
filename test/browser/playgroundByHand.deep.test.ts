import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { runCopied } from '../site/runCopied.js'
import { isThere } from './chromium.js'
import { inPlayground } from './inPlayground.js'

const shows = (page: Page, app: 'naive' | 'careful') =>
  page.locator(`#${app}`).textContent()

describe.runIf(isThere)('playground', () => {
  const { open, copied } = inPlayground()

  test('default: a lost payment is seen at once, and its test fails', async () => {
    const page = await open('reduce', undefined, undefined, '#by-hand')
    expect(await page.locator('#now').textContent()).toBe('2,400 ms')
    expect(await shows(page, 'naive')).toContain('Showed 1 ETH, then 0')
    expect(await shows(page, 'careful')).toContain('Never dropped')
    expect(await page.locator('#verdict').textContent()).toBe(
      'This test fails: the balance dropped once.',
    )
    const failure = await runCopied(await copied(page))
    expect(failure?.name).toBe('AssertionError')
    expect(failure?.message).toContain('expected [ 0n ]')
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
    expect(await shows(page, 'naive')).toContain('Showed 1 ETH, then 0')
    const code = await copied(page)
    expect(code).toContain(
      "{ at: 1100, type: 'planSeal', omit: ['payment 1'] }",
    )
    expect((await runCopied(code))?.name).toBe('AssertionError')
  })

  test('behavior: the careful app is right, and its test passes', async () => {
    const page = await open()
    await page
      .getByRole('radio', { name: 'Careful app' })
      .check({ force: true })
    expect(await page.locator('#verdict').textContent()).toContain(
      'This test passes: the balance never dropped',
    )
    expect(await runCopied(await copied(page))).toBeNull()
  })
})
