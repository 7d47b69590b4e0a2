import { neverPaidTwice } from 'preseal/explore'
import { createPublicClient, custom, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { bob } from '../../../../node/actors.js'
import type { App } from '../app.js'

const payer = privateKeyToAccount(`0x${'5'.repeat(64)}`)

/** A script that pays again, with the next nonce, where it got no answer. */
export const paidAgain: App = {
  name: 'paid again',
  tells: /neverPaidTwice: .*; when eth_/,
  options: {
    node: { accounts: { [payer.address]: { balance: 10n ** 18n } } },
    invariants: [neverPaidTwice()],
  },
  test:
    (isMended) =>
    ({ node, watch, wait }) => {
      const transport = custom(node.provider, { retryCount: 0 })
      const client = createPublicClient({ transport, cacheTime: 0 })
      const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n }
      let status = 'paying'

      async function sign() {
        for (;;) {
          try {
            const nonce = await client.getTransactionCount({
              address: payer.address,
              blockTag: 'pending',
            })
            return await payer.signTransaction({
              ...{ ...fees, type: 'eip1559', chainId: node.chain.id, nonce },
              ...{ to: bob, value: 1n, gas: 21_000n },
            })
          } catch {
            await wait(700)
          }
        }
      }

      async function pay() {
        let signed = await sign()
        for (let tries = 0; tries < 8; tries++) {
          try {
            await client.sendRawTransaction({ serializedTransaction: signed })
          } catch {
            if (!isMended) signed = await sign()
          }
          await wait(1_500)
          const hash = keccak256(signed)
          const receipt = await client
            .getTransactionReceipt({ hash })
            .catch(() => undefined)
          if (receipt === undefined) continue
          status = receipt.status === 'success' ? 'paid' : 'failed'
          return
        }
        status = 'unknown'
      }

      watch('payment', () => status, [])
      void pay()
    },
}
