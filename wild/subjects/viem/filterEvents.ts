import { everyLogIsSeen } from 'preseal/explore'
import { noLogTwice } from '../../laws.js'
import type { Subject } from '../../subject.js'
import { token, transfer, watched } from '../../transfers.js'
import type { Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.20': 'failed' },
  law: 'watchEvent over a filter hands over every log, each once',
  instead:
    'one failed eth_getFilterChanges makes it take a new filter, and the logs that the old one holds are lost',
  report: 'viem-filter-recreated.md',
  async explore(load) {
    const viem = await load<Viem>('viem')
    const { node, open } = watched(viem, { first: 2_500 })
    return {
      node,
      kinds: { reorged: 0 },
      runs: 100,
      body({ node, watch, onEnd }) {
        const { client, address } = open(node)
        const got: string[] = []
        watch('logs', () => got.join(), [
          everyLogIsSeen({ address: token }),
          noLogTwice,
        ])
        onEnd(
          client.watchEvent({
            address,
            event: transfer(viem),
            onLogs: (logs) =>
              void got.push(...logs.map((log) => `${log.transactionHash}`)),
            onError: () => {},
          }),
        )
      },
    }
  },
}
