// @vitest-environment jsdom
import { createMockNode, type MockNode } from 'preseal'
import { erc20 } from 'preseal/contracts'
import { formatTimeline } from 'preseal/timeline'
import { encodeFunctionData, erc20Abi } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createKit } from '../../../src/entries/kit/index.js'
import { alice, bob, ether } from '../../node/actors.js'
import { ask } from '../../node/reads.js'
import { createTestRunner } from '../kit/testRunner.js'
import { hostile, playHostile } from './playHostile.js'

// Where nothing is laid out; page.deep.test.ts opens the page in a browser.
afterEach(() => {
  document.body.replaceChildren()
})

/** The page in a frame of its own, with its script run. */
const open = (node: MockNode) =>
  openPage(formatTimeline(node, { as: 'html', title: hostile }))

function openPage(html: string) {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const page = frame.contentDocument as Document
  page.write(html)
  page.close()
  const textOf = (id: string) => page.getElementById(id)?.textContent
  const rows = (id: string) =>
    Array.from(page.querySelectorAll(`#${id} tr`), (row) =>
      Array.from(row.children, (cell) => cell.textContent),
    )
  const press = (...keys: readonly string[]) => {
    for (const key of keys)
      page.dispatchEvent(new KeyboardEvent('keydown', { key }))
  }
  return { page, textOf, rows, press }
}

describe('html', () => {
  test('default: keys step, and the pane says what each tag shows', async () => {
    const { page, textOf, rows, press } = open(await playHostile())
    expect(page.title).toBe(hostile)
    press('Home', 'ArrowRight', 'ArrowRight')
    expect(textOf('instant')).toBe('At 200 ms')
    expect(textOf('happened')).toBe(
      '"pay" pre-confirmed, block 1 beat 1, index 0',
    )
    expect(rows('tags')).toEqual([
      ['tag', 'block', 'what it has'],
      ['pending', '1', '"pay"'],
      ['latest', '0', 'what came before'],
      ['safe', '0', ''],
      ['finalized', '0', ''],
    ])
    expect(rows('balances')).toEqual([
      ['account', 'pending', 'latest'],
      ['0x0000…11ce', '9 ether', '10 ether'],
      ['0x0000…0b0b', '1 ether', '0 wei'],
    ])
    press('End')
    expect(
      rows('tags')
        .slice(1)
        .map(([, number]) => number),
    ).toEqual(['4', '3', '2', '1'])
    page.getElementById('first')?.click()
    press('+')
    expect(textOf('range')).toBe('0 to 3000 ms')
    press('0')
    expect(textOf('range')).toBe('0 to 6000 ms')
  })

  test('behavior: it opens on what went wrong', async () => {
    const { page, textOf, press } = open(await playHostile())
    expect(textOf('wrong')).toMatch(
      /^First thing that went wrong: 300 ms .* failed: -32601 Method not found/,
    )
    expect(textOf('instant')).toBe('At 300 ms')
    press('End')
    page.getElementById('there')?.click()
    expect(textOf('instant')).toBe('At 300 ms')
    expect(page.querySelectorAll('[aria-current=step]')).toHaveLength(1)
  })

  test('behavior: where nothing did, on what happened first', () => {
    const node = createMockNode({ accounts: { [alice]: { balance: ether } } })
    node.advance(50)
    node.preconfirm({ from: alice, to: bob, label: 'pay' })
    node.advance(3_000)
    const { textOf } = open(node)
    expect(textOf('wrong')).toBe(
      'Nothing failed, and nothing was lost or replaced.',
    )
    expect(textOf('instant')).toBe('At 50 ms')
  })

  test('polling was a line for each request, and what was sent came before it was asked', async () => {
    const node = createMockNode({ accounts: { [alice]: { balance: ether } } })
    await ask(node, 'eth_chainId')
    const payment = { from: alice, to: bob, value: '0x1' }
    await ask(node, 'eth_sendTransaction', payment)
    for (let beat = 0; beat < 5; beat++) {
      await ask(node, 'eth_chainId')
      node.advance(100)
    }
    const { page, press } = open(node)
    const lines = Array.from(page.querySelectorAll('#lines button'), (line) =>
      line.textContent?.replaceAll(/0x[0-9a-f]{4}…[0-9a-f]{4}/g, '…'),
    )
    expect(lines.slice(0, 4)).toEqual([
      '0 ms  eth_chainId() → 31337',
      '0 ms  eth_sendTransaction({ from: …, to: …, value: 0x1 }) → …',
      expect.stringMatching(/^0 ms {2}… sent: … to …, 1 wei$/),
      '0 ms  eth_chainId() → 31337, 2 times, last at 100 ms',
    ])
    // An instant within a line of many shows that line.
    press('Home', 'ArrowRight')
    const current = page.querySelector('[aria-current=step]')
    expect(current?.textContent).toContain('2 times, last at 100 ms')
  })

  test('behavior: nothing that a user wrote is an element', async () => {
    const { page, textOf } = open(await playHostile())
    expect(textOf('lines')).toContain(hostile)
    expect(page.querySelectorAll('img')).toHaveLength(0)
  })
})

describe('a failed test', () => {
  const known = '0x00000000000000000000000000000000000070c3'

  test('behavior: the page told less than the text', async () => {
    const { runner, end } = createTestRunner()
    vi.stubEnv('PRESEAL_PAGES', '1')
    const node = createKit(runner).testNode({
      accounts: { [alice]: { balance: ether } },
      contracts: [erc20({ address: known, symbol: 'USDC' })],
      names: { [bob]: 'bob' },
      faults: [{ type: 'null', methods: ['eth_getCode'], times: 1 }],
    })
    await ask(node, 'eth_getCode', known)
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [bob, 5n],
    })
    node.preconfirm({ from: alice, to: known, data })
    node.nextBlock()
    const error = new Error('expected 0 to be 1')
    error.stack = `Error: expected 0 to be 1\n    at pays (/app/pay.test.ts:7:3)`
    const [page = ''] = end([error], 'it pays')
    vi.unstubAllEnvs()
    const { textOf } = openPage(page)
    expect(textOf('failure')).toBe(
      'expected 0 to be 1\n\nat /app/pay.test.ts:7',
    )
    const lines = textOf('lines')
    for (const line of [
      'fault { type: null, methods: [eth_getCode], times: 1 }',
      'fault "null" acted on eth_getCode(USDC) → null',
      'fault "null" is used up, acted on 1 request',
      'calls USDC.approve(spender: bob, value: 5)',
      `emitted USDC.Approval(owner: ${alice.slice(0, 6)}…11ce, spender: bob, value: 5)`,
    ]) {
      expect(lines).toContain(line)
      expect(error.message).toContain(line)
    }
    // It opens where the fault acted.
    expect(textOf('instant')).toBe('At 0 ms')
    expect(textOf('wrong')).toContain('fault "null" acted on eth_getCode(USDC)')
  })

  test('behavior: its page said that nothing went wrong', () => {
    const { runner, end } = createTestRunner()
    vi.stubEnv('PRESEAL_PAGES', '1')
    createKit(runner).testNode({ accounts: { [alice]: { balance: ether } } })
    const [page = ''] = end([new Error('expected 0 to be 1')], 'it pays')
    vi.unstubAllEnvs()
    const { textOf } = openPage(page)
    expect(textOf('failure')).toContain('expected 0 to be 1')
    expect(textOf('wrong')).toMatch(/^The node saw no failure/)
  })

  test('behavior: a page opened at the beginning, and not where the test failed', () => {
    const { runner, end } = createTestRunner()
    vi.stubEnv('PRESEAL_PAGES', '1')
    const faults = [{ type: 'null', methods: ['eth_call'] }] as const
    const node = createKit(runner).testNode({ faults })
    node.advance(4_000)
    const [page = ''] = end([new Error('expected 0 to be 1')], 'it pays')
    vi.unstubAllEnvs()
    expect(openPage(page).textOf('instant')).toBe('At 4000 ms')
  })
})
