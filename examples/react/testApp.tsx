import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMockNode, type MockNodeOptions } from 'preseal'
import { erc20 } from 'preseal/contracts'
import { createWallet } from 'preseal/wallet'
import { custom, parseEther } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createConfig } from 'wagmi'
import { App } from './app.js'

const usdc = '0x000000000000000000000000000000000070cced'
const bob = '0x0000000000000000000000000000000000000b0b'
const alice = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

function open(ether = '10', options: MockNodeOptions = {}) {
  const balances = { [alice]: 100_000_000n }
  const contracts = [
    erc20({ address: usdc, symbol: 'USDC', decimals: 6, balances }),
  ]
  const node = createMockNode({ clock: 'ambient', contracts, ...options })
  const other = createMockNode({ chainId: 10, clock: 'ambient' })
  const wallet = createWallet([node, other], { balance: parseEther(ether) })
  const stop = wallet.announce()
  const { chain, provider } = node
  const transports = { [chain.id]: custom(provider) }
  const config = createConfig({ chains: [chain], transports, storage: null })
  render(<App config={config} token={usdc} to={bob} chain={chain} />)
  return { node, wallet, stop }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const click = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await pass(50)
}
const status = () => screen.getByRole('status').textContent
const alert = () => screen.getByRole('alert').textContent

export function testApp() {
  let opened: ReturnType<typeof open>
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    cleanup()
    opened.stop()
    opened.node.dispose()
    vi.useRealTimers()
  })

  describe('the application', () => {
    test('connects, and shows the balance of a token', async () => {
      opened = open()
      await click('Preseal')
      await pass(200)
      expect(screen.getByText('Balance: 100')).toBeDefined()
    })

    test('sends: pre-confirmed, dropped, sent again, sealed', async () => {
      opened = open()
      const { node } = opened
      await click('Preseal')
      await click('Send')
      await pass(400)
      expect(status()).toBe('pre-confirmed')
      expect(screen.getByText('Balance: 95')).toBeDefined()

      node.drop({ sent: { to: usdc } })
      await pass(400)
      expect(status()).toBe('dropped')
      expect(screen.getByText('Balance: 100')).toBeDefined()

      await click('Send again')
      await pass(400)
      expect(status()).toBe('pre-confirmed')
      await pass(2_000)
      expect(status()).toBe('sealed')
      expect(screen.getByText('Balance: 95')).toBeDefined()
    })

    test('waits for the user, and is refused once', async () => {
      opened = open()
      const { wallet } = opened
      await click('Preseal')
      const hold = wallet.hold()
      await click('Send')
      expect(status()).toBe('confirm in your wallet')
      hold.reject()
      await pass(50)
      expect(alert()).toBe('You refused.')
      await click('Send')
      await pass(400)
      expect(status()).toBe('pre-confirmed')
    })

    test('is refused to connect', async () => {
      opened = open()
      opened.wallet.reject()
      await click('Preseal')
      expect(alert()).toBe('You refused.')
    })

    test('asks to leave a wrong chain', async () => {
      opened = open()
      opened.wallet.switchChain(10)
      await click('Preseal')
      await click('Switch to preseal')
      expect(opened.wallet.chainId).toBe(31_337)
      expect(screen.getByRole('button', { name: 'Send' })).toBeDefined()
    })

    test('says that there is not enough', async () => {
      opened = open('0', { header: { baseFeePerGas: 1n } })
      await click('Preseal')
      await click('Send')
      expect(alert()).toBe('Not enough ether for the fee.')
    })
  })
}
