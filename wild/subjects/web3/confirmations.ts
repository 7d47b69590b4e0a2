import { journey, plainChain } from '../../journey.js'
import { receiptStands } from '../../laws.js'
import type { Subject } from '../../subject.js'
import { bob } from '../../viem.js'

type Web3 = typeof import('web3')

export const subject: Subject = {
  software: 'web3',
  versions: { '4.16.0': 'holds' },
  law: 'the event "confirmation" comes with a receipt of the chain',
  async explore(load) {
    const { Web3 } = await load<Web3>('web3')
    return {
      node: plainChain,
      kinds: { lost: 0 },
      body: journey([receiptStands], async ({ wallet }, show) => {
        wallet.connect()
        const web3 = new Web3(wallet.provider as never)
        const from = wallet.account
        await web3.eth
          .sendTransaction({ from, to: bob, value: '0x1' })
          .on('confirmation', ({ confirmations, receipt }) => {
            if (confirmations === 3n)
              show(`${receipt.transactionHash} ${receipt.blockHash}`)
          })
      }),
    }
  },
}
