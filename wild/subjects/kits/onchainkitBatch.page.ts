import { createBundler } from 'preseal/bundler'
import { eventually } from 'preseal/explore'
import { plainChain } from '../../journey.js'
import { batchingWallet, renderTransaction } from '../../onchainkit.js'
import type { Subject } from '../../subject.js'

export const subject: Subject = {
  software: '@coinbase/onchainkit',
  versions: { '1.1.3': 'plain' },
  law: 'Transaction calls onError if the batch fails',
  instead:
    'a batch with the status 400 calls nothing, and its status is asked for ever',
  report: 'onchainkit-batch.md',
  async explore(load) {
    const render = await renderTransaction(load)
    return {
      node: plainChain,
      wallet: { profile: batchingWallet },
      duration: 20_000,
      runs: 0,
      body(explored) {
        let shown = 'waiting'
        const { nodes, wait } = explored
        for (const node of nodes) {
          const bundler = createBundler(node)
          // Before the block that would include it.
          wait(1_500).then(() => {
            for (const { hash } of bundler.operations) bundler.drop(hash)
          })
        }
        explored.watch('told', () => shown, [
          eventually((told) => told !== 'waiting', { within: 15_000 }),
        ])
        render(
          explored,
          {
            onError() {
              shown = 'failed'
            },
            onSuccess() {
              shown = 'success'
            },
          },
          { isSponsored: true },
        )
      },
    }
  },
}
