import { createBundler } from 'preseal/bundler'
import { evm } from 'preseal/evm'
import type { Invariant } from 'preseal/explore'
import { journey } from '../../journey.js'
import type { Subject } from '../../subject.js'
import { type Accounts, bob, type Viem } from '../../viem.js'

/** It shows 'failed' only if bob is not paid in the end. */
const failedOnlyIfUnpaid: Invariant = ({ looks, nodes: [node], now }) => {
  const failed = looks.find(({ value }) => value === 'failed')
  const params = [bob, 'latest'] as const
  const request = { method: 'eth_getBalance', params: [...params] } as const
  const isPaid = node?.view(now).request(request as never) !== '0x0'
  return failed && isPaid
    ? { at: failed.at, text: 'it showed "failed", but bob was paid' }
    : undefined
}

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
  versions: { '0.4.1': 'failed' },
  law: 'a wait for a user operation fails only if the operation fails',
  // Perhaps a choice: the rejection is the read's own error, and who waits may
  // wait again.
  instead:
    'one failed eth_getUserOperationReceipt rejects the wait, and the operation succeeds',
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
      body: journey([failedOnlyIfUnpaid], async ({ node }, show) => {
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
