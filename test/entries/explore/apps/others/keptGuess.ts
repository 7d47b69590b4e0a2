import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { wasTrue } from 'preseal/explore'
import {
  createPublicClient,
  createWalletClient,
  custom,
  parseEther,
} from 'viem'
import { bob } from '../../../../node/actors.js'
import type { App } from '../app.js'

/** Writes a guess into the cache, and never asks what came of it. */
export const keptGuess: App = {
  name: 'optimistic update kept',
  tells: /balance of bob: wasTrue/,
  test:
    (isMended) =>
    async ({ node, wallet, watch, wait }) => {
      wallet.connect()
      const cache = new QueryClient()
      const client = createPublicClient({
        transport: custom(node.provider),
        cacheTime: 0,
      })
      const user = createWalletClient({
        chain: node.chain,
        transport: custom(wallet.provider),
      })
      const queryKey = ['balance']
      const observer = new QueryObserver(cache, {
        queryKey,
        queryFn: () => client.getBalance({ address: bob, blockTag: 'latest' }),
        ...(isMended && { refetchInterval: 1_000 }),
      })
      observer.subscribe(() => {})
      watch('balance of bob', () => observer.getCurrentResult().data, [
        wasTrue({ address: bob, within: 4_000 }),
      ])
      await wait(1_000)
      const value = parseEther('1')
      const before = cache.getQueryData<bigint>(queryKey)
      cache.setQueryData<bigint>(queryKey, (old = 0n) => old + value)
      try {
        await user.sendTransaction({ account: wallet.account, to: bob, value })
      } catch {
        if (isMended) cache.setQueryData(queryKey, before)
      }
    },
}
