import { journey, plainChain } from '../../journey.js'
import { failedOnlyIfItFailed } from '../../laws.js'
import type { Subject } from '../../subject.js'
import { bob } from '../../viem.js'

type Web3 = typeof import('web3')

export const subject: Subject = {
  software: 'web3',
  versions: { '4.16.0': 'failed' },
  law: 'sendTransaction fails only if the transaction fails',
  // Perhaps a choice: the rejection is the read's own error.
  instead:
    'one failed read while it waits for the receipt rejects it, and the payment succeeds',
  async explore(load) {
    const { Web3 } = await load<Web3>('web3')
    return {
      node: plainChain,
      kinds: { replaced: 0, lost: 0 },
      body: journey([failedOnlyIfItFailed], async ({ wallet }, show) => {
        wallet.connect()
        const web3 = new Web3(wallet.provider as never)
        const from = wallet.account
        const receipt = await web3.eth.sendTransaction({
          from,
          to: bob,
          value: '0x1',
        })
        show(receipt.status === 1n ? 'success' : 'reverted')
      }),
    }
  },
}
