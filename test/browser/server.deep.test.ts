import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { alice, bob, ether } from '../conformance/actors.js'
import { open } from '../entries/server/open.js'
import { call } from '../entries/server/rawSocket.js'
import { isThere } from './chromium.js'
import { inBrowser } from './inBrowser.js'

const openPage = inBrowser()

const options = { accounts: { [alice]: { balance: ether } } }

/** What a page gets for a request, or the name of what it cannot read. */
const ask = (
  page: Page,
  url: string,
  body: string,
  headers: { [name: string]: string } = { 'content-type': 'application/json' },
) =>
  page.evaluate(
    async ([url, body, headers]) => {
      const request = { method: 'POST', headers, body }
      const response = await fetch(url, request).catch(String)
      return typeof response === 'string'
        ? response
        : `${response.status} ${await response.text()}`
    },
    [url, body, headers] as const,
  )

describe.runIf(isThere)('a page of another origin', () => {
  test('default: reads the pending block with fetch, and sees it move', async () => {
    const { node, url } = await open(options)
    const page = await openPage()
    const read = () =>
      ask(page, url, call('eth_getBalance', [bob, 'pending'])).then((text) =>
        JSON.parse(text.slice(4)),
      )
    expect(await read()).toMatchObject({ result: '0x0' })
    node.preconfirm({ from: alice, to: bob, value: 5n })
    node.nextBeat()
    expect(await read()).toMatchObject({ result: '0x5' })
  })

  test('default: reads it with viem', async () => {
    const { node, url } = await open(options)
    const page = await openPage()
    await page.addScriptTag({ url: '/dapp.js' })
    const read = () =>
      page.evaluate(
        (url) =>
          (
            globalThis as unknown as {
              readPending(url: string): Promise<unknown>
            }
          ).readPending(url),
        url,
      )
    expect(await read()).toEqual({ number: 1, transactions: [] })
    const hash = node.preconfirm({ from: alice, to: bob, value: 5n })
    node.nextBeat()
    expect(await read()).toEqual({ number: 1, transactions: [hash] })
    node.nextBlock()
    expect(await read()).toEqual({ number: 2, transactions: [] })
  })

  test('behavior: reads a Retry-After, and an HTTP fault', async () => {
    const { url } = await open({
      faults: [{ type: 'http', status: 429, headers: { 'Retry-After': '3' } }],
    })
    const page = await openPage()
    const read = await page.evaluate(
      async ([url, body]) => {
        const headers = { 'content-type': 'application/json' }
        const response = await fetch(url, { method: 'POST', headers, body })
        return [response.status, response.headers.get('retry-after')]
      },
      [url, call('eth_chainId')] as const,
    )
    expect(read).toEqual([429, '3'])
  })

  test('behavior: cannot drive the node, though control is on', async () => {
    const { node, url } = await open(options, { control: true })
    const page = await openPage()
    const verbs = [
      call('preseal_setBalance', [{ address: bob, value: '1' }]),
      call('anvil_setBalance', [bob, '0x1']),
      call('evm_mine'),
      `[${call('evm_mine')}]`,
    ]
    for (const verb of verbs) {
      expect.soft(await ask(page, url, verb)).toContain('"code":-32601')
      // Without a preflight.
      const plain = { 'content-type': 'text/plain' }
      expect.soft(await ask(page, url, verb, plain)).toMatch(/^415 /)
      const port = new URL(url).port
      const other = `http://localhost:${port}`
      expect.soft(await ask(page, other, verb)).toContain('"code":-32601')
    }
    for (const [method, ...params] of [
      ['eth_blockNumber'],
      ['eth_getBalance', bob, 'latest'],
    ] as const)
      expect(await ask(page, url, call(method, [...params]))).toContain('"0x0"')
    expect(node.now).toBe(0)
  })
})
