import { createMockNode } from 'preseal'
import { serve } from 'preseal/server'
import { createWallet } from 'preseal/wallet'
import { describe, expect, onTestFinished, test } from 'vitest'

const origin = 'http://localhost:5173'

async function open() {
  const node = createMockNode()
  const wallet = createWallet(node)
  const { url, walletScript, close } = await serve(node, {
    wallet,
    control: true,
  })
  onTestFinished(close)
  const token = `${/"token":"(\w+)"/.exec(walletScript(origin))?.[1]}`
  const post = (
    body: unknown,
    headers: { [name: string]: string } = {
      origin,
      authorization: `Bearer ${token}`,
    },
    path = '/wallet',
  ) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  return { node, wallet, url, close, token, post, walletScript }
}

const connect = { request: { method: 'eth_requestAccounts' } }

describe('a wallet that is served', () => {
  test('default: answers whoever has the token and its origin', async () => {
    const { wallet, post } = await open()
    const response = await post(connect)
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(await response.json()).toEqual({ result: [wallet.account] })
    const refused = await post({ request: { method: 'eth_unheardOf' } })
    expect(await refused.json()).toMatchObject({
      error: {
        code: -32601,
        message: expect.stringContaining('eth_unheardOf'),
      },
    })
  })

  test('default: its script knows where it is served', async () => {
    const { url, walletScript } = await open()
    expect(walletScript(origin)).toContain(`"url":"${url}/wallet"`)
  })

  test('behavior: a body that is no JSON asks for nothing', async () => {
    const { url, token } = await open()
    const authorization = `Bearer ${token}`
    const response = await fetch(`${url}/wallet`, {
      method: 'POST',
      headers: { origin, authorization },
      body: '{',
    })
    expect(await response.json()).toEqual({ next: 0, events: [] })
  })

  test('default: and nobody else', async () => {
    const { wallet, token, post, url } = await open()
    const authorization = `Bearer ${token}`
    for (const headers of [
      { authorization },
      { origin },
      { origin: 'http://evil.test', authorization },
      { origin: 'null', authorization },
      { origin, authorization: 'Bearer x' },
    ]) {
      const response = await post(connect, headers as never)
      expect(response.status).toBe(403)
      expect(response.headers.get('access-control-allow-origin')).toBe(null)
      expect(await response.text()).toBe('')
    }
    expect((await fetch(`${url}/wallet`)).status).toBe(403)
    expect(wallet.isConnected).toBe(false)
  })

  test('default: the token opens nothing but the wallet', async () => {
    const { node, token, post } = await open()
    const authorization = `Bearer ${token}`
    const call = { jsonrpc: '2.0', id: 1, method: 'evm_mine', params: [] }
    const response = await post(call, { origin, authorization }, '/')
    expect(await response.json()).toMatchObject({ error: { code: -32601 } })
    expect(node.now).toBe(0)
  })

  test('behavior: a preflight is for origins that have a script', async () => {
    const { url } = await open()
    const ask = (origin: string) =>
      fetch(`${url}/wallet`, { method: 'OPTIONS', headers: { origin } })
    expect((await ask(origin)).status).toBe(204)
    expect((await ask('http://evil.test')).status).toBe(403)
  })

  test('behavior: events wait until there are some', async () => {
    const { wallet, post } = await open()
    const begun = await (await post({})).json()
    expect(begun).toEqual({ next: 0, events: [] })
    const waiting = post({ after: 0 })
    // Beside the one that waits.
    await post({ request: { method: 'eth_accounts' } })
    wallet.connect()
    const told = (await (await waiting).json()) as { next: number }
    expect(told).toMatchObject({ events: [['connect', { chainId: '0x7a69' }]] })
    expect(await (await post({ after: 1 })).json()).toEqual({
      next: 2,
      events: [['accountsChanged', [wallet.account]]],
    })
  })

  test('behavior: each script has a token of its own', async () => {
    const { walletScript } = await open()
    expect(walletScript(origin)).not.toBe(walletScript(origin))
  })

  test('error: no wallet, or no origin', async () => {
    const { walletScript } = await open()
    expect(() => walletScript('localhost')).toThrowErrorMatchingInlineSnapshot(
      `[InvalidOptionsError: serve: option "origin" is "localhost", expected the origin of a page, such as "http://localhost:5173".]`,
    )
    const served = await serve(createMockNode())
    onTestFinished(served.close)
    expect(() =>
      served.walletScript(origin),
    ).toThrowErrorMatchingInlineSnapshot(
      `[MisuseError: walletScript: no wallet is served. Give one: serve(node, { wallet }).]`,
    )
    await expect(
      serve(createMockNode(), { wallet: {} as never }),
    ).rejects.toThrowErrorMatchingInlineSnapshot(
      `[InvalidOptionsError: serve: option "wallet" is {}, expected what createWallet returned, or { provider } with an EIP-1193 provider.]`,
    )
  })
})
