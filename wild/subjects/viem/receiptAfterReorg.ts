import { receiptStands } from 'preseal/explore'
import { journey, plainChain } from '../../journey.js'
import type { Subject } from '../../subject.js'
import { pay, type Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.1': 'reorged', '2.57.13': 'reorged', '2.57.20': 'holds' },
  law: 'waitForTransactionReceipt with three confirmations returns a receipt of the chain',
  instead:
    '`waitForTransactionReceipt` with three confirmations returns the receipt of a block that a reorg removed',
  picture: 'wild-reorg',
  upstream: 'wevm/viem#5406',
  mendedIn: '2.57.17',
  async explore(load) {
    const viem = await load<Viem>('viem')
    return {
      node: plainChain,
      body: journey([receiptStands()], async (explored, show) => {
        const { client, hash } = await pay(viem, explored)
        const receipt = await client.waitForTransactionReceipt({
          hash,
          confirmations: 3,
        })
        show(receipt)
      }),
    }
  },
}
