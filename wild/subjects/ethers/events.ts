import { everyLogIsSeen } from 'preseal/explore'
import { noLogTwice } from '../../laws.js'
import type { Subject } from '../../subject.js'
import { token, watched } from '../../transfers.js'
import type { Viem } from '../../viem.js'

type Ethers = typeof import('ethers')

export const subject: Subject = {
  software: 'ethers',
  versions: { '6.17.0': 'failed' },
  law: 'contract.on("Transfer") calls back for every log, each once',
  instead: 'after one failed eth_newFilter it never calls back',
  report: 'ethers-filter.md',
  async explore(load) {
    const { BrowserProvider, Contract } = await load<Ethers>('ethers')
    const { node } = watched(await load<Viem>('viem'), { first: 2_500 })
    return {
      node,
      kinds: { reorged: 0 },
      body({ node, watch, onEnd }) {
        const provider = new BrowserProvider(node.provider)
        provider.pollingInterval = 1_000
        const contract = new Contract(
          token,
          ['event Transfer(address indexed, address indexed, uint256)'],
          provider,
        )
        const got: string[] = []
        watch('logs', () => got.join(), [
          everyLogIsSeen({ address: token }),
          noLogTwice,
        ])
        contract.on('Transfer', (...given) => {
          got.push(given.at(-1).log.transactionHash)
        })
        onEnd(() => provider.destroy())
      },
    }
  },
}
