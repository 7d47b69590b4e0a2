import { eventually } from 'preseal/explore'
import { journey, plainChain } from '../../journey.js'
import type { Subject } from '../../subject.js'
import { alice, bob, readFrom, type Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.20': 'late' },
  law: 'on a chain that seals a block for each transaction, the wait ends, however late an answer is',
  report: 'viem-joined-receipt.md',
  instead:
    'a receipt that was asked for before the block, and is answered after it, is not asked for again, and the wait times out',
  async explore(load) {
    const viem = await load<Viem>('viem')
    return {
      // One block, and none after it.
      node: {
        ...plainChain,
        sealing: 'manual',
        accounts: { [alice]: { balance: 10n ** 18n } },
        steps: [{ at: 1_300, type: 'seal' }],
      },
      runs: 150,
      // Without these the chain seals the block, with the payment.
      kinds: { never: 0, omitted: 0, dropped: 0, delayed: 0, reorged: 0 },
      body: journey(
        [eventually((shown) => shown !== 'waiting', { within: 60_000 })],
        async (explored, show) => {
          const client = readFrom(viem, explored.node)
          const hash = explored.node.preconfirm({ from: alice, to: bob })
          const { status } = await client.waitForTransactionReceipt({ hash })
          show(status)
        },
      ),
    }
  },
}
