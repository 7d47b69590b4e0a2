import { receiptStands } from 'preseal/explore'
import { journey, plainChain } from '../../journey.js'
import type { Subject } from '../../subject.js'
import { bob } from '../../viem.js'

type Web3 = typeof import('web3')

export const subject: Subject = {
  software: 'web3',
  versions: { '4.16.0': 'failed' },
  law: 'sendTransaction hands every error to the one who waits',
  instead:
    'a read that fails while confirmations are counted is an unhandled rejection, which ends a Node process',
  report: 'web3-confirmations.md',
  async explore(load) {
    const { Web3 } = await load<Web3>('web3')
    return {
      node: plainChain,
      kinds: { lost: 0 },
      body: journey([receiptStands()], async ({ wallet }, show) => {
        wallet.connect()
        const web3 = new Web3(wallet.provider as never)
        const from = wallet.account
        await web3.eth
          .sendTransaction({ from, to: bob, value: '0x1' })
          .on('confirmation', ({ confirmations, receipt }) => {
            if (confirmations === 3n) show(receipt)
          })
      }),
    }
  },
}
