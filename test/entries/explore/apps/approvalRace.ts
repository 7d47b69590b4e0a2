import { erc20 } from 'preseal/contracts'
import type { Invariant } from 'preseal/explore'
import { everySentIsTold } from 'preseal/explore'
import { testAccounts } from 'preseal/wallet'
import {
  createPublicClient,
  createWalletClient,
  custom,
  erc20Abi,
  type Hash,
} from 'viem'
import { bob } from '../../../node/actors.js'
import type { App } from './app.js'

const token = '0x00000000000000000000000000000000000070cc'
const [owner] = testAccounts
const fees = {
  gas: 100_000n,
  maxFeePerGas: 3n * 10n ** 9n,
  type: 'eip1559',
} as const

const nothingReverts: Invariant = ({ timelines, mishaps }) => {
  const kind = mishaps[0]?.mishap.kind
  if (kind === 'revertedAtSeal' || kind === 'reorged') return undefined
  return timelines
    .flatMap(({ transactions }) => transactions)
    .flatMap(({ moves }) => moves)
    .filter((move) => 'status' in move && move.status === 'reverted')
    .map(({ at }) => ({
      at,
      text: 'the deposit reverted, since it came before its approval',
    }))[0]
}

/** Deposits as soon as the approval is sent, and not once it is there. */
export const approvalRace: App = {
  name: 'approval race',
  tells: /before its approval/,
  options: {
    // What reverts for another reason is no race.
    kinds: { reverted: 0, repeated: 0 },
    wallet: { connectedAccounts: 'all' },
    node: {
      contracts: [
        erc20({
          address: token,
          symbol: 'USDC',
          decimals: 6,
          balances: { [owner as `0x${string}`]: 100n },
        }),
      ],
    },
  },
  test:
    (isMended) =>
    async ({ node, wallet, watch, wait }) => {
      const client = createPublicClient({
        transport: custom(node.provider),
      })
      const user = createWalletClient({
        chain: node.chain,
        transport: custom(wallet.provider),
      })
      const [account, vault] = wallet.accounts as [Hash, Hash]
      let status = 'idle'
      watch('deposit', () => status, [everySentIsTold()])
      watch('chain', () => null, [nothingReverts])

      // What is only pre-confirmed may be dropped again.
      async function isSealed(hash: Hash): Promise<boolean> {
        for (let left = 40; left > 0; left--) {
          await wait(400)
          try {
            const { number } = await client.getBlock()
            const receipt = await client.getTransactionReceipt({ hash })
            if (receipt.blockNumber <= number)
              return receipt.status === 'success'
          } catch {
            // Not there yet.
          }
        }
        return false
      }

      try {
        await user.requestAddresses()
        status = 'approving'
        const approval = await user.writeContract({
          ...fees,
          account,
          address: token,
          abi: erc20Abi,
          functionName: 'approve',
          args: [vault, 40n],
        })
        if (isMended && !(await isSealed(approval))) {
          status = 'approval failed'
          return
        }
        status = 'depositing'
        wallet.connect()
        const deposit = await user.writeContract({
          ...fees,
          account: vault,
          address: token,
          abi: erc20Abi,
          functionName: 'transferFrom',
          args: [account, bob, 40n],
        })
        status = (await isSealed(deposit)) ? 'deposited' : 'deposit failed'
      } catch {
        status = 'failed'
      }
    },
}
