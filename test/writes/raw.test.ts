import { createMockNode } from 'preseal'
import { evm } from 'preseal/evm'
import { type Hex, keccak256, parseEther, parseTransaction, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  account,
  ask,
  bob,
  clientOf,
  ethersWallet,
  fundedNode,
  sendRaw,
  transfer,
  walletOf,
} from './wallets.js'

const { chainId, to, value, gas, nonce } = transfer
const accessList = [
  { address: bob, storageKeys: [toHex(7, { size: 32 })] },
] as const

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

  test("default: the hash is the wallet's, the sender who signed", async () => {
    const node = fundedNode()
    const raw = await account.signTransaction(transfer)
    expect(await sendRaw(node, raw)).toBe(keccak256(raw))
    node.nextBeat()
    const client = clientOf(node)
    const sent = await client.getTransaction({ hash: keccak256(raw) })
    expect(sent).toMatchObject({
      from: account.address.toLowerCase(),
      to: bob,
      value: 1n,
      nonce: 0,
      chainId: 31337,
      typeHex: '0x2',
    })
    expect(
      await client.getTransactionReceipt({ hash: keccak256(raw) }),
    ).toMatchObject({ status: 'success', gasUsed: 21_000n })
    expect(await client.getBalance({ address: bob, blockTag: 'pending' })).toBe(
      1n,
    )
  })

  test.each([
    ['0x0', { type: 'legacy', chainId, to, value, gas, nonce, gasPrice: 0n }],
    [
      '0x1',
      {
        type: 'eip2930',
        ...{ chainId, to, value, gas: 30_000n, nonce, gasPrice: 0n },
        accessList,
      },
    ],
    ['0x2', { ...transfer, gas: 30_000n, accessList, data: '0x00ff' }],
  ] as const)(
    'behavior: type %s reads back as signed',
    async (type, signed) => {
      const node = fundedNode()
      const raw = await account.signTransaction(signed as never)
      expect(await sendRaw(node, raw)).toBe(keccak256(raw))
      node.nextBlock()
      const sent = await clientOf(node).getTransaction({ hash: keccak256(raw) })
      const {
        type: _,
        data: input = '0x',
        ...fields
      } = { data: undefined, ...signed }
      expect(sent).toMatchObject({
        ...fields,
        input: input ?? '0x',
        typeHex: type,
        blockNumber: 1n,
        from: account.address.toLowerCase(),
      })
    },
  )

  test('behavior: type 0x4 reads back with its authorizations', async () => {
    const node = fundedNode()
    const authorization = await account.signAuthorization({
      contractAddress: bob,
      chainId,
      nonce: 1,
    })
    const raw = await account.signTransaction({
      ...transfer,
      type: 'eip7702',
      gas: 50_000n,
      authorizationList: [authorization],
    })
    expect(await sendRaw(node, raw)).toBe(keccak256(raw))
    node.nextBeat()
    const sent = await clientOf(node).getTransaction({ hash: keccak256(raw) })
    expect(sent).toMatchObject({
      typeHex: '0x4',
      authorizationList: [{ address: bob, chainId, nonce: 1 }],
    })
  })

  test('behavior: viem sends by itself, and finds the receipt', async () => {
    const node = fundedNode()
    const hash = await walletOf(node).sendTransaction({
      ...transfer,
      value: parseEther('1'),
    })
    node.nextBeat()
    expect(await clientOf(node).getTransactionReceipt({ hash })).toMatchObject({
      status: 'success',
    })
  })

  test('behavior: ethers signs what the node takes', async () => {
    const node = fundedNode()
    const raw = await ethersWallet.signTransaction({
      type: 2,
      chainId,
      to,
      value,
      nonce,
      gasLimit: gas,
      maxFeePerGas: 0n,
      maxPriorityFeePerGas: 0n,
    })
    expect(await sendRaw(node, raw)).toBe(keccak256(raw as Hex))
  })

  test('behavior: two of one account in a row', async () => {
    const node = fundedNode()
    await sendRaw(node, await account.signTransaction(transfer))
    await sendRaw(
      node,
      await account.signTransaction({ ...transfer, nonce: 1 }),
    )
    node.nextBeat()
    const { transactions } = await clientOf(node).getBlock({
      blockTag: 'pending',
    })
    expect(transactions).toHaveLength(2)
  })
})

describe('eth_sendTransaction', () => {
  test('default: any account sends, and the hash is told', async () => {
    const node = fundedNode()
    const hash = await ask(node, 'eth_sendTransaction', {
      from: bob,
      to: account.address,
    })
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
    node.nextBeat()
    expect(
      await clientOf(node).getTransaction({ hash: hash as Hex }),
    ).toMatchObject({ from: bob, typeHex: '0x2', nonce: 0, gas: 25_200n })
  })

  test.each([
    [{ gasPrice: '0x1' }, '0x0'],
    [{ gasPrice: '0x1', accessList: [] }, '0x1'],
    [{ maxFeePerGas: '0x1' }, '0x2'],
    [{ type: '0x1' }, '0x2'],
    [{ accessList: [] }, '0x2'],
    [{ data: '0x01', input: '0x01' }, '0x2'],
    [{ nonce: null, to: account.address, value: null }, '0x2'],
  ])('behavior: %j is of type %s', async (fields, type) => {
    const node = fundedNode()
    const hash = await ask(node, 'eth_sendTransaction', {
      from: account.address,
      to: bob,
      ...fields,
    })
    node.nextBeat()
    const sent = await ask(node, 'eth_getTransactionByHash', hash)
    expect(sent).toMatchObject({ type })
  })

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
