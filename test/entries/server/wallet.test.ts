import { createMockNode } from 'preseal'
import { serve } from 'preseal/server'
import { createWallet } from 'preseal/wallet'
import { metaMask } from 'preseal/wallets'
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

  test('behavior: a page did not find the flags of the wallet', async () => {
    const node = createMockNode()
    const served = createWallet(node, { profile: metaMask })
    const { walletScript, close } = await serve(node, { wallet: served })
    onTestFinished(close)
    expect(walletScript(origin)).toContain('"flags":{"isMetaMask":true}')
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
      `[InvalidParametersError: serve: "origin" is "localhost", expected the origin of a page, such as "http://localhost:5173".]`,
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
      `[InvalidParametersError: serve: "wallet" is {}, expected what createWallet returned, or { provider } with an EIP-1193 provider.]`,
    )
  })
})

describe('what the user does, over HTTP', () => {
  const control = async (
    { post }: Awaited<ReturnType<typeof open>>,
    method: string,
    params: unknown[] = [],
  ) => {
    const response = await post({ method, params }, {}, '/wallet/control')
    return (await response.json()) as {
      result?: never
      error?: { code: number; message: string }
    }
  }

  test('default: it rejects, holds and releases prompts', async () => {
    const world = await open()
    const sign = () =>
      world
        .post({
          request: {
            method: 'personal_sign',
            params: ['0x01', world.wallet.account],
          },
        })
        .then((response) => response.json())
    await control(world, 'connect')
    expect(await control(world, 'state')).toMatchObject({
      result: { isConnected: true, account: world.wallet.account },
    })
    await control(world, 'reject', [{ methods: ['personal_sign'] }])
    expect(await sign()).toMatchObject({ error: { code: 4001 } })

    const { result: id } = await control(world, 'hold')
    const signing = sign()
    await expect
      .poll(async () => (await control(world, 'prompts')).result)
      .toHaveLength(2)
    expect(await control(world, 'release', [id])).toEqual({ result: null })
    expect(await signing).toMatchObject({
      result: expect.stringMatching(/^0x/),
    })

    const { result: all } = await control(world, 'reject', [{ times: 'all' }])
    expect(await control(world, 'stop', [all])).toEqual({ result: null })
    expect(await sign()).toMatchObject({ result: expect.any(String) })
  })

  test('behavior: amounts are strings, as JSON has no bigint', async () => {
    const world = await open()
    world.node.setBalance({ address: world.wallet.account, value: 10n ** 18n })
    await control(world, 'connect')
    await control(world, 'edit', [{ value: '7', nonce: 0 }])
    const to = '0x0000000000000000000000000000000000000b0b'
    await world.post({
      request: {
        method: 'eth_sendTransaction',
        params: [{ to, value: '0x1' }],
      },
    })
    world.node.nextBlock()
    const balance = await world.node.provider.request({
      method: 'eth_getBalance',
      params: [to, 'latest'],
    })
    expect(balance).toBe('0x7')
  })

  test('error: what the wallet has not, and what was never held', async () => {
    const world = await open()
    expect(await control(world, 'click')).toMatchObject({
      error: {
        code: -32601,
        message: expect.stringContaining('expected one of approveTwice'),
      },
    })
    expect(await control(world, 'release', [3])).toMatchObject({
      error: {
        code: -32602,
        message: 'release: 3 is no number that hold gave.',
      },
    })
    expect(await control(world, 'reject', [{ methods: 'all' }])).toMatchObject({
      error: { code: -32602 },
    })
  })

  test('behavior: a page that acted for its own user', async () => {
    const { post, wallet, token } = await open()
    const authorization = `Bearer ${token}`
    for (const headers of [{ origin }, { origin, authorization }]) {
      const body = { method: 'connect' }
      const response = await post(body, headers as never, '/wallet/control')
      expect(response.status).toBe(403)
    }
    expect(wallet.isConnected).toBe(false)
  })

  test('behavior: /wallet.js has the scripts that were issued', async () => {
    const { url, walletScript } = await open()
    const other = walletScript('http://localhost:3000')
    const response = await fetch(`${url}/wallet.js`)
    expect(response.headers.get('content-type')).toContain('text/javascript')
    const text = await response.text()
    expect(text).toContain(other)
    expect(text).toContain(`"origin":"${origin}"`)
  })
})
