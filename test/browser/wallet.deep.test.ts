import { createMockNode } from 'preseal'
import { serve } from 'preseal/server'
import { createWallet } from 'preseal/wallet'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bob, ether } from '../conformance/actors.js'
import { isThere } from './chromium.js'
import { inBrowser } from './inBrowser.js'

const openPage = inBrowser()

type Provider = {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on(name: string, listener: (event: unknown) => void): void
}

async function open() {
  const node = createMockNode()
  const wallet = createWallet(node, { balance: ether })
  const { url, walletScript, close } = await serve(node, { wallet })
  onTestFinished(close)
  let script = ''
  const page = await openPage((origin) => {
    script = walletScript(origin)
    return script
  })
  const ask = (method: string, params: unknown[] = []) =>
    page.evaluate(
      ([method, params]) => {
        const { ethereum } = globalThis as unknown as { ethereum: Provider }
        return ethereum
          .request({ method, params })
          .catch(({ code, message }) => ({ code, message }))
      },
      [method, params] as const,
    )
  return { node, wallet, url, page, ask, script }
}

describe.runIf(isThere)('a wallet in a page', () => {
  test('default: connects, sends, and sees the pre-confirmation', async () => {
    const { node, wallet, ask } = await open()
    expect(await ask('eth_accounts')).toEqual([])
    const [from] = (await ask('eth_requestAccounts')) as string[]
    expect(from).toBe(wallet.account)
    const hash = await ask('eth_sendTransaction', [
      { from, to: bob, value: '0x5' },
    ])
    expect(await ask('eth_getTransactionReceipt', [hash])).toBe(null)
    node.nextBeat()
    expect(await ask('eth_getTransactionReceipt', [hash])).toMatchObject({
      status: '0x1',
    })
    expect(await ask('eth_getBalance', [bob, 'pending'])).toBe('0x5')
  })

  test('default: the user refuses', async () => {
    const { wallet, ask } = await open()
    wallet.reject()
    expect(await ask('eth_requestAccounts')).toEqual({
      code: 4001,
      message: 'The user rejected eth_requestAccounts.',
    })
  })

  test('default: events reach the page, and EIP-6963 finds it', async () => {
    const { wallet, page, ask } = await open()
    // An event that came before the page followed them was lost.
    await ask('eth_accounts')
    await page.evaluate(() => {
      const { ethereum } = globalThis as unknown as { ethereum: Provider }
      const told: unknown[] = []
      Object.assign(globalThis, { told })
      for (const name of ['accountsChanged', 'chainChanged'])
        ethereum.on(name, (event) => told.push([name, event]))
      addEventListener('eip6963:announceProvider', (event) => {
        const { info, provider } = (event as CustomEvent).detail
        told.push([info.rdns, provider === ethereum])
      })
      dispatchEvent(new Event('eip6963:requestProvider'))
    })
    wallet.connect()
    wallet.disconnect()
    await page.waitForFunction(
      () => (globalThis as unknown as { told: unknown[] }).told.length === 3,
    )
    expect(
      await page.evaluate(
        () => (globalThis as unknown as { told: unknown }).told,
      ),
    ).toEqual([
      ['test.preseal', true],
      ['accountsChanged', [wallet.account]],
      ['accountsChanged', []],
    ])
  })

  test('behavior: the script of one origin shows no wallet at another', async () => {
    const { script } = await open()
    const page = await openPage(() => script)
    expect(await page.evaluate(() => 'ethereum' in globalThis)).toBe(false)
  })

  test('behavior: a page that learns of the token cannot use it', async () => {
    const { script, url } = await open()
    const token = /"token":"(\w+)"/.exec(script)?.[1]
    const page = await openPage()
    const read = await page.evaluate(
      ([url, token]) =>
        fetch(`${url}/wallet`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: JSON.stringify({ request: { method: 'eth_requestAccounts' } }),
        }).then(String, String),
      [url, token] as const,
    )
    expect(read).toContain('TypeError')
  })
})
