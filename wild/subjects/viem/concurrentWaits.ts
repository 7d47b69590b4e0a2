import { eventually } from 'preseal/explore'
import { journey, plainChain } from '../../journey.js'
import type { Subject } from '../../subject.js'
import { pay, type Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.56.9': 'plain', '2.57.0': 'holds' },
  law: 'of two waits for one transaction, each keeps to its own confirmations',
  instead:
    'the second of two waits for one transaction returns with the confirmations of the first',
  upstream: 'wevm/viem#5142',
  mendedIn: '2.57.0',
  async explore(load) {
    const viem = await load<Viem>('viem')
    return {
      node: plainChain,
      runs: 20,
      duration: 12_000,
      body: journey(
        [
          eventually((shown) => shown !== 'waiting'),
          ({ looks, nodes: [node] }) => {
            const shown = looks.find(({ value }) =>
              `${value}`.startsWith('3 at'),
            )
            if (node === undefined || shown === undefined)
              return { unjudged: 'the wait did not end' }
            const block = BigInt(`${shown.value}`.slice(5))
            const head = BigInt(
              node.view(shown.at).request({ method: 'eth_blockNumber' }),
            )
            return head >= block + 2n
              ? undefined
              : {
                  at: shown.at,
                  text: `a wait for 3 confirmations ended with ${head - block + 1n}`,
                }
          },
        ],
        async (explored, show) => {
          const { client, hash } = await pay(viem, explored)
          const wait = (confirmations: number) =>
            client.waitForTransactionReceipt({ hash, confirmations })
          wait(1).catch(() => {})
          const { blockNumber } = await wait(3)
          show(`3 at ${blockNumber}`)
        },
      ),
    }
  },
}
