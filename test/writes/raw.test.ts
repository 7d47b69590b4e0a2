import { createMockNode } from 'preseal'
import { evm } from 'preseal/evm'
import { parseTransaction, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { account, ask, bob, clientOf, fundedNode, sendRaw } from './wallets.js'

/** Signed by nobody who has a key, for every chain. */
const keyless = {
  raw: '0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222',
  hash: '0xeddf9e61fb9d8f5111840daef55e5fde0041f5702856532cdbb5a02998033d26',
  from: '0x3fab184622dc19b6109349b94811493bf2a45362',
  contract: '0x4e59b44847b379578588920ca78fbf26c0b4956c',
} as const

describe('eth_sendRawTransaction', () => {
  test('the keyless deployer was refused, since it is from before EIP-155', async () => {
    const node = createMockNode({
      engine: evm(),
      accounts: { [keyless.from]: { balance: 10n ** 16n } },
    })
    expect(await sendRaw(node, keyless.raw)).toBe(keyless.hash)
    node.nextBlock()
    const sent = await ask(node, 'eth_getTransactionByHash', keyless.hash)
    expect(sent).toMatchObject({ from: keyless.from, type: '0x0', v: '0x1b' })
    expect(sent).not.toHaveProperty('chainId')
    expect(
      await ask(node, 'eth_getTransactionReceipt', keyless.hash),
    ).toMatchObject({ status: '0x1', contractAddress: keyless.contract })
    const { length } = (await ask(
      node,
      'eth_getCode',
      keyless.contract,
      'latest',
    )) as string
    expect(length).toBe(2 + 2 * 69)
  })

  test('behavior: whoever signs for no chain is who sends, with either v', async () => {
    const node = fundedNode()
    const client = clientOf(node)
    for (let nonce = 0; nonce < 6; nonce++) {
      const raw = await account.signTransaction({
        type: 'legacy',
        to: bob,
        gas: 21_000n,
        gasPrice: 10n ** 10n,
        nonce,
      })
      const { r, s, v, yParity } = parseTransaction(raw)
      const hash = await sendRaw(node, raw)
      node.nextBeat()
      expect(await ask(node, 'eth_getTransactionByHash', hash)).toMatchObject({
        from: account.address.toLowerCase(),
        r: toHex(BigInt(r ?? 0)),
        s: toHex(BigInt(s ?? 0)),
        v: toHex(v ?? 0n),
      })
      expect(v).toBe(27n + BigInt(yParity ?? 0))
      expect(await ask(node, 'debug_getRawTransaction', hash)).toBe(raw)
    }
    expect(
      await client.getTransactionCount({
        address: account.address,
        blockTag: 'pending',
      }),
    ).toBe(6)
  })
})

describe('eth_sendTransaction', () => {
  test("behavior: no account is the node's own", async () => {
    expect(await ask(fundedNode(), 'eth_accounts')).toEqual([])
  })

  test('behavior: no handler writes by asking its view', async () => {
    const node = fundedNode()
    node.handle('eth_sendRawTransaction', (params, view) =>
      view.request({ method: 'eth_sendRawTransaction', params } as never),
    )
    expect(await sendRaw(node, '0x')).toMatchObject({ code: -32601 })
  })
})
