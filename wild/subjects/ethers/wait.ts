import { journey, plainChain } from '../../journey.js'
import { failedOnlyIfItFailed } from '../../laws.js'
import type { Subject } from '../../subject.js'
import { bob } from '../../viem.js'

type Ethers = typeof import('ethers')

export const subject: Subject = {
  software: 'ethers',
  versions: { '6.17.0': 'failed' },
  law: 'tx.wait() hands every error to the one who waits',
  instead:
    'a read that fails while `tx.wait()` polls is an unhandled rejection, which ends a Node process',
  upstream: 'ethers-io/ethers.js#4822',
  async explore(load) {
    const { BrowserProvider } = await load<Ethers>('ethers')
    return {
      node: plainChain,
      // The hash that is waited for is gone: ethers says so, by a rejection.
      kinds: { replaced: 0, lost: 0 },
      body: journey([failedOnlyIfItFailed], async ({ wallet, onEnd }, show) => {
        wallet.connect()
        const provider = new BrowserProvider(wallet.provider)
        onEnd(() => provider.destroy())
        const signer = await provider.getSigner()
        const sent = await signer.sendTransaction({ to: bob, value: 1n })
        try {
          const receipt = await sent.wait()
          show(receipt?.status === 1 ? 'success' : 'reverted')
        } catch (error) {
          // Any other error says that a read failed, not the transaction.
          const { code } = error as { code: string }
          show(code === 'CALL_EXCEPTION' ? 'failed' : 'unknown')
        }
      }),
    }
  },
}
