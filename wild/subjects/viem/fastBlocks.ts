import { monad } from 'preseal/chains'
import { everyBlockIsSeen } from '../../laws.js'
import type { Subject } from '../../subject.js'
import type { Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.13': 'plain', '2.57.20': 'holds' },
  law: 'watchBlocks calls back for every block of a chain with blocks of 300 ms',
  instead:
    '`watchBlocks` skips every third block of a chain with blocks of 300 ms',
  upstream: 'wevm/viem#5380',
  mendedIn: '2.57.15',
  async explore(load) {
    const { createPublicClient, custom } = await load<Viem>('viem')
    return {
      node: { profile: monad() },
      duration: 5_000,
      runs: 0,
      body({ node, watch, onEnd }) {
        const { chain, provider } = node
        const transport = custom(provider)
        const client = createPublicClient({ chain, transport })
        const seen: bigint[] = []
        watch('blocks', () => seen.join(), [everyBlockIsSeen])
        onEnd(
          client.watchBlocks({
            onBlock: ({ number }) => void (number && seen.push(number)),
          }),
        )
      },
    }
  },
}
