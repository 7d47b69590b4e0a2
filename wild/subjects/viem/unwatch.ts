import { nothingAskedAfter } from 'preseal/explore'
import type { Subject } from '../../subject.js'
import { transfer, watched } from '../../transfers.js'
import type { Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.20': 'failed' },
  law: 'who stops watching events asks for nothing more',
  instead: 'if eth_uninstallFilter fails, the poll goes on for ever',
  report: 'viem-unwatch.md',
  async explore(load) {
    const viem = await load<Viem>('viem')
    const { node, open } = watched(viem, { first: 2_500 })
    return {
      node,
      duration: 10_000,
      kinds: { late: 0 },
      body({ node, watch, wait }) {
        const { client, address } = open(node)
        let shown = 'watching'
        watch('page', () => shown, [nothingAskedAfter('left')])
        const unwatch = client.watchEvent({
          address,
          event: transfer(viem),
          onLogs: () => {},
          onError: () => {},
        })
        wait(5_300)
          .then(unwatch)
          .then(() => wait(1))
          .then(() => {
            shown = 'left'
          })
          .catch(() => {})
      },
    }
  },
}
