import { always } from 'preseal/explore'
import { journey, plainChain } from '../../journey.js'
import type { Subject } from '../../subject.js'
import { pay, type Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.1': 'old', '2.57.4': 'holds' },
  law: 'waitForTransactionReceipt reports a replacement only if another transaction took the nonce',
  instead: 'a wait takes the transaction for its own replacement',
  upstream: 'wevm/viem#5179',
  mendedIn: '2.57.3',
  async explore(load) {
    const viem = await load<Viem>('viem')
    return {
      node: plainChain,
      kinds: { replaced: 0 },
      body: journey(
        [always((shown) => !`${shown}`.startsWith('replaced'))],
        async (explored, show) => {
          const { client, hash } = await pay(viem, explored)
          let told = ''
          const { status } = await client.waitForTransactionReceipt({
            hash,
            onReplaced: ({ reason }) => {
              told = `replaced: ${reason}, `
            },
          })
          show(told + status)
        },
      ),
    }
  },
}
