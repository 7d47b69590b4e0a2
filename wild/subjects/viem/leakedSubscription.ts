import type { Invariant } from 'preseal/explore'
import { journey } from '../../journey.js'
import type { Subject } from '../../subject.js'
import type { Viem } from '../../viem.js'

const endsItsSubscription: Invariant = ({ answeredRequests, looks }) => {
  const end = looks.find(({ value }) => value === 'left')
  if (end === undefined) return { unjudged: 'the user never left' }
  const of = (method: string) =>
    answeredRequests.filter((one) => one.method === method)
  const newest = of('eth_subscribe').at(-1)?.outcome
  if (newest?.type !== 'result') return undefined
  const ended = of('eth_unsubscribe').map(({ params }) => params[0])
  return ended.length === 0 || ended.includes(newest.value)
    ? undefined
    : {
        at: end.at,
        text: `it ended the subscription ${ended.join()}, but its own was ${newest.value}`,
      }
}

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.4': 'cut', '2.57.12': 'holds' },
  law: 'who stops watching over a WebSocket ends the subscription',
  instead:
    'after a reconnect, a watcher over a WebSocket ends its old subscription, and the new one goes on',
  upstream: 'wevm/viem#5213',
  mendedIn: '2.57.5',
  async explore(load) {
    const { createPublicClient, webSocket } = await load<Viem>('viem')
    return {
      runs: 300,
      body: journey(
        [endsItsSubscription],
        async ({ node, wait, onEnd }, show) => {
          const { chain, wsUrl } = node
          const transport = webSocket(wsUrl, { reconnect: { delay: 500 } })
          const client = createPublicClient({ chain, transport })
          const socket = await client.transport.getRpcClient()
          onEnd(() => socket.close())
          const { unsubscribe } = await client.transport.subscribe({
            params: ['newHeads'],
            onData: () => {},
            onError: () => {},
          })
          await wait(12_000)
          await unsubscribe().catch(() => {})
          show('left')
        },
      ),
    }
  },
}
