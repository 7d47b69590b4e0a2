import { rightAgain } from 'preseal/explore'
import { journey } from '../../journey.js'
import type { Subject } from '../../subject.js'
import type { Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.20': 'failed' },
  law: 'watchBlockNumber over a WebSocket is right again 10 s after any failure',
  instead:
    'one failed eth_subscribe ends it for good; onError is told, and the application must watch again',
  async explore(load) {
    const { createPublicClient, webSocket } = await load<Viem>('viem')
    return {
      runs: 100,
      body: journey([rightAgain()], async ({ node, onEnd }, show) => {
        const { chain, wsUrl } = node
        const transport = webSocket(wsUrl, { reconnect: { delay: 500 } })
        const client = createPublicClient({ chain, transport })
        const socket = await client.transport.getRpcClient()
        onEnd(() => socket.close())
        onEnd(
          client.watchBlockNumber({ onBlockNumber: show, onError: () => {} }),
        )
      }),
    }
  },
}
