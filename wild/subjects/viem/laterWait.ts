import { eventually } from 'preseal/explore'
import { journey, plainChain } from '../../journey.js'
import type { Subject } from '../../subject.js'
import { pay, type Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.4': 'plain', '2.57.12': 'holds' },
  law: 'a wait for a transaction that was waited for before ends',
  instead:
    'after two waits at a time, a later wait for the same transaction never settles',
  upstream: 'wevm/viem#5247',
  mendedIn: '2.57.11',
  async explore(load) {
    const viem = await load<Viem>('viem')
    return {
      node: plainChain,
      runs: 20,
      kinds: { never: 0 },
      body: journey(
        [eventually((shown) => shown !== 'waiting', { within: 60_000 })],
        async (explored, show) => {
          const { client, hash } = await pay(viem, explored)
          const wait = () =>
            client.waitForTransactionReceipt({ hash, confirmations: 2 })
          await Promise.all([wait(), wait()])
          const { status } = await wait()
          show(status)
        },
      ),
    }
  },
}
