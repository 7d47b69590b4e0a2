import { mostRequests } from 'preseal/explore'
import type { Subject } from '../../subject.js'
import { openThirdweb, type Thirdweb } from '../../thirdweb.js'

export const subject: Subject = {
  software: 'thirdweb',
  versions: { '5.121.6': 'plain' },
  law: 'who watches the block number asks as often after a while as at first',
  instead:
    'each time that the last watcher leaves and another comes at once, one more loop of polls goes on beside the others',
  report: 'thirdweb-polls.md',
  async explore(load) {
    const thirdweb = await load<Thirdweb>('thirdweb')
    const { watchBlockNumber } = await load<{
      watchBlockNumber(options: object): () => void
    }>('thirdweb/rpc')
    return {
      runs: 0,
      duration: 10_000,
      async body({ node, watch, wait, onEnd }) {
        const { client, chain } = openThirdweb(thirdweb, node)
        let newest = 0n
        watch('block number', () => newest, [mostRequests(8)])
        const follow = () =>
          watchBlockNumber({
            client,
            chain,
            onNewBlockNumber(number: bigint) {
              newest = number
            },
          })
        // A page whose effect runs again, ten times.
        let stop = follow()
        for (let turn = 0; turn < 10; turn++) {
          await wait(100)
          stop()
          stop = follow()
        }
        onEnd(() => stop())
      },
    }
  },
}
