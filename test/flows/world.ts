import { createMockNode, type MockNode, type MockNodeOptions } from 'preseal'
import { erc20 } from 'preseal/contracts'
import { createWallet, type Wallet } from 'preseal/wallet'
import { type Address, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, vi } from 'vitest'

/** The first two of the well-known mnemonic. */
export const key =
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
export const local = privateKeyToAccount(key)
export const first: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const second: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const bob: Address = '0x0000000000000000000000000000000000000b0b'
export const usdc: Address = '0x000000000000000000000000000000000070cced'

export type World = {
  readonly node: MockNode
  readonly other: MockNode
  readonly wallet: Wallet
}

/** Two chains with a token, a wallet of two accounts before them. */
export function open(options: MockNodeOptions = {}): World {
  const shared: MockNodeOptions = {
    clock: 'ambient',
    contracts: [
      erc20({
        address: usdc,
        name: 'USD Coin',
        symbol: 'USDC',
        decimals: 6,
        balances: { [first]: 100_000_000n },
      }),
    ],
    ...options,
  }
  const node = createMockNode(shared)
  const other = createMockNode({ ...shared, chainId: 10 })
  const wallet = createWallet([node, other], {
    accounts: 2,
    balance: parseEther('10'),
  })
  return { node, other, wallet }
}

/** In a file whose clients poll: one clock for them and for the node. */
export function onOneClock() {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
}

/** Lets time pass until a promise settles, for half a minute at most. */
export async function soon<value>(promise: Promise<value>): Promise<value> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  promise.then(over, over)
  for (let waited = 0; !isOver && waited < 30_000; waited += 50)
    await vi.advanceTimersByTimeAsync(50)
  if (!isOver) throw new Error('It does not settle within 30 s.')
  return promise
}

/** Lets time pass. */
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
