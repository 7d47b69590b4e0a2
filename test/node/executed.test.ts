import { createMockNode, type MockNode } from 'preseal'
import { evm } from 'preseal/evm'
import { encodeFunctionData, erc20Abi, type Hex, numberToHex, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import { balanceSlot, tokenCode } from '../../bench/contestants/token.js'

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'
const carol = '0x00000000000000000000000000000000000ca401'
const dave = '0x000000000000000000000000000000000000da7e'
const token = '0x00000000000000000000000000000000000070ce'

const word = (value: bigint): Hex => pad(numberToHex(value))
const ether = 10n ** 18n

const accounts = {
  [alice]: { balance: ether },
  [bob]: { balance: ether },
  [token]: {
    code: tokenCode,
    storage: {
      [balanceSlot(alice)]: word(100n),
      [balanceSlot(bob)]: word(100n),
    },
  },
} as const

const create = () => createMockNode({ accounts, engine: evm() })

const transfer = (to: Hex, amount: bigint) =>
  encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, amount],
  })

/** With gas for a new holder, whoever else has paid before. */
const pay = (node: MockNode, from: Hex, to: Hex, amount: bigint) =>
  node.preconfirm({
    from,
    to: token,
    data: transfer(to, amount),
    gas: 100_000n,
    execute: true,
  })

/** What a holder has, read from the token's storage. */
async function balance(
  { provider }: MockNode,
  holder: Hex,
  tag: 'latest' | 'pending' = 'pending',
) {
  const params = [token, balanceSlot(holder), tag] as const
  return BigInt(await provider.request({ method: 'eth_getStorageAt', params }))
}

describe('an executed transaction', () => {
  test('default: it does what the code makes of it', async () => {
    const node = create()
    const hash = pay(node, alice, carol, 10n)
    expect(await balance(node, carol)).toBe(0n)
    node.tick()
    expect(await balance(node, carol)).toBe(10n)
    expect(await balance(node, carol, 'latest')).toBe(0n)
    node.seal()
    expect(await balance(node, carol, 'latest')).toBe(10n)
    const receipt = await node.provider.request({
      method: 'eth_getTransactionReceipt',
      params: [hash],
    })
    expect(receipt).toMatchObject({ status: '0x1', logs: [{ address: token }] })
  })

  test('behavior: of two payments to one, the first dropped, the second stays', async () => {
    const node = create()
    const first = pay(node, alice, dave, 10n)
    pay(node, bob, dave, 5n)
    node.tick()
    expect(await balance(node, dave)).toBe(15n)
    node.tick(5)
    node.dropTransaction({ hash: first })
    node.tick()
    expect(await balance(node, dave)).toBe(5n)
    expect(await balance(node, alice)).toBe(100n)
    expect(await balance(node, bob)).toBe(95n)
    node.seal()
    expect(await balance(node, dave, 'latest')).toBe(5n)
  })
})

describe('an execution that has no outcome', () => {
  const block = {
    number: '0x9',
    hash: `0x${'9'.repeat(64)}`,
    parentHash: `0x${'8'.repeat(64)}`,
    timestamp: '0x69560000',
    gasLimit: '0x3938700',
    gasUsed: '0x0',
    baseFeePerGas: '0x0',
    miner: alice,
    mixHash: `0x${'7'.repeat(64)}`,
    transactions: [],
  }

  const toStranger = {
    from: alice,
    to: dave,
    value: 1n,
    execute: true,
  } as const

  test('behavior: after an import it is dropped, and says what is not known', () => {
    const node = create()
    const dropped: unknown[] = []
    node.on('dropped', (event) => dropped.push(event))
    node.preconfirm(toStranger)
    node.importBlock({ block })
    node.tick()
    expect(dropped).toMatchObject([
      {
        reason: 'unknown',
        transaction: { gasUsed: null, status: null },
        error: { name: 'UnknownStateError' },
      },
    ])
  })

  test('error: a verb says it at once', () => {
    const node = create()
    node.importBlock({ block })
    expect(() => node.preconfirm(toStranger)).toThrow(
      `The code of ${dave} is not known since a block was imported.`,
    )
  })

  test('behavior: a mistake in an engine surfaces as it is', () => {
    const mistake = new TypeError('of the test')
    let isWrong = false
    const { execute } = evm()
    const node = createMockNode({
      accounts,
      engine: {
        execute(...given) {
          if (isWrong) throw mistake
          return execute(...given)
        },
      },
    })
    const dropped: unknown[] = []
    node.on('dropped', ({ reason, error }) => dropped.push([reason, error]))
    const first = pay(node, alice, dave, 10n)
    pay(node, bob, dave, 5n)
    node.tick()
    node.dropTransaction({ hash: first })
    isWrong = true
    let thrown: unknown
    try {
      node.tick()
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBe(mistake)
    expect(dropped).toEqual([
      ['requested', undefined],
      ['unknown', mistake],
    ])
    expect(() => pay(node, bob, dave, 5n)).toThrow(mistake)
    isWrong = false
    pay(node, bob, dave, 5n)
    node.tick()
  })
})
