import { describe, expect, test } from 'vitest'
import { bob } from '../../conformance/actors.js'
import { open } from './connect.js'

const [first, second, third] = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
] as const

const permission = {
  parentCapability: 'eth_accounts',
  invoker: 'http://localhost',
  caveats: [{ type: 'restrictReturnedAccounts', value: [first] }],
}

describe('connecting', () => {
  test('default: no account before it was asked', async () => {
    const { wallet, ask, told } = open()
    expect(wallet.isConnected).toBe(false)
    expect(await ask('eth_accounts')).toEqual([])
    expect(await ask('wallet_getPermissions')).toEqual([])
    expect(await ask('eth_requestAccounts')).toEqual([first])
    expect(wallet.isConnected).toBe(true)
    expect(await ask('eth_accounts')).toEqual([first])
    expect(await ask('wallet_getPermissions')).toEqual([permission])
    expect(told).toEqual([
      ['connect', { chainId: '0x7a69' }],
      ['accountsChanged', [first]],
    ])
  })

  test('default: by permission', async () => {
    const { ask, told } = open()
    const params = [{ eth_accounts: {} }]
    expect(await ask('wallet_requestPermissions', params)).toEqual([permission])
    expect(await ask('wallet_requestPermissions', params)).toEqual([permission])
    expect(await ask('eth_accounts')).toEqual([first])
    expect(await ask('wallet_revokePermissions', params)).toBe(null)
    expect(await ask('wallet_getPermissions')).toEqual([])
    expect(told).toEqual([
      ['accountsChanged', [first]],
      ['connect', { chainId: '0x7a69' }],
      ['accountsChanged', []],
    ])
  })

  test('options: all accounts, the selected one first', async () => {
    const { wallet, ask, told } = open({
      accounts: 3,
      connectedAccounts: 'all',
    })
    expect(await ask('eth_requestAccounts')).toEqual([first, second, third])
    wallet.switchAccount(second)
    expect(await ask('eth_accounts')).toEqual([second, first, third])
    expect(told.slice(1)).toEqual([
      ['connect', { chainId: '0x7a69' }],
      ['accountsChanged', [second, first, third]],
    ])
  })

  test('behavior: what the test emits at the node does not reach it', () => {
    const { node, wallet, told } = open()
    expect(wallet.provider).not.toHaveProperty('emit')
    node.provider.emit('accountsChanged', [bob])
    node.provider.emit('chainChanged', '0x1')
    expect(told).toEqual([])
  })

  test('behavior: what the wallet tells does not reach the node’s provider', () => {
    const { node, wallet } = open()
    const heard: unknown[] = []
    node.provider.on('accountsChanged', (accounts) => heard.push(accounts))
    wallet.connect()
    expect(heard).toEqual([])
  })
})

describe('the user', () => {
  test('default: connects, disconnects and switches', async () => {
    const { wallet, ask, told } = open()
    wallet.connect()
    wallet.connect()
    expect(await ask('eth_accounts')).toEqual([first])
    wallet.switchAccount(second)
    wallet.switchAccount(second)
    expect(wallet.account).toBe(second)
    wallet.disconnect()
    wallet.disconnect()
    expect(await ask('eth_accounts')).toEqual([])
    // Nobody is told what nobody may see.
    wallet.switchAccount(third)
    expect(await ask('eth_requestAccounts')).toEqual([third])
    expect(told).toEqual([
      ['accountsChanged', [first]],
      ['connect', { chainId: '0x7a69' }],
      ['accountsChanged', [second]],
      ['accountsChanged', []],
      ['accountsChanged', [third]],
    ])
  })

  test('behavior: an address in any case', () => {
    const { wallet } = open()
    wallet.switchAccount('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
    expect(wallet.account).toBe(second)
  })

  test('behavior: functions work without the wallet', () => {
    const { wallet } = open()
    const { connect, disconnect, switchAccount } = wallet
    connect()
    switchAccount(third)
    disconnect()
    expect([wallet.account, wallet.isConnected]).toEqual([third, false])
  })

  test('error: an account of somebody else', () => {
    const { wallet } = open({ accounts: 2 })
    expect(() => wallet.switchAccount(bob)).toThrowErrorMatchingInlineSnapshot(
      `[InvalidParametersError: wallet.switchAccount: its argument is "0x0000000000000000000000000000000000000b0b", expected an account of the wallet: 0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266, 0x70997970c51812dc3a010c7d01b50e0d17dc79c8.]`,
    )
  })
})

describe('error', () => {
  test('default: 4100 for an account that is not connected', async () => {
    const { wallet, ask } = open()
    const asked = () => ask('personal_sign', ['0x01', first])
    expect(await asked()).toMatchInlineSnapshot(`
      {
        "code": 4100,
        "message": "The account 0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266 is not connected. Ask for "eth_requestAccounts" first.",
      }
    `)
    wallet.connect()
    wallet.switchAccount(second)
    expect(await asked()).toMatchInlineSnapshot(`
      {
        "code": 4100,
        "message": "The account 0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266 is not connected. Another account is selected.",
      }
    `)
    expect(await ask('personal_sign', ['0x01', bob])).toMatchInlineSnapshot(`
      {
        "code": 4100,
        "message": "The account 0x0000000000000000000000000000000000000b0b is not connected. The wallet has no key of it.",
      }
    `)
    for (const [method, params] of [
      ['eth_sign', [first, '0x01']],
      ['eth_sendTransaction', [{ from: first, to: bob }]],
      ['eth_signTransaction', [{ from: first, to: bob }]],
      ['wallet_getCapabilities', [first]],
    ] as const)
      expect(await ask(method, params)).toMatchObject({ code: 4100 })
  })

  test('default: -32602 for a permission that there is not', async () => {
    const { ask } = open()
    expect(await ask('wallet_requestPermissions')).toMatchInlineSnapshot(`
      {
        "code": -32602,
        "message": "Invalid parameter 1 "permissions": given nothing, expected { "eth_accounts": {} }, the only permission there is",
      }
    `)
    expect(
      await ask('wallet_requestPermissions', [{ eth_sign: {} }]),
    ).toMatchInlineSnapshot(`
      {
        "code": -32602,
        "message": "Invalid parameter 1 "permissions": given {"eth_sign":{}}, expected { "eth_accounts": {} }, the only permission there is",
      }
    `)
    expect(await ask('wallet_revokePermissions', [null])).toMatchObject({
      code: -32602,
    })
    expect(await ask('eth_accounts', [1])).toMatchObject({ code: -32602 })
  })
})
