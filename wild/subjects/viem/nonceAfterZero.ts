import { always } from 'preseal/explore'
import { journey } from '../../journey.js'
import type { Subject } from '../../subject.js'
import {
  type Accounts,
  bob,
  type Nonce,
  readFrom,
  type Viem,
} from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.4': 'otherBlock', '2.57.12': 'holds' },
  law: 'a nonceManager hands out each nonce once',
  instead: "a `nonceManager` gives an account's second payment nonce 0 again",
  upstream: 'wevm/viem#5244',
  mendedIn: '2.57.11',
  async explore(load) {
    const viem = await load<Viem>('viem')
    const { createNonceManager, privateKeyToAccount } =
      await load<Accounts>('viem/accounts')
    const { jsonRpc } = await load<Nonce>('viem/nonce')
    const key = `0x${'11'.repeat(32)}` as const
    const { address } = privateKeyToAccount(key)
    return {
      node: { accounts: { [address]: { balance: 10n ** 18n } } },
      body: journey(
        [always((shown) => !`${shown}`.includes('nonce too low'))],
        async ({ node, wait }, show) => {
          const nonceManager = createNonceManager({ source: jsonRpc() })
          const account = privateKeyToAccount(key, { nonceManager })
          const { chain, provider } = node
          const transport = viem.custom(provider)
          const user = viem.createWalletClient({ account, chain, transport })
          const client = readFrom(viem, node)
          await client.getTransactionCount({ address, blockTag: 'pending' })
          await wait(300)
          for (const value of [1n, 2n, 3n]) {
            await user
              .sendTransaction({ to: bob, value, gas: 21_000n })

              .catch(({ details, message }) => show(`${details ?? message}`))
            await wait(900)
          }
        },
      ),
    }
  },
}
