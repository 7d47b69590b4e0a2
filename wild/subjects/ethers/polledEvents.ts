import { everyLogIsSeen } from 'preseal/explore'
import type { Subject } from '../../subject.js'
import { token, watched } from '../../transfers.js'
import type { Viem } from '../../viem.js'

type Ethers = typeof import('ethers')

export const subject: Subject = {
  software: 'ethers',
  versions: { '6.17.0': 'failed' },
  law: 'with polling, contract.on() calls back for every log',
  instead:
    'after one failed eth_blockNumber at the start it never calls back, and the rejection is unhandled',
  report: 'ethers-first-block.md',
  async explore(load) {
    const { BrowserProvider, Contract } = await load<Ethers>('ethers')
    const { node } = watched(await load<Viem>('viem'), { first: 2_500 })
    return {
      node,
      kinds: { reorged: 0 },
      body({ node, watch, onEnd }) {
        const options = { polling: true, cacheTimeout: -1 }
        const provider = new BrowserProvider(node.provider, 'any', options)
        provider.pollingInterval = 1_000
        const contract = new Contract(
          token,
          ['event Transfer(address indexed, address indexed, uint256)'],
          provider,
        )
        const got: string[] = []
        watch('logs', () => got.join(), [everyLogIsSeen({ address: token })])
        contract.on('Transfer', (...given) => {
          got.push(given.at(-1).log.transactionHash)
        })
        onEnd(() => provider.destroy())
      },
    }
  },
}
