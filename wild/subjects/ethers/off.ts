import { noUnhandledRejection } from 'preseal/explore'
import type { Subject } from '../../subject.js'
import { token } from '../../transfers.js'

type Ethers = typeof import('ethers')

export const subject: Subject = {
  software: 'ethers',
  versions: { '6.17.0': 'failed' },
  law: 'contract.off() hands every error to whoever calls it',
  instead:
    'if eth_uninstallFilter fails, the rejection is unhandled, which ends a Node process',
  report: 'ethers-off.md',
  async explore(load) {
    const { BrowserProvider, Contract } = await load<Ethers>('ethers')
    return {
      duration: 10_000,
      invariants: [noUnhandledRejection()],
      // Reads that fail before are told in ethers/events.
      kinds: { late: 0 },
      body({ node, wait, onEnd }) {
        const provider = new BrowserProvider(node.provider)
        provider.pollingInterval = 1_000
        const contract = new Contract(token, [], provider)
        const listener = () => {}
        contract.on('*', listener)
        wait(5_300).then(() => contract.off('*', listener))
        onEnd(() => provider.destroy())
      },
    }
  },
}
