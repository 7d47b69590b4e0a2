import FakeTimers from '@sinonjs/fake-timers'
import { parseScenario } from 'preseal'
import {
  type Body,
  explore,
  type Finding,
  formatFindingPages,
  formatFound,
  wasTrue,
} from 'preseal/explore'
import { describe, expect, test } from 'vitest'
import { bob } from '../conformance/actors.js'
import { open } from '../entries/server/open.js'
import { isThere } from './chromium.js'
import { inBrowser } from './inBrowser.js'

const openPage = inBrowser()

/** An application that takes a failure for zero. */
const zero: Body = ({ node, watch }) => {
  let shown: unknown = 'loading'
  setInterval(async () => {
    shown = await node.provider
      .request({ method: 'eth_getBalance', params: [bob, 'latest'] })
      .catch(() => '0x0')
  }, 500)
  watch('balance', () => shown, [wasTrue({ address: bob })])
}

const node = { accounts: { [bob]: { balance: 7n } } }

async function find(): Promise<Finding> {
  const { findings } = await explore(zero, {
    timers: FakeTimers,
    duration: 4_000,
    node,
  })
  return findings[0] as Finding
}

describe.runIf(isThere)('a finding in a browser', () => {
  test('a served scenario breaks the same application in a page', async () => {
    const { scenario } = JSON.parse(formatFound('a test', await find()))
    const { url } = await open({ ...parseScenario(scenario), ...node })
    const page = await openPage()
    const read = () =>
      page.evaluate(
        async ([url, address]) => {
          const body = JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'eth_getBalance',
            params: [address, 'latest'],
          })
          const headers = { 'content-type': 'application/json' }
          const response = await fetch(url, { method: 'POST', headers, body })
          const { result = '0x0' } = await response.json()
          return result
        },
        [url, bob] as const,
      )
    expect(await read()).toBe('0x0')
    expect(await read()).toBe('0x7')
  })

  test('a page of it steps through what was shown', async () => {
    const [html] = formatFindingPages(await find(), 'the balance')
    const page = await openPage()
    await page.setContent(html as string)
    expect(await page.textContent('#failure')).toContain(
      'balance: wasTrue does not hold when the 1st eth_getBalance',
    )
    const shown: (string | null)[] = []
    await page.click('#first')
    for (let step = 0; step < 12; step++) {
      const text = await page.textContent('#shown')
      if (text !== shown.at(-1)) shown.push(text)
      await page.click('#on')
    }
    expect(shown.join('; ')).toMatch(/loading.*; .*0x0.*; .*0x7/)
  })
})
