import FakeTimers from '@sinonjs/fake-timers'
import { type Body, explore, neverPaidTwice } from 'preseal/explore'
import { createWalletClient, custom } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { bob } from '../../node/actors.js'

const account = privateKeyToAccount(`0x${'7'.repeat(64)}`)
const lost =
  'eth_sendRawTransaction is carried out, but its answer is lost (HTTP 504)'

/** It pays anew, with the next nonce, if sending failed. */
const payingAgain: Body = ({ node, watch }) => {
  const transport = custom(node.provider, { retryCount: 0 })
  const payer = createWalletClient({ account, chain: node.chain, transport })
  let status = 'paying'
  const pay = () => payer.sendTransaction({ to: bob, value: 5n })
  void pay()
    .catch(() => new Promise((resolve) => setTimeout(resolve, 1_000)).then(pay))
    .then(
      () => {
        status = 'paid'
      },
      () => {
        status = 'not paid'
      },
    )
  watch('status', () => status, [])
}

describe('a transaction whose answer is lost', () => {
  test('was not counted as sent, so that a second payment went unseen', async () => {
    const { findings } = await explore(payingAgain, {
      timers: FakeTimers,
      duration: 6_000,
      only: lost,
      invariants: [neverPaidTwice()],
      node: { accounts: { [account.address]: { balance: 10n ** 18n } } },
    })
    expect(findings.map(({ text }) => text)).toMatchInlineSnapshot(`
      [
        "the payment of 5 wei to 0x0000…0b0b was included twice: as 0xe5c0…22e5 at 200 ms and as 0x9aa3…f230 at 1200 ms",
      ]
    `)
  })
})
