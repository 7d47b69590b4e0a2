import { everyBlockIsSeen } from '../../laws.js'
import type { Subject } from '../../subject.js'

type Ethers = typeof import('ethers')

export const subject: Subject = {
  software: 'ethers',
  versions: { '6.17.0': 'holds' },
  law: 'provider.on("block") calls back for every block, each once',
  async explore(load) {
    const { BrowserProvider } = await load<Ethers>('ethers')
    return {
      body({ node, watch, onEnd }) {
        const provider = new BrowserProvider(node.provider)
        provider.pollingInterval = 1_000
        const seen: number[] = []
        watch('blocks', () => seen.join(), [everyBlockIsSeen])
        provider.on('block', (number: number) => void seen.push(number))
        onEnd(() => provider.destroy())
      },
    }
  },
}
