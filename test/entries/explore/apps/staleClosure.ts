import { cleanup, render, screen } from '@testing-library/react'
import type { Invariant } from 'preseal/explore'
import type { Wallet } from 'preseal/wallet'
import { createElement, useEffect, useState } from 'react'
import { createPublicClient, custom, type PublicClient } from 'viem'
import type { App } from './app.js'

type Props = {
  client: PublicClient
  provider: Wallet['provider']
  isMended: boolean
}

function Account({ client, provider, isMended }: Props) {
  const [account, setAccount] = useState<`0x${string}`>()
  const [balance, setBalance] = useState<bigint>()
  useEffect(() => {
    const show = ([first]: readonly `0x${string}`[]) => {
      setBalance(undefined)
      setAccount(first)
    }
    provider.request({ method: 'eth_requestAccounts' }).then(show, () => {})
    provider.on('accountsChanged', show)
    return () => provider.removeListener('accountsChanged', show)
  }, [provider])
  const isConnected = account !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the defect
  useEffect(
    () => {
      if (account === undefined) return
      let isOver = false
      const read = () =>
        client.getBalance({ address: account, blockTag: 'pending' }).then(
          (wei) => {
            if (!isOver) setBalance(wei)
          },
          () => {},
        )
      read()
      const timer = setInterval(read, 400)
      return () => {
        isOver = true
        clearInterval(timer)
      }
    },
    // The account of the first effect stays in its timer for ever.
    [client, isMended ? account : isConnected],
  )
  return createElement(
    'p',
    { role: 'status' },
    `${account ?? 'nobody'} ${balance ?? 'loading'}`,
  )
}

/** A timer that goes on reading the balance of the account before. */
export const staleClosure: App = {
  name: 'stale closure',
  tells: /shown for its account.*switches to another account/s,
  test:
    (isMended) =>
    ({ node, wallet, watch }) => {
      for (const [index, address] of wallet.accounts.entries())
        node.setBalance({ address, value: BigInt(index + 1) })
      const client = createPublicClient({ transport: custom(node.provider) })
      const { provider } = wallet
      render(createElement(Account, { client, provider, isMended }))
      const text = () => screen.getByRole('status').textContent
      const shownForItsAccount: Invariant = ({ looks }) =>
        looks
          .filter(({ value }) => {
            const [account, balance] = `${value}`.split(' ')
            const index = wallet.accounts.findIndex(
              (one) => one.toLowerCase() === account?.toLowerCase(),
            )
            return balance !== 'loading' && balance !== `${index + 1}`
          })
          .map(({ at, value }) => ({
            at,
            text: `the balance was not shown for its account: ${value}`,
          }))[0]
      watch('account', text, [shownForItsAccount])
      return cleanup
    },
}
