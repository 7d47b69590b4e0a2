import { atLast } from 'preseal/explore'
import type { Subject } from '../../subject.js'
import { approval, transfer, watched } from '../../transfers.js'
import type { Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.4': 'plain', '2.57.12': 'holds' },
  law: 'two watchers of one client each get the events that they asked for',
  instead:
    'the second of two event watchers gets the events that the first asked for',
  upstream: 'wevm/viem#5245',
  mendedIn: '2.57.11',
  async explore(load) {
    const viem = await load<Viem>('viem')
    return {
      runs: 0,
      node: watched(viem, { first: 3_000 }).node,
      body({ node, watch, onEnd }) {
        const { client, address } = watched(viem, { first: 3_000 }).open(node)
        const got: string[] = []
        for (const event of [transfer(viem), approval(viem)])
          onEnd(
            client.watchEvent({
              address,
              events: [event],
              poll: true,
              onLogs: (logs) =>
                void got.push(
                  ...logs.map((log) => `${event.name} got ${log.eventName}`),
                ),
            }),
          )
        watch('what each got', () => got.join(), [
          atLast((got) => `${got}`.includes('Approval got Approval')),
          atLast((got) => !`${got}`.includes('Approval got Transfer')),
        ])
      },
    }
  },
}
