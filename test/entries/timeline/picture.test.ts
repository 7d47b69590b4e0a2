import type { Browser, Page } from 'playwright-core'
import { createMockNode, type MockNode } from 'preseal'
import { formatTimeline } from 'preseal/timeline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isThere, ofThisFile } from '../../browser/chromium.js'
import { alice, bob, ether } from '../../node/actors.js'
import { ask } from '../../node/reads.js'
import { drawReadme } from './readme.js'

const launch = ofThisFile()
const hostile = `</script><img src=x onerror="globalThis.broken=1">&'"`

async function play(): Promise<MockNode> {
  const node = createMockNode({
    accounts: { [alice]: { balance: 10n * ether } },
    finalityLag: { safe: 1, finalized: 2 },
    steps: [
      {
        at: 100,
        type: 'preconfirm',
        label: 'pay',
        from: alice,
        to: bob,
        value: ether,
      },
      { at: 700, type: 'preconfirm', label: hostile, from: alice, to: bob },
      { at: 1_250, type: 'drop', transaction: hostile },
    ],
  })
  node.advance(300)
  await ask(node, 'eth_getBalance', bob, 'pending')
  await ask(node, hostile).catch(() => {})
  node.advance(5_700)
  return node
}

describe('svg', () => {
  test('behavior: the README shows what is drawn', async () => {
    await expect(drawReadme()).toMatchFileSnapshot('../../../docs/timeline.svg')
  })

  test('default: lanes and marks, with names for all of them', async () => {
    const svg = formatTimeline(await play(), { as: 'svg', title: hostile })
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" /)
    for (const lane of ['requests', 'pending', 'latest', 'transactions'])
      expect(svg).toContain(`class="lane">${lane}</text>`)
    expect(svg).toContain(
      '<title>&#34;pay&#34; preconfirmed at 200 ms: block 1 beat 1; 0x0000…11ce to 0x0000…0b0b, 1 ether</title>',
    )
    expect(svg).not.toContain('<img')
    expect(svg).not.toContain('</script>')
  })
})

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

  test('default: keys step, and the pane says what selectors say', async () => {
    const { page, errors } = await open(await play())
    expect(await page.title()).toBe(hostile)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('#instant').textContent()).toBe('At 200 ms')
    expect(await page.locator('#happened li').allTextContents()).toEqual([
      '"pay" pre-confirmed, block 1 beat 1',
    ])
    expect(await rows(page, 'selectors')).toEqual([
      ['selector', 'block', 'what it has'],
      ['pending', '1', '"pay"'],
      ['latest', '0', 'what came before'],
      ['safe', '0', ''],
      ['finalized', '0', ''],
    ])
    expect(await rows(page, 'balances')).toEqual([
      ['account', 'pending', 'latest'],
      ['0x0000…11ce', '9 ether', '10 ether'],
      ['0x0000…0b0b', '1 ether', '0 wei'],
    ])
    await page.keyboard.press('End')
    expect(
      (await rows(page, 'selectors')).slice(1).map(([, number]) => number),
    ).toEqual(['4', '3', '2', '1'])
    await page.getByRole('button', { name: 'First' }).click()
    await page.keyboard.press('+')
    expect(await page.locator('#range').textContent()).toBe('0 to 3000 ms')
    await page.keyboard.press('0')
    expect(await page.locator('#range').textContent()).toBe('0 to 6000 ms')
    expect(errors).toEqual([])
  })

  test('behavior: nothing that a user wrote is run', async () => {
    const { page, errors } = await open(await play())
    const text = await page.locator('#lines').textContent()
    expect(text).toContain(hostile)
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false)
    expect(errors).toEqual([])
  })

  test('behavior: a screen reader is told what happens, where and by what', async () => {
    const { page } = await open(await play())
    expect(await page.locator('[aria-live=polite] h2').count()).toBe(1)
    expect(await page.getByRole('toolbar').getByRole('button').count()).toBe(7)
    expect(await page.getByRole('img').getAttribute('aria-label')).toContain(
      'the list below says the same in words',
    )
    const line = page.getByRole('button', { name: '1400 ms' })
    await line.click()
    expect(await line.getAttribute('aria-current')).toBe('step')
  })

  test('behavior: an hour of payments is less than 300 kB', async () => {
    const node = createMockNode({ accounts: { [alice]: { balance: ether } } })
    for (let block = 0; block < 1_800; block++) {
      node.preconfirm({
        from: alice,
        to: bob,
        value: 1n,
        label: `pay ${block}`,
      })
      node.nextBlock()
    }
    const html = formatTimeline(node, { as: 'html' })
    expect(Buffer.byteLength(html)).toBeLessThan(300_000)
    const page = await browser.newPage()
    await page.setContent(html)
    await page.keyboard.press('End')
    expect((await rows(page, 'balances')).at(-1)?.slice(1)).toEqual([
      '1800 wei',
      '1800 wei',
    ])
  })
})
