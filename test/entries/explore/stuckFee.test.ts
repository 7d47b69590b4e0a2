import { createMockNode } from 'preseal'
import { mishapsOf } from 'preseal/explore'
import { formatTimeline, readTimeline } from 'preseal/timeline'
import { createWallet } from 'preseal/wallet'
import { createWalletClient, custom } from 'viem'
import { describe, expect, test } from 'vitest'
import { bob } from '../../node/actors.js'

const gwei = 10n ** 9n

/** A wallet has paid with a fee that block 3 accepts, as base fees fall. */
async function payTooLittle() {
  const node = createMockNode({
    header: { initialBaseFeePerGas: gwei },
    answers: { belowBaseFee: 'pooled' },
    clock: 'virtual',
  })
  const wallet = createWallet(node, { balance: 10n ** 18n })
  wallet.connect()
  const user = createWalletClient({
    chain: node.chain,
    transport: custom(wallet.provider),
  })
  const hash = await user.sendTransaction({
    account: wallet.account,
    to: bob,
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: (gwei * 7n) / 10n,
    maxPriorityFeePerGas: 0n,
  })
  return { node, name: `${hash.slice(0, 6)}…${hash.slice(-4)}` }
}

describe('a fee below the base fee', () => {
  test('behavior: the story tells that it was sent, that blocks passed, and when it entered one', async () => {
    const { node, name } = await payTooLittle()
    node.advance(3_800)
    expect(formatTimeline(node)).not.toContain('pre-confirmed')
    node.nextBlock(2)
    const told = formatTimeline(node).split('\n')
    const at = (text: string) => told.findIndex((line) => line.includes(text))
    const order = [
      at(`sent ${name}`),
      at('blocks 1 to 2 sealed, empty'),
      at(`${name} pre-confirmed, block 3 beat 0`),
    ]
    expect(order).not.toContain(-1)
    expect(order).toEqual([...order].sort((one, other) => one - other))
  })

  test('behavior: explore loses, and replaces in the wallet, one that never entered a block', async () => {
    const { node } = await payTooLittle()
    node.advance(3_800)
    const offered = mishapsOf(readTimeline(node)).map(({ kind, name }) =>
      [kind, name].join(': '),
    )
    for (const expected of [
      'never: the sent transaction is never included',
      'replaced: the sent transaction is sped up in the wallet',
      'replaced: the sent transaction waits, and is cancelled in the wallet after 2500 ms',
    ])
      expect(offered).toContain(expected)
  })
})
