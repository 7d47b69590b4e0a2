import { createMockNode } from 'preseal'
import { createWallet } from 'preseal/wallet'
import { describe, expect, test } from 'vitest'
import { alice } from '../../conformance/actors.js'
import { asking, listen, open } from './connect.js'

function openTwo(chainIds?: readonly number[]) {
  const nodes = [
    createMockNode({ accounts: { [alice]: { balance: 1n } } }),
    createMockNode({ chainId: 10, accounts: { [alice]: { balance: 10n } } }),
  ] as const
  const wallet = createWallet(nodes, { chainIds })
  return { nodes, wallet, told: listen(wallet), ask: asking(wallet) }
}

const switchTo = (chainId: string) =>
  ['wallet_switchEthereumChain', [{ chainId }]] as const

const added = {
  chainId: '0xa',
  chainName: 'OP',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://op.test'],
}

describe('chains', () => {
  test('default: the user goes to another one', async () => {
    const { wallet, ask, told } = openTwo()
    wallet.switchChain(10)
    wallet.switchChain(10)
    expect(await ask('eth_chainId')).toBe('0xa')
    expect(told).toEqual([
      ['chainChanged', '0xa'],
      ['connect', { chainId: '0xa' }],
    ])
  })

  test('default: 4902 until it is added', async () => {
    const { ask, told } = openTwo([31_337])
    expect(await ask(...switchTo('0xa'))).toMatchInlineSnapshot(`
      {
        "code": 4902,
        "message": "Unrecognized chain ID "0xa". Try adding the chain using wallet_addEthereumChain first.",
      }
    `)
    expect(await ask('wallet_addEthereumChain', [added])).toBe(null)
    expect(await ask('eth_chainId')).toBe('0xa')
    await ask(...switchTo('0x7a69'))
    await ask(...switchTo('0xa'))
    expect(told).toEqual([
      ['connect', { chainId: '0x7a69' }],
      ['chainChanged', '0xa'],
      ['chainChanged', '0x7a69'],
      ['chainChanged', '0xa'],
    ])
  })

  test('error: a chain of no node', async () => {
    const { wallet, ask } = openTwo()
    expect(await ask(...switchTo('0x1'))).toMatchObject({ code: 4902 })
    expect(
      await ask('wallet_addEthereumChain', [{ ...added, chainId: '0x1' }]),
    ).toMatchInlineSnapshot(`
      {
        "code": -32602,
        "message": "Invalid parameter 1 "chain": given "0x1", expected the chain id of a node that createWallet was given",
      }
    `)
    expect(() => wallet.switchChain(1)).toThrowErrorMatchingInlineSnapshot(
      `[InvalidParametersError: wallet.switchChain: its argument is 1, expected the chain id of a node: 31337 or 10.]`,
    )
  })

  test('error: what is no chain', async () => {
    const { ask } = openTwo()
    for (const chain of [undefined, 1, {}, { chainId: 1 }, { chainId: '1' }])
      expect(await ask('wallet_switchEthereumChain', [chain])).toMatchObject({
        code: -32602,
      })
    expect(await ask(...switchTo('0x0'))).toMatchInlineSnapshot(`
      {
        "code": -32602,
        "message": "Invalid parameter 1 "chain": given "0x0", expected "chainId" as hex, such as "0x1"",
      }
    `)
  })
})

describe('assets', () => {
  const asset = {
    type: 'ERC20',
    options: { address: alice, symbol: 'A', decimals: 18 },
  }

  test('default: taken as an object, and as a list of one', async () => {
    const { ask } = open()
    expect(await ask('wallet_watchAsset', asset)).toBe(true)
    expect(await ask('wallet_watchAsset', [asset])).toBe(true)
    expect(await ask('wallet_watchAsset', { type: 'ERC20' })).toMatchObject({
      code: -32602,
    })
  })
})
