import { everyLogIsSeen } from 'preseal/explore'
import type { Subject } from '../../subject.js'
import { token, watchTransfers } from '../../transfers.js'
import type { Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.12': 'failed', '2.57.13': 'holds' },
  law: 'watchEvent goes on after an outage, on an endpoint that limits the range of logs',
  instead:
    '`watchEvent` asks for ever for more blocks than the endpoint serves at once, and hands over nothing',
  picture: 'wild-outage',
  upstream: 'wevm/viem#5330',
  mendedIn: '2.57.13',
  async explore(load) {
    const viem = await load<Viem>('viem')
    return {
      ...watchTransfers(viem, {
        laws: [everyLogIsSeen({ address: token })],
        node: { endpoint: { logRange: 4 } },
      }),
      runs: 0,
      examples: [
        {
          kind: 'failed',
          name: 'the endpoint is down for twelve seconds',
          steps: [
            {
              at: 5_100,
              type: 'fault',
              fault: { type: 'http', status: 503, until: 17_100 },
            },
          ],
        },
      ],
      duration: 40_000,
    }
  },
}
