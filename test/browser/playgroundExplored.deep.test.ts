import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  firstTest,
  paymentTest,
} from '../../site/playground/explored/paymentTest.js'
import { page as pageOf } from '../docs/pages.js'
import { isThere } from './chromium.js'
import { inPlayground } from './inPlayground.js'

const first = firstTest(pageOf('README.md').text)

/** All of the result, with the squares, but for where and how fast it ran. */
const resultOf = async (page: Page) => {
  await page.locator('#explore:not(.running)').waitFor()
  return page.locator('#explore .left').evaluate((one) => {
    const copy = one.cloneNode(true) as Element
    copy.querySelector('#ran')?.remove()
    return copy.innerHTML
  })
}

const ran = async (page: Page) => {
  await page.locator('#ran', { hasText: 's, in your browser' }).waitFor()
  return resultOf(page)
}

describe.runIf(isThere)('playground', () => {
  const { open, files } = inPlayground()
  const explored = (hash = '') => open('reduce', undefined, undefined, hash)

  test('what is painted was not what a browser finds', async () => {
    const page = await explored()
    const painted = await resultOf(page)
    expect(painted).toContain('when block 1 is replaced 1 ms after its seal')
    expect(painted).toContain('Explored 25 mishaps of 137')
    await page.getByRole('button', { name: 'Run it here' }).click()
    expect(await ran(page)).toBe(painted)
  })

  test('a page that waits for one block more was still called wrong', async () => {
    const page = await explored()
    await page.getByRole('button', { name: 'Mend it' }).click()
    const mended = await ran(page)
    expect(mended).toContain('Explored 171 mishaps of 171')
    expect(mended).toContain('at 4000 ms, one block later')
    expect(await page.locator('#outcome .state').textContent()).toMatch(/^PASS/)
    expect(await page.locator('#moments td').last().textContent()).toContain(
      'Sending',
    )
    expect(await page.locator('#tried .held[title]').count()).toBe(171)
    expect(await page.locator('#names').textContent()).toContain(
      'block 1 is replaced 1 ms after its seal by an empty block',
    )
    // The button that had the focus is gone.
    const focused = () => (document.activeElement as HTMLInputElement).value
    expect(await page.evaluate(focused)).toBe('2')
    await page.reload()
    await page.locator('#outcome', { hasText: 'PASS' }).waitFor()
    await page.getByRole('radio', { name: '1' }).check({ force: true })
    await page.locator('#outcome', { hasText: 'FAIL' }).waitFor()
  })

  test('a run that is overtaken showed its result', async () => {
    const page = await explored('#confirmations=2')
    await page.locator('#outcome', { hasText: 'PASS' }).waitFor()
    await page.getByRole('button', { name: 'Run it here' }).click()
    await page.getByRole('radio', { name: '1' }).check({ force: true })
    expect(await ran(page)).toContain('Explored 25 mishaps of 137')
  })

  test('the copied test was not the one that runs', async () => {
    const page = await explored()
    const copied = async () => {
      await page.getByRole('button', { name: 'Copy the test' }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      return page.evaluate(() => navigator.clipboard.readText())
    }
    expect(await copied()).toBe(paymentTest(first, 1))
    await page.getByRole('radio', { name: 'jest' }).check({ force: true })
    expect(await page.locator('#packages').textContent()).toBe('viem jest')
    await page.getByRole('button', { name: 'Copy the test' }).waitFor()
    expect(await copied()).toBe(paymentTest(first, 1, 'jest'))
  })

  test.each([
    ['wagmi', '30 mishaps of 195', '229 mishaps of 229'],
    ['ethers', '34 mishaps of 203', '244 mishaps of 244'],
  ])('%s showed what viem finds', async (client, broken, mended) => {
    const page = await explored()
    await page.getByRole('radio', { name: client }).check({ force: true })
    const found = await ran(page)
    expect(found).toContain('when block 1 is replaced 1 ms after its seal')
    expect(found).toContain(`Explored ${broken}`)
    expect(await page.locator('#payment').textContent()).toContain(client)
    await page.getByRole('button', { name: 'Mend it' }).click()
    await page.locator('#outcome', { hasText: 'PASS' }).waitFor()
    expect(await resultOf(page)).toContain(`Explored ${mended}`)
  })

  test('a run was only told of, and not to be stepped through', async () => {
    const page = await explored()
    const step = page.getByRole('button', { name: 'Step through this run' })
    await step.click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const frame = page.frameLocator('#failure iframe')
    await frame.getByText('Why the test failed').waitFor()
    await frame.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(await dialog.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Mend it' }).click()
    await page.locator('#outcome', { hasText: 'PASS' }).waitFor()
    expect(await step.isVisible()).toBe(false)
  })

  test('the keys of the search did nothing here', async () => {
    const page = await explored()
    const asked = page.waitForRequest(/guides\.html\?search$/)
    await page.route('**/guides.html?search', (route) => route.abort())
    await page.keyboard.press('Control+k')
    await asked
  })

  test('all of the library was loaded before anybody asked', () => {
    const bytes = ([name, text]: [string, string]) =>
      /library/i.test(name) ? 0 : Buffer.byteLength(text)
    const all = Object.entries(files()).map(bytes)
    expect(all.reduce((sum, one) => sum + one)).toBeLessThan(60_000)
  })

  test('without its menu the site ended here on a phone', async () => {
    const page = await explored()
    await page.setViewportSize({ width: 390, height: 844 })
    const search = page.getByRole('link', { name: 'Search' })
    expect(await search.isVisible()).toBe(true)
    const guide = page.getByRole('link', { name: 'Guide' })
    expect(await guide.isVisible()).toBe(false)
    await page.locator('.menu summary').press('Enter')
    expect(await guide.isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Switch the appearance' }).click()
    const theme = () => document.documentElement.dataset.theme
    expect(await page.evaluate(theme)).toBe('dark')
  })
})
