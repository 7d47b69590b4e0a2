import { rightAgain } from 'preseal/explore'
import { createPublicClient, webSocket } from 'viem'
import type { App } from '../app.js'

/** A head by viem's watchBlockNumber over a socket; what it missed is never asked for. */
export const staleWatcher: App = {
  name: 'watcher that gives up',
  tells: /head: rightAgain/,
  test:
    (isMended) =>
    ({ node, watch, onEnd }) => {
      const transport = webSocket(
        node.wsUrl,
        isMended
          ? { reconnect: { attempts: 100, delay: 500 } }
          : { reconnect: false },
      )
      const client = createPublicClient({
        chain: node.chain,
        transport,
        cacheTime: 0,
      })
      let head = 0n
      let isOver = false
      let unwatch = () => {}
      const listen = () => {
        unwatch = client.watchBlockNumber({
          onBlockNumber: (number) => {
            if (number > head) head = number
          },
          onError: () => {},
        })
      }
      listen()
      if (isMended)
        setInterval(async () => {
          if (isOver) return
          const number = await client.getBlockNumber().catch(() => 0n)
          if (number <= head) return
          head = number
          unwatch()
          listen()
        }, 3_000)
      watch('head', () => Number(head), [rightAgain()])
      onEnd(() => {
        isOver = true
        unwatch()
      })
    },
}
