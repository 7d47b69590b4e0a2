import { journey } from '../../journey.js'
import { failedOnlyIfItFailed } from '../../laws.js'
import type { Subject } from '../../subject.js'
import { type Accounts, bob, type Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.13': 'delayed', '2.57.20': 'holds' },
  law: 'sendTransactionSync fails only if the transaction fails',
  instead:
    '`sendTransactionSync` fails when the node stops waiting for the receipt, and the transaction is included',
  picture: 'wild-sync',
  upstream: 'wevm/viem#5377',
  mendedIn: '2.57.15',
  async explore(load) {
    const viem = await load<Viem>('viem')
    const { privateKeyToAccount } = await load<Accounts>('viem/accounts')
    const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
    return {
      node: {
        accounts: { [account.address]: { balance: 10n ** 18n } },
        answers: { sendSync: { defaultTimeout: 1_000 } },
      },
      // Whose answer is lost on the way cannot know.
      kinds: { lost: 0 },
      body: journey([failedOnlyIfItFailed], async ({ node }, show) => {
        const { chain, provider } = node
        const transport = viem.custom(provider)
        const user = viem.createWalletClient({ account, chain, transport })
        const { status } = await user.sendTransactionSync({
          to: bob,
          value: 1n,
        })
        show(status)
      }),
    }
  },
}
