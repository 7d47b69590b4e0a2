import { always } from 'preseal/explore'
import { journey, plainChain } from '../../journey.js'
import type { Subject } from '../../subject.js'
import { pay, type Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.4': 'old', '2.57.12': 'holds' },
  law: 'a transaction with a receipt has at least one confirmation',
  instead:
    '`getTransactionConfirmations` returns 0 for a transaction with a receipt',
  upstream: 'wevm/viem#5275',
  mendedIn: '2.57.11',
  async explore(load) {
    const viem = await load<Viem>('viem')
    return {
      node: plainChain,
      body: journey(
        [always((shown) => typeof shown !== 'bigint' || shown >= 1n)],
        async (explored, show) => {
          const { client, hash } = await pay(viem, explored)
          const read = async () => {
            const transactionReceipt = await client.getTransactionReceipt({
              hash,
            })
            const confirmations = await client.getTransactionConfirmations({
              transactionReceipt,
            })
            show(confirmations)
          }
          for (;;) {
            await explored.wait(700)
            await read().catch(() => {})
          }
        },
      ),
    }
  },
}
