import { createMockNode, type MockNode, type MockNodeOptions } from 'preseal'
import { evm } from 'preseal/evm'
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import {
  balanceSlot,
  tokenCode,
  toWord,
} from '../../bench/contestants/token.js'

export const alice = '0x00000000000000000000000000000000000a11ce'
export const bob = '0x0000000000000000000000000000000000000b0b'
export const carol = '0x00000000000000000000000000000000000ca401'
export const dave = '0x000000000000000000000000000000000000da7e'
export const token = '0x00000000000000000000000000000000000070ce'

const ether = 10n ** 18n

export const accounts = {
  [alice]: { balance: ether },
  [bob]: { balance: ether },
  [token]: {
    code: tokenCode,
    storage: {
      [balanceSlot(alice)]: toWord(100n),
      [balanceSlot(bob)]: toWord(100n),
    },
  },
} as const

/** A node on which alice and bob have 100 of a token each. */
export const tokenNode = (options: MockNodeOptions = {}) =>
  createMockNode({ accounts, engine: evm(), ...options })

const transfer = (to: Hex, amount: bigint) =>
  encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, amount],
  })

/** With gas for a new holder, whoever else has paid before. */
export const payment = (from: Hex, to: Hex, amount: bigint) =>
  ({
    from,
    to: token,
    data: transfer(to, amount),
    gas: 100_000n,
    execute: true,
  }) as const

export const pay = (node: MockNode, from: Hex, to: Hex, amount: bigint) =>
  node.preconfirm(payment(from, to, amount))

/** What holders have, read from the token's storage. */
export async function balances(
  { provider }: MockNode,
  tag: 'latest' | 'pending' = 'pending',
): Promise<bigint[]> {
  const holders = [alice, bob, carol, dave] as const
  const words = holders.map((holder) => {
    const params = [token, balanceSlot(holder), tag] as const
    return provider.request({ method: 'eth_getStorageAt', params })
  })
  return (await Promise.all(words)).map(BigInt)
}

export const receiptOf = ({ provider }: MockNode, hash: Hex) =>
  provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
