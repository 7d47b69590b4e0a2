import { everySentIsTold } from 'preseal/explore'
import { after, journey, plainChain } from '../../journey.js'
import type { Subject } from '../../subject.js'
import { bob, userOf, type Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.4': 'plain', '2.57.12': 'holds' },
  law: 'a wait ends when the transaction is sped up, whatever the case of addresses',
  instead:
    "a wait never sees that the payment was sped up, if the endpoint's methods differ in the case of addresses",
  upstream: 'wevm/viem#5192',
  mendedIn: '2.57.5',
  async explore(load) {
    const viem = await load<Viem>('viem')
    return {
      // The payment waits, until its user replaces it.
      node: { ...plainChain, faults: [{ type: 'includeNever', times: 1 }] },
      // A wait that begins after the replacement needs to be told of it.
      runs: 0,
      body: journey(
        [everySentIsTold({ ends: /success|reverted|failed/ })],
        async (explored, show) => {
          const { chain, provider } = explored.node
          // Some endpoints checksum the addresses of a transaction.
          const request = async (asked: never) => {
            const answer = await provider.request(asked)
            const { method } = asked as { method: string }
            if (method !== 'eth_getTransactionByHash' || answer === null)
              return answer as never
            const found = answer as { from: `0x${string}` }
            return { ...found, from: viem.getAddress(found.from) } as never
          }
          const transport = viem.custom({ request } as never)
          const client = viem.createPublicClient({
            chain,
            transport,
            pollingInterval: 1_000,
          })
          const user = userOf(viem, explored)
          const hash = await user.sendTransaction({ to: bob, value: 1n })
          after(1_000, explored, () => explored.wallet.speedUp(hash))
          const { status } = await client.waitForTransactionReceipt({
            hash,
            timeout: 100_000,
          })
          show(status)
        },
      ),
    }
  },
}
