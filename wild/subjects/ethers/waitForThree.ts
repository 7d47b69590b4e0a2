import { receiptStands } from 'preseal/explore'
import { journey, plainChain } from '../../journey.js'
import type { Subject } from '../../subject.js'
import { bob } from '../../viem.js'

type Ethers = typeof import('ethers')

export const subject: Subject = {
  software: 'ethers',
  versions: { '6.17.0': 'failed' },
  law: 'tx.wait(3) returns a receipt of the chain',
  instead:
    'a read that fails while `tx.wait(3)` polls is an unhandled rejection, which ends a Node process',
  upstream: 'ethers-io/ethers.js#4822',
  async explore(load) {
    const { BrowserProvider } = await load<Ethers>('ethers')
    return {
      node: plainChain,
      body: journey([receiptStands()], async ({ wallet, onEnd }, show) => {
        wallet.connect()
        const provider = new BrowserProvider(wallet.provider)
        onEnd(() => provider.destroy())
        const signer = await provider.getSigner()
        const sent = await signer.sendTransaction({ to: bob, value: 1n })
        const receipt = await sent.wait(3)
        show({ transactionHash: receipt?.hash, blockHash: receipt?.blockHash })
      }),
    }
  },
}
