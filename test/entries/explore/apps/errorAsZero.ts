import { cleanup, render, screen } from '@testing-library/react'
import { noFlicker, wasTrue } from 'preseal/explore'
import { createElement, useEffect, useState } from 'react'
import {
  createPublicClient,
  custom,
  formatEther,
  type PublicClient,
} from 'viem'
import { bob } from '../../../node/actors.js'
import type { App } from './app.js'

type Props = { client: PublicClient; isMended: boolean }

function Balance({ client, isMended }: Props) {
  const [balance, setBalance] = useState<bigint>()
  useEffect(() => {
    const read = () =>
      client
        .getBalance({ address: bob })
        .then(setBalance, () => setBalance(isMended ? undefined : 0n))
    read()
    const timer = setInterval(read, 1_000)
    return () => clearInterval(timer)
  }, [client, isMended])
  const text = balance === undefined ? '…' : `${formatEther(balance)} ETH`
  return createElement('p', { role: 'status' }, text)
}

/** A balance that could not be read is shown as none. */
export const errorAsZero: App = {
  name: 'error shown as zero',
  tells: /showed "0 ETH"/,
  options: {
    node: { accounts: { [bob]: { balance: 25n * 10n ** 17n } } },
  },
  test:
    (isMended) =>
    ({ node, watch }) => {
      const client = createPublicClient({ transport: custom(node.provider) })
      render(createElement(Balance, { client, isMended }))
      watch('balance', () => screen.getByRole('status').textContent, [
        wasTrue({ address: bob, within: 2_000 }),
        noFlicker(),
      ])
      return cleanup
    },
}
