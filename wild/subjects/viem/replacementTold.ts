import { always } from 'preseal/explore'
import { after, journey, plainChain } from '../../journey.js'
import type { Subject } from '../../subject.js'
import { pay, type Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.4': 'plain', '2.57.12': 'holds' },
  law: 'whoever gets the receipt of another transaction is told by onReplaced',
  instead:
    'a wait for two confirmations returns the receipt of the cancellation, and does not call `onReplaced`',
  upstream: 'wevm/viem#5284',
  mendedIn: '2.57.12',
  async explore(load) {
    const viem = await load<Viem>('viem')
    return {
      // The payment waits, until its user replaces it.
      node: { ...plainChain, faults: [{ type: 'includeNever', times: 1 }] },
      body: journey(
        [always((shown) => shown !== 'another, not told')],
        async (explored, show) => {
          const { client, hash } = await pay(viem, explored)
          after(1_000, explored, () => explored.wallet.cancel(hash))
          let isTold = false
          const receipt = await client.waitForTransactionReceipt({
            hash,
            confirmations: 2,
            onReplaced: () => {
              isTold = true
            },
          })
          if (receipt.transactionHash === hash) show(receipt.status)
          else show(isTold ? 'replaced' : 'another, not told')
        },
      ),
    }
  },
}
