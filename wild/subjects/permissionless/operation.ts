import { createBundler } from 'preseal/bundler'
import { evm } from 'preseal/evm'
import { journey } from '../../journey.js'
import { failedOnlyIfItFailed } from '../../laws.js'
import type { Subject } from '../../subject.js'
import { type Accounts, bob, type Viem } from '../../viem.js'

type Permissionless = {
  createSmartAccountClient(options: object): {
    sendUserOperation(options: object): Promise<`0x${string}`>
    waitForUserOperationReceipt(options: object): Promise<{ success: boolean }>
  }
}
type OfAccounts = {
  toSimpleSmartAccount(options: object): Promise<{ address: `0x${string}` }>
}

export const subject: Subject = {
  software: 'permissionless',
  versions: { '0.4.1': 'holds' },
  law: 'a wait for a user operation fails only if the operation fails',
  async explore(load) {
    const viem = await load<Viem>('viem')
    const { privateKeyToAccount } = await load<Accounts>('viem/accounts')
    const { createSmartAccountClient } =
      await load<Permissionless>('permissionless')
    const { toSimpleSmartAccount } = await load<OfAccounts>(
      'permissionless/accounts',
    )
    const { entryPoint08Address } = await load<{
      entryPoint08Address: `0x${string}`
    }>('viem/account-abstraction')
    const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`)
    return {
      node: { engine: evm() },
      kinds: { lost: 0 },
      runs: 60,
      duration: 10_000,
      body: journey([failedOnlyIfItFailed], async ({ node }, show) => {
        createBundler(node)
        const { chain, provider } = node
        const transport = viem.custom(provider)
        const client = viem.createPublicClient({ chain, transport })
        const account = await toSimpleSmartAccount({
          client,
          owner,
          entryPoint: { address: entryPoint08Address, version: '0.8' },
        })
        node.setBalance({ address: account.address, value: 10n ** 18n })
        const app = createSmartAccountClient({
          account,
          chain,
          client,
          bundlerTransport: transport,
        })
        const hash = await app.sendUserOperation({
          calls: [{ to: bob, value: 1n }],
        })
        const { success } = await app.waitForUserOperationReceipt({ hash })
        show(success ? 'success' : 'failed')
      }),
    }
  },
}
