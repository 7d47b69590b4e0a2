import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { atLast, everySentIsTold } from 'preseal/explore'
import { createElement, useState } from 'react'
import {
  createPublicClient,
  createWalletClient,
  custom,
  type PublicClient,
  type WalletClient,
} from 'viem'
import { bob } from '../../../node/actors.js'
import type { App } from './app.js'

type Props = {
  client: PublicClient
  user: WalletClient
  account: `0x${string}`
  isMended: boolean
}

function Payments({ client, user, account, isMended }: Props) {
  const [rows, setRows] = useState<readonly string[]>([])
  const set = (index: number, row: string | undefined) =>
    setRows((all) =>
      row === undefined
        ? all.filter((_, other) => other !== index)
        : all.map((other, place) => (place === index ? row : other)),
    )
  async function send() {
    const index = rows.length
    setRows((all) => [...all, 'sending'])
    let hash: `0x${string}`
    try {
      const { chain } = user
      hash = await user.sendTransaction({ account, chain, to: bob, value: 1n })
    } catch {
      // The row was made before anybody agreed to it.
      if (isMended) set(index, undefined)
      return
    }
    set(index, 'pending')
    let left = 20
    const timer = setInterval(async () => {
      try {
        const { status } = await client.getTransactionReceipt({ hash })
        set(index, status)
      } catch {
        left--
        if (left > 0 || !isMended) return
        set(index, 'not included')
      }
      clearInterval(timer)
    }, 500)
  }
  return createElement(
    'div',
    null,
    createElement('button', { type: 'button', onClick: send }, 'Send'),
    createElement('p', { role: 'status' }, rows.join() || 'none'),
  )
}

/** A row that is there before its transaction, and stays without one. */
export const stuckRow: App = {
  name: 'optimistic row never removed',
  tells: /"(sending|pending)"/,
  test:
    (isMended) =>
    ({ node, wallet, watch }) => {
      const client = createPublicClient({ transport: custom(node.provider) })
      const { chain } = node
      const user = createWalletClient({
        chain,
        transport: custom(wallet.provider),
      })
      const { account } = wallet
      wallet.connect()
      const props = { client, user, account, isMended }
      render(createElement(Payments, props))
      fireEvent.click(screen.getByRole('button'))
      watch('rows', () => screen.getByRole('status').textContent, [
        atLast((rows) => !`${rows}`.includes('sending')),
        everySentIsTold({ within: 30_000 }),
      ])
      return cleanup
    },
}
