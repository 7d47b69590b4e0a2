import { everyBlockIsSeen } from '../../laws.js'
import type { Subject } from '../../subject.js'
import { readFrom, type Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.20': 'holds' },
  law: 'watchBlocks with emitMissed calls back for every block, each once',
  async explore(load) {
    const viem = await load<Viem>('viem')
    return {
      kinds: { reorged: 0 },
      runs: 100,
      body({ node, watch, onEnd }) {
        const seen: bigint[] = []
        watch('blocks', () => seen.join(), [everyBlockIsSeen])
        onEnd(
          readFrom(viem, node).watchBlocks({
            emitMissed: true,
            onBlock: ({ number }) => void (number && seen.push(number)),
            onError: () => {},
          }),
        )
      },
    }
  },
}
