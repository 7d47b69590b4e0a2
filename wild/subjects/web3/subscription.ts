import { everyBlockIsSeen } from '../../laws.js'
import type { Subject } from '../../subject.js'

type Web3 = typeof import('web3')

export const subject: Subject = {
  software: 'web3',
  versions: { '4.16.0': 'holds' },
  law: 'a subscription to new blocks calls back for every block, each once',
  async explore(load) {
    const { Web3 } = await load<Web3>('web3')
    return {
      kinds: { reorged: 0 },
      runs: 100,
      async body({ node, watch, onEnd }) {
        const web3 = new Web3(node.provider as never)
        const seen: bigint[] = []
        watch('blocks', () => seen.join(), [everyBlockIsSeen])
        const subscribe = async () => {
          const blocks = await web3.eth.subscribe('newHeads')
          blocks?.on(
            'data',
            ({ number }) => void seen.push(BigInt(number ?? 0)),
          )
        }
        subscribe().catch(() => {})
        onEnd(() => void web3.eth.clearSubscriptions()?.catch(() => {}))
      },
    }
  },
}
