import { everyLogIsSeen } from 'preseal/explore'
import type { Subject } from '../../subject.js'
import { token, watchTransfers } from '../../transfers.js'
import type { Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.12': 'plain', '2.57.13': 'holds' },
  law: 'watchEvent without filters hands over the logs since it was called',
  instead:
    '`watchEvent` without filters misses the logs of the first polling interval',
  upstream: 'wevm/viem#5330',
  mendedIn: '2.57.13',
  async explore(load) {
    const viem = await load<Viem>('viem')
    return {
      ...watchTransfers(viem, {
        laws: [everyLogIsSeen({ address: token })],
        first: 300,
      }),
      runs: 0,
    }
  },
}
