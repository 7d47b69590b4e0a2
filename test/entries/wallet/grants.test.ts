import { createMockNode } from 'preseal'
import { erc20 } from 'preseal/contracts'
import { createWallet } from 'preseal/wallet'
import { createWalletClient, custom, verifyMessage } from 'viem'
import {
  erc7715Actions,
  erc7811Actions,
  erc7846Actions,
  erc7895Actions,
} from 'viem/experimental'
import { parseSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { bob, ether, token } from '../../conformance/actors.js'
import { asking } from './connect.js'

function open() {
  const node = createMockNode({
    timestamp: 1_709_210_096n,
    contracts: [erc20({ address: token, symbol: 'TOK', decimals: 6 })],
  } as never)
  const wallet = createWallet(node, { balance: ether })
  const { account, provider } = wallet
  const client = createWalletClient({
    account,
    chain: node.chain,
    transport: custom(provider),
  })
    .extend(erc7715Actions())
    .extend(erc7811Actions())
    .extend(erc7846Actions())
    .extend(erc7895Actions())
  return { node, wallet, client, ask: asking(wallet) }
}

type Account = {
  capabilities: {
    signInWithEthereum: { message: string; signature: `0x${string}` }
  }
}

describe('wallet_connect', () => {
  test('default: the accounts, as viem reads them', async () => {
    const { client, wallet } = open()
    expect(await client.connect()).toMatchObject({
      accounts: [{ address: wallet.account }],
    })
    expect(wallet.isConnected).toBe(true)
    await client.disconnect()
    expect(wallet.isConnected).toBe(false)
  })

  test('behavior: a sign-in that verifies, dated by the chain', async () => {
    const { wallet, node } = open()
    const signInWithEthereum = {
      nonce: 'abcdefgh12345678',
      chainId: '0x7a69',
      statement: 'Hello.',
      resources: ['https://example.com/'],
    }
    const { accounts } = (await wallet.provider.request({
      method: 'wallet_connect',
      params: [{ version: '1', capabilities: { signInWithEthereum } }],
    } as never)) as { accounts: [Account] }
    const { message, signature } = accounts[0].capabilities.signInWithEthereum
    const block = await node.provider.request({
      method: 'eth_getBlockByNumber',
      params: ['latest', false],
    })
    const parsed = parseSiweMessage(message)
    expect({ ...parsed, address: parsed.address?.toLowerCase() }).toEqual({
      address: wallet.account,
      chainId: 31_337,
      domain: 'localhost',
      issuedAt: new Date(1_000 * Number(block?.timestamp)),
      nonce: signInWithEthereum.nonce,
      resources: ['https://example.com/'],
      statement: 'Hello.',
      uri: 'http://localhost',
      version: '1',
    })
    const { account: address } = wallet
    expect(await verifyMessage({ address, message, signature })).toBe(true)
  })

  test.each(['2024-02-29', '1999-12-31', '2000-03-01', '2100-02-28'])(
    'behavior: the date of %s is that of the calendar',
    async (day) => {
      const iso = `${day}T23:59:59.000Z`
      const node = createMockNode()
      const wallet = createWallet(node)
      const block = { timestamp: `0x${(Date.parse(iso) / 1_000).toString(16)}` }
      node.handle('eth_getBlockByNumber', () => block as never)
      const asked = { nonce: 'abcdefgh', chainId: '0x1' }
      const answer = await asking(wallet)('wallet_connect', [
        { version: '1', capabilities: { signInWithEthereum: asked } },
      ])
      expect(JSON.stringify(answer)).toContain(`Issued At: ${iso}`)
    },
  )

  test.each([
    [1],
    [{ capabilities: 1 }],
    [{ capabilities: { spendPermissions: {} } }],
    [{ capabilities: { signInWithEthereum: {} } }],
  ])('error: %o', async (given) => {
    const { ask } = open()
    expect(await ask('wallet_connect', [given])).toMatchObject({
      code: -32602,
    })
  })
})

test('wallet_addSubAccount names an account for a key', async () => {
  const { client, ask } = open()
  await client.connect()
  const keys = [{ type: 'address', publicKey: bob }] as const
  const created = await client.addSubAccount({ keys, type: 'create' })
  expect(created.address).toMatch(/^0x[0-9a-f]{40}$/)
  expect(await client.addSubAccount({ keys, type: 'create' })).toEqual(created)
  expect(
    await client.addSubAccount({ address: bob, type: 'deployed' }),
  ).toMatchObject({ address: bob })
  expect(await ask('wallet_addSubAccount', [{}])).toMatchObject({
    code: -32602,
  })
})

test('permissions to execute are granted, listed and revoked', async () => {
  const { wallet, ask } = open()
  const request = {
    chainId: '0x7a69',
    to: bob,
    permission: {
      type: 'native-token-stream',
      isAdjustmentAllowed: true,
      data: {},
    },
  }
  const method = 'wallet_requestExecutionPermissions'
  expect(await ask(method, [[request]])).toMatchObject({ code: 4100 })
  wallet.connect()
  wallet.reject({ methods: [method] })
  expect(await ask(method, [[request]])).toMatchObject({ code: 4001 })
  const [one, other] = (await ask(method, [[request, request]])) as {
    context: string
  }[]
  expect(one).toMatchObject({ ...request, from: wallet.account })
  expect(one?.context).not.toBe(other?.context)
  expect(await ask('wallet_getGrantedExecutionPermissions')).toEqual([
    one,
    other,
  ])
  const revoke = [{ permissionContext: one?.context }]
  expect(await ask('wallet_revokeExecutionPermission', revoke)).toEqual({})
  expect(await ask('wallet_revokeExecutionPermission', revoke)).toMatchObject({
    code: -32602,
  })
  expect(await ask('wallet_getGrantedExecutionPermissions')).toEqual([other])
  expect(await ask('wallet_getSupportedExecutionPermissions')).toMatchObject({
    'native-token-stream': { chainIds: ['0x7a69'] },
  })
  expect(await ask(method, [[{}]])).toMatchObject({ code: -32602 })
})

test('wallet_grantPermissions answers viem', async () => {
  const { client, wallet } = open()
  wallet.connect()
  const granted = await client.grantPermissions({
    expiry: 1_716_846_083,
    permissions: [
      {
        type: 'native-token-transfer',
        data: { ticker: 'ETH' },
        policies: [{ type: 'token-allowance', data: { allowance: 5n } }],
        required: true,
      },
    ],
  })
  expect(granted).toMatchObject({
    expiry: 1_716_846_083,
    grantedPermissions: [{ policies: [{ data: { allowance: 5n } }] }],
    permissionsContext: expect.stringMatching(/^0x/),
  })
})

test('wallet_getAssets has ether and the tokens that were watched', async () => {
  const { client, wallet, ask } = open()
  wallet.connect()
  const options = { address: token, symbol: 'TOK', decimals: 6 }
  await client.watchAsset({ type: 'ERC20', options })
  const assets = await client.getAssets({ aggregate: false })
  expect(assets[31_337]).toMatchObject([
    { type: 'native', balance: ether },
    { type: 'erc20', address: token, balance: 0n },
  ])
  const account = wallet.account
  expect(
    await ask('wallet_getAssets', [
      { account, assetTypeFilter: ['erc20'], chainFilter: ['0x7a69'] },
    ]),
  ).toEqual({ '0x7a69': [expect.objectContaining({ type: 'erc20' })] })
  expect(
    await ask('wallet_getAssets', [{ account, chainFilter: ['0x1'] }]),
  ).toEqual({})
})
