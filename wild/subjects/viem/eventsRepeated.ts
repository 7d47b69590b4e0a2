import { noLogTwice } from '../../laws.js'
import type { Subject } from '../../subject.js'
import { watchTransfers } from '../../transfers.js'
import type { Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.12': 'old', '2.57.13': 'holds' },
  law: 'watchEvent without filters hands over each log once',
  instead:
    'it repeats logs when the endpoint reports a lower block number for a moment',
  upstream: 'wevm/viem#5330',
  mendedIn: '2.57.13',
  async explore(load) {
    const viem = await load<Viem>('viem')
    return watchTransfers(viem, { laws: [noLogTwice], pollingInterval: 300 })
  },
}
