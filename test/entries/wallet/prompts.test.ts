import { createMockNode } from 'preseal'
import { createWallet } from 'preseal/wallet'
import { describe, expect, test } from 'vitest'
import { asking, open } from './connect.js'

const sign = [
  'personal_sign',
  ['0x01', '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'],
] as const
const refused = (method: string) => ({
  code: 4001,
  message: `The user rejected ${method}.`,
})
const signature = expect.stringMatching(/^0x[0-9a-f]{130}$/)

describe('reject', () => {
  test('options: some pass first', async () => {
    const { wallet, ask } = open()
    wallet.connect()
    wallet.reject({ methods: ['personal_sign'], skip: 2 })
    expect(await ask(...sign)).toEqual(signature)
    expect(await ask(...sign)).toEqual(signature)
    expect(await ask(...sign)).toEqual(refused('personal_sign'))
    expect(await ask(...sign)).toEqual(signature)
  })

  test('options: of given methods, so often, or always', async () => {
    const { wallet, ask } = open()
    wallet.connect()
    wallet.reject({ methods: ['eth_sign', 'personal_sign'], times: 2 })
    const stop = wallet.reject({ methods: ['wallet_watchAsset'], times: 'all' })
    const asset = ['wallet_watchAsset', { type: 'ERC20', options: {} }] as const
    for (let count = 0; count < 5; count++)
      expect(await ask(...asset)).toEqual(refused('wallet_watchAsset'))
    expect(await ask(...sign)).toEqual(refused('personal_sign'))
    expect(await ask(...sign)).toEqual(refused('personal_sign'))
    expect(await ask(...sign)).toEqual(signature)
    stop()
    stop()
    expect(await ask(...asset)).toBe(true)
  })

  test('behavior: what asks nobody uses none up', async () => {
    const { wallet, ask } = open()
    wallet.connect()
    wallet.reject()
    expect(await ask('eth_requestAccounts')).toHaveLength(1)
    expect(await ask('eth_chainId')).toBe('0x7a69')
    const here = [{ chainId: '0x7a69' }]
    expect(await ask('wallet_switchEthereumChain', here)).toBe(null)
    expect(await ask('personal_sign', ['0x01', 'me'])).toMatchObject({
      code: -32602,
    })
    expect(await ask(...sign)).toEqual(refused('personal_sign'))
  })

  test('behavior: of several, the first that was declared is used up first', async () => {
    const { wallet, ask } = open()
    wallet.connect()
    wallet.reject({ methods: ['personal_sign'] })
    wallet.reject()
    expect(await ask(...sign)).toEqual(refused('personal_sign'))
    expect(await ask(...sign)).toEqual(refused('personal_sign'))
    expect(await ask(...sign)).toEqual(signature)
  })

  test('error: a method that asks the user nothing', () => {
    const { wallet } = open()
    expect(() =>
      wallet.reject({ methods: ['eth_getBalance' as 'eth_sign'] }),
    ).toThrow(
      /wallet.reject: .*"methods\[0\]" is "eth_getBalance", expected one of "eth_requestAccounts"/,
    )
    expect(() => wallet.hold({ times: 0 })).toThrow(
      /wallet.hold: .*"times" is 0, expected an integer from 1/,
    )
  })
})

describe('hold', () => {
  test('options: all of them, answered at once', async () => {
    const { wallet, ask } = open()
    wallet.connect()
    const hold = wallet.hold({ times: 'all' })
    const asked = [ask(...sign), ask(...sign)]
    await hold.arrived
    hold.release()
    expect(await Promise.all(asked)).toEqual([signature, signature])
    expect(await ask(...sign)).toEqual(signature)
  })

  test('behavior: released before anything came, it holds nothing', async () => {
    const { wallet, ask } = open()
    wallet.hold().release()
    expect(await ask('eth_requestAccounts')).toHaveLength(1)
  })

  test('behavior: one window to connect at a time', async () => {
    const { wallet, ask } = open()
    const hold = wallet.hold()
    const asked = ask('eth_requestAccounts')
    await hold.arrived
    expect(await ask('eth_requestAccounts')).toMatchInlineSnapshot(`
      {
        "code": -32002,
        "message": "Already processing eth_requestAccounts: the user has not answered yet.",
      }
    `)
    const params = [{ eth_accounts: {} }]
    expect(await ask('wallet_requestPermissions', params)).toMatchObject({
      code: -32002,
    })
    hold.release()
    expect(await asked).toEqual([wallet.account])
  })

  test('behavior: the end of the node ends what waits', async () => {
    const { node, wallet, ask, told } = open()
    const hold = wallet.hold()
    const asked = ask('eth_requestAccounts')
    await hold.arrived
    node.dispose()
    expect(await asked).toMatchObject({ code: 4900 })
    expect(await ask('eth_accounts')).toMatchObject({ code: 4900 })
    expect(await ask('eth_blockNumber')).toMatchObject({ code: 4900 })
    expect(told).toEqual([
      ['disconnect', expect.objectContaining({ code: 4900 })],
    ])
    hold.release()
  })

  test('behavior: the end of another node ends nothing', async () => {
    const [node, other] = [createMockNode(), createMockNode({ chainId: 10 })]
    const wallet = createWallet([node, other])
    const hold = wallet.hold()
    const asked = asking(wallet)('eth_requestAccounts')
    await hold.arrived
    other.dispose()
    hold.release()
    expect(await asked).toEqual([wallet.account])
  })
})
