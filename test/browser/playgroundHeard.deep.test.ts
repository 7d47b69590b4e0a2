import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { isThere } from './chromium.js'
import { inPlayground } from './inPlayground.js'

/** Keeps whatever a screen reader would say without being asked. */
const listen = () => {
  const said: string[] = []
  Object.assign(window, { said })
  const live = 'output, [role=status], [role=alert], [aria-live]'
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const at = target instanceof Element ? target : target.parentElement
      const text = at?.closest(live)?.textContent ?? ''
      if (text !== '' && said.at(-1) !== text) said.push(text)
    }
  }).observe(document, { childList: true, characterData: true, subtree: true })
}

const heard = (page: Page) =>
  page.evaluate(() => (window as unknown as { said: string[] }).said)

const focused = (page: Page) =>
  page.evaluate(
    () =>
      document.activeElement?.getAttribute('aria-label') ??
      document.activeElement?.textContent,
  )

describe.runIf(isThere)('playground, as it is heard', () => {
  const { open } = inPlayground()

  test('no flood: nothing over the page, and two sentences for 25 frames', async () => {
    const page = await open('no-preference', listen)
    const again = page.getByRole('button', { name: 'Play again' })
    await again.waitFor()
    expect(await heard(page)).toEqual([])
    await again.click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await again.waitFor()
    expect(await heard(page)).toEqual([
      'At 800 ms the naive app shows 1 ETH less.',
      'The end. 5,000 ms. The naive app shows 1 ETH. The careful app shows 1 ETH.',
    ])
  })

  test('a button is described once, and a change says what it leads to', async () => {
    const page = await open('reduce', listen)
    const wrong = page.getByRole('button', { name: 'Null block', exact: true })
    await wrong.focus()
    expect(await page.locator('#hint').textContent()).toContain('three reads')
    expect(await heard(page)).toEqual([])
    await wrong.press('Enter')
    await page.getByRole('button', { name: /Null block × \(undo\)/ }).waitFor()
    expect(await heard(page)).toEqual([
      'This test fails: the balance dropped once.',
    ])
    await page.getByRole('button', { name: 'Reorg' }).press('Enter')
    expect((await heard(page)).at(-1)).toBe('No block is sealed yet.')
  })

  test('what was undone leaves the focus beside it', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'HTTP 403', exact: true }).click()
    await page
      .getByRole('button', { name: /HTTP 403 × \(undo\)/ })
      .press('Enter')
    await expect.poll(() => focused(page)).toBe('500 ms · Pay 1 ETH × (undo)')
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('What you have caused')
  })

  test('mistakes are said after the typing, not at each key', async () => {
    const page = await open('reduce', listen)
    await page.getByRole('button', { name: 'Edit as JSON' }).click()
    await page.keyboard.type('oh dear', { delay: 20 })
    const mistake = page.getByRole('button', { name: /^Line 1, column 1 / })
    const text = await mistake.textContent()
    await page
      .locator('#said', { hasText: 'Line 1' })
      .waitFor({ state: 'attached' })
    expect(await heard(page)).toEqual([text])
    await page.getByRole('button', { name: 'Play this scenario' }).click()
    expect(
      await mistake.evaluate((one) => one === document.activeElement),
    ).toBe(true)
  })

  test('what cannot be played says so beside the editor', async () => {
    const page = await open('reduce', listen)
    await page.getByRole('button', { name: 'Edit as JSON' }).click()
    const text = page.getByLabel('Scenario', { exact: true })
    const transaction = `0x${'1'.repeat(64)}`
    const steps = [{ at: 100, type: 'drop', transaction }]
    await text.fill(JSON.stringify({ version: 1, steps }))
    await text.press('Control+Enter')
    const why = page.getByRole('list', { name: 'Mistakes' })
    await why.filter({ hasText: 'This cannot be played: ' }).waitFor()
    expect((await heard(page)).at(-1)).toMatch(/^This cannot be played/)
    expect(await page.locator('#story').inputValue()).toBe('backends')
    // Now it can, and is a story of its own.
    await text.fill(
      '{ "version": 1, "accounts": { "0x00000000000000000000000000000000000a11ce": { "balance": "9000000000000000000" } } }',
    )
    await text.press('Control+Enter')
    await page.locator('#about', { hasText: 'that you wrote' }).waitFor()
    expect(await page.locator('#story').inputValue()).toBe('own')
  })
})
