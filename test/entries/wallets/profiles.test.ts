import { createMockNode } from 'preseal'
import { createWallet, type WalletProfile } from 'preseal/wallet'
import * as wallets from 'preseal/wallets'
import { describe, expect, test } from 'vitest'
import { bob, ether } from '../../conformance/actors.js'

const profiles = Object.entries(wallets) as [string, WalletProfile][]

function open(profile: WalletProfile, chainIds?: number[]) {
  const nodes = [createMockNode(), createMockNode({ chainId: 10 })] as const
  const wallet = createWallet(nodes, {
    profile,
    balance: ether,
    ...(chainIds && { chainIds }),
  })
  const ask = (method: string, params: unknown = []) =>
    wallet.provider.request({ method, params } as never) as Promise<unknown>
  const thrown = (method: string, params?: unknown) =>
    ask(method, params).then(
      (value) => ({ value }),
      (error) => error,
    )
  return { nodes, wallet, ask, thrown }
}

const toOther = [{ chainId: '0xa' }]
const knowsFirst = [31_337]
const typed = (chainId: number) =>
  JSON.stringify({
    domain: { chainId },
    primaryType: 'Mail',
    types: {
      EIP712Domain: [{ name: 'chainId', type: 'uint256' }],
      Mail: [{ name: 'text', type: 'string' }],
    },
    message: { text: 'hello' },
  })

describe.each(profiles)('%s', (_, profile) => {
  test('default: each line has a source with version and date', () => {
    const lines = Object.keys(profile).filter(
      (line) => line !== 'name' && line !== 'sources',
    )
    const { sources = {} } = profile
    expect(Object.keys(sources).sort()).toEqual(lines.sort())
    for (const source of Object.values(sources))
      expect(source).toEqual({
        at: expect.stringMatching(/^[\w-]+\/[\w.-]+(?:#\d+| [\w./-]+)$/),
        version: expect.stringMatching(/./),
        date: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      })
  })

  test('behavior: it is plain data', () => {
    expect(structuredClone(profile)).toEqual(profile)
  })

  test('behavior: methods that it lacks are refused, the others are not', async () => {
    const { wallet, thrown } = open(profile)
    wallet.connect()
    const { missing = [], missingMethod } = profile
    for (const method of missing) {
      const error = await thrown(method)
      expect(error, method).toMatchObject({
        ...(missingMethod?.thrown === undefined && {
          code: missingMethod?.code ?? -32601,
        }),
        message: (missingMethod?.message ?? '{method}').includes('{method}')
          ? expect.stringContaining(method)
          : missingMethod?.message,
      })
    }
    expect(await thrown('eth_accounts')).toEqual({ value: [wallet.account] })
  })

  test('behavior: a rejection has its code and shape', async () => {
    const { wallet, thrown } = open(profile)
    wallet.connect()
    wallet.reject()
    const error = await thrown('eth_sendTransaction', [{ to: bob }])
    const shape =
      profile.rejections?.eth_sendTransaction ?? profile.rejection ?? {}
    if (shape === 'never') throw new Error('No profile is silent by default.')
    expect(error.message).toBe(
      shape.message ?? 'The user rejected eth_sendTransaction.',
    )
    expect(error.code).toBe(
      shape.thrown === 'uncoded' ? undefined : (shape.code ?? 4001),
    )
    expect(error instanceof Error).toBe(shape.thrown !== 'plain')
  })

  test('behavior: its provider has its flags', () => {
    const { wallet } = open(profile)
    expect(wallet.provider).toMatchObject(profile.flags ?? {})
  })
})

describe('lines', () => {
  test('a rejection may be an empty object, or never come', async () => {
    const empty = open({ name: 'Test', rejection: { thrown: 'empty' } })
    empty.wallet.reject()
    const error = await empty.thrown('eth_requestAccounts')
    expect([error, Object.keys(error)]).toEqual([{}, []])

    const never = open({ name: 'Test', rejection: 'never' })
    never.wallet.reject()
    let settled = false
    const asked = never.thrown('eth_requestAccounts')
    void asked.then(() => {
      settled = true
    })
    for (let turn = 0; turn < 50; turn++) await undefined
    expect([settled, never.wallet.prompts]).toEqual([
      false,
      [expect.objectContaining({ state: 'rejected' })],
    ])
    never.nodes[0].dispose()
    expect(await asked).toMatchObject({ code: 4900 })
  })

  test('an unknown chain is 4902, wrapped, hidden or ignored', async () => {
    const codeOf = async (profile: WalletProfile) => {
      const { wallet, thrown } = open(profile, knowsFirst)
      wallet.connect()
      const { code, data, message, value } = await thrown(
        'wallet_switchEthereumChain',
        toOther,
      )
      return { code, data, message, value, chainId: wallet.chainId }
    }
    const { metaMask, metaMaskMobile, rainbow, trust } = wallets
    expect(await codeOf(metaMask)).toMatchObject({ code: 4902 })
    expect(await codeOf(metaMaskMobile)).toMatchObject({
      code: -32603,
      data: { originalError: { code: 4902 } },
      message: expect.stringContaining('"0xa"'),
    })
    expect(await codeOf(rainbow)).toMatchObject({ code: -32600 })
    expect(await codeOf(trust)).toMatchObject({
      code: undefined,
      message: 'Unsupported network',
    })
    expect(
      await codeOf({ name: 'Test', unknownChain: 'ignored' }),
    ).toMatchObject({ value: null, chainId: 31_337 })
  })

  test('a switch prompts or not', async () => {
    for (const profile of [wallets.metaMask, wallets.rabby]) {
      const { wallet, ask } = open(profile)
      wallet.connect()
      await ask('wallet_switchEthereumChain', toOther)
      expect([wallet.chainId, wallet.prompts.length]).toEqual([
        10,
        profile === wallets.metaMask ? 1 : 0,
      ])
    }
    const stays = open({ name: 'Test', switching: { code: 4901 } })
    expect(
      await stays.thrown('wallet_switchEthereumChain', toOther),
    ).toMatchObject({ code: 4901 })
  })

  test('adding a chain may leave the wallet where it is', async () => {
    const { wallet, ask } = open(wallets.rainbow, knowsFirst)
    wallet.connect()
    await ask('wallet_addEthereumChain', toOther)
    expect(wallet.chainId).toBe(31_337)
    await ask('wallet_switchEthereumChain', toOther)
    expect(wallet.chainId).toBe(10)
    const never = open({ name: 'Test', adding: { code: -32004 } }, knowsFirst)
    expect(
      await never.thrown('wallet_addEthereumChain', toOther),
    ).toMatchObject({ code: -32004 })
  })

  test('accounts and chain before the page connects', async () => {
    const { baseAccount, safe, rainbow } = wallets
    const base = open(baseAccount)
    expect(await base.ask('eth_accounts')).toEqual([])
    expect(await base.ask('eth_chainId')).toBe('0x1')
    expect(await base.thrown('eth_blockNumber')).toMatchObject({ code: 4100 })
    await base.ask('eth_requestAccounts')
    expect(await base.ask('eth_chainId')).toBe('0x7a69')
    expect(await base.ask('eth_blockNumber')).toBe('0x0')
    const owned = open(safe)
    expect(await owned.ask('eth_accounts')).toEqual([owned.wallet.account])
    expect(await open(rainbow).ask('net_version')).toBe('1')
    const refusing = open({
      name: 'Test',
      accountsBeforeConnecting: { code: 4100 },
    })
    expect(await refusing.thrown('eth_accounts')).toMatchObject({ code: 4100 })
  })

  test('typed data of another chain is refused', async () => {
    for (const profile of [wallets.metaMask, wallets.rabby, wallets.rainbow]) {
      const { wallet, ask, thrown } = open(profile)
      wallet.connect()
      expect(
        await ask('eth_signTypedData_v4', [wallet.account, typed(31_337)]),
      ).toMatch(/^0x/)
      expect(
        await thrown('eth_signTypedData_v4', [wallet.account, typed(1)]),
      ).toMatchObject({ code: profile.typedDataOfOtherChain.code })
    }
  })

  test('a user who disconnects the page is seen as an event', () => {
    const { wallet } = open(wallets.walletConnect)
    wallet.connect()
    const told: unknown[] = []
    wallet.provider.on('disconnect', (error) => told.push(error))
    wallet.disconnect()
    wallet.disconnect()
    expect(told).toEqual([expect.objectContaining({ code: 4900 })])
  })

  test('error: no profile', () => {
    expect(() =>
      createWallet(createMockNode(), { profile: 'metaMask' as never }),
    ).toThrow(/"profile" is "metaMask", expected a profile/)
  })
})
