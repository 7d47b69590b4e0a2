import { fireEvent, render, screen } from '@testing-library/react'
import { erc20 } from 'preseal/contracts'
import { advanceAsync, type TestNodeOptions, testNode } from 'preseal/vitest'
import { createWallet, testAccounts } from 'preseal/wallet'
import { custom, parseEther } from 'viem'
import { createConfig } from 'wagmi'
import { App } from './app.js'

export const usdc = '0x000000000000000000000000000000000070cced'
export const bob = '0x0000000000000000000000000000000000000b0b'
const balances = { [testAccounts[0]]: 100_000_000n }
const token = erc20({ address: usdc, symbol: 'USDC', decimals: 6, balances })

export function open(ether = '10', options: TestNodeOptions = {}) {
  const node = testNode({ contracts: [token], ...options })
  const other = testNode({ chainId: 10 })
  const wallet = createWallet([node, other], { balance: parseEther(ether) })
  wallet.announce()
  const { chain } = node
  const transports = wallet.transports(custom)
  const config = createConfig({ chains: [chain], transports, storage: null })
  render(<App config={config} token={usdc} to={bob} chain={chain} />)
  return { node, other, wallet }
}

export const click = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await advanceAsync(50)
}

export const status = () => screen.getByRole('status').textContent
