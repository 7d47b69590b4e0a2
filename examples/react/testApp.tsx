import { cleanup, screen } from '@testing-library/react'
import { advanceAsync, nextBeatAsync } from 'preseal/vitest'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { click, open, status, usdc } from './open.js'

const alert = () => screen.getByRole('alert').textContent

export function testApp() {
  beforeEach(() => {
    vi.spyOn(console, 'error')
  })
  afterEach(() => {
    cleanup()
    // React warns there of what is not wrapped in act.
    expect(console.error).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })

  describe('the application', () => {
    test('connects, and shows the balance of a token', async () => {
      open()
      await click('Preseal')
      await nextBeatAsync()
      expect(screen.getByText('Balance: 100')).toBeDefined()
    })

    test('sends: pre-confirmed, dropped, sent again, sealed', async () => {
      const { node } = open()
      await click('Preseal')
      await click('Send')
      await advanceAsync(400)
      expect(status()).toBe('pre-confirmed')
      expect(screen.getByText('Balance: 95')).toBeDefined()

      node.drop({ sent: { to: usdc } })
      await advanceAsync(400)
      expect(status()).toBe('dropped')
      expect(screen.getByText('Balance: 100')).toBeDefined()

      await click('Send again')
      await advanceAsync(400)
      expect(status()).toBe('pre-confirmed')
      await advanceAsync(2_000)
      expect(status()).toBe('sealed')
      expect(screen.getByText('Balance: 95')).toBeDefined()
    })

    test('waits for the user, and is refused once', async () => {
      const { wallet } = open()
      await click('Preseal')
      const hold = wallet.hold()
      await click('Send')
      expect(status()).toBe('confirm in your wallet')
      hold.reject()
      await advanceAsync(50)
      expect(alert()).toBe('You refused.')
      await click('Send')
      await advanceAsync(400)
      expect(status()).toBe('pre-confirmed')
    })

    test('is refused to connect', async () => {
      const { wallet } = open()
      wallet.reject()
      await click('Preseal')
      expect(alert()).toBe('You refused.')
    })

    test('asks to leave a wrong chain', async () => {
      const { wallet } = open()
      wallet.switchChain(10)
      await click('Preseal')
      await click('Switch to preseal')
      expect(wallet.chainId).toBe(31_337)
      expect(screen.getByRole('button', { name: 'Send' })).toBeDefined()
    })

    test('says that there is not enough', async () => {
      open('0', { header: { initialBaseFeePerGas: 1n } })
      await click('Preseal')
      await click('Send')
      expect(alert()).toBe('Not enough ether for the fee.')
    })
  })
}
