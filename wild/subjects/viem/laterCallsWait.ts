import { eventually } from 'preseal/explore'
import { journey } from '../../journey.js'
import type { Subject } from '../../subject.js'
import { bob, userOf, type Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.4': 'plain', '2.57.12': 'holds' },
  law: 'a wait for calls that were waited for before ends',
  instead:
    'after two waits at a time, a later `waitForCallsStatus` never settles',
  upstream: 'wevm/viem#5196',
  mendedIn: '2.57.5',
  async explore(load) {
    const viem = await load<Viem>('viem')
    return {
      runs: 0,
      body: journey(
        [eventually((shown) => shown === 'success', { within: 30_000 })],
        async (explored, show) => {
          const user = userOf(viem, explored)
          const { id } = await user.sendCalls({
            calls: [{ to: bob, value: 1n }],
          })
          const wait = () =>
            user.waitForCallsStatus({ id, pollingInterval: 500 })
          await Promise.all([wait(), wait()])
          const { status } = await wait()
          show(status)
        },
      ),
    }
  },
}
