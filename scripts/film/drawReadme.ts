import { createMockNode } from 'preseal'
import { formatTimeline } from 'preseal/timeline'

const alice = '0x00000000000000000000000000000000000a11ce'

/** ms that it shows */
export const filmed = 5_200

const bob = '0x0000000000000000000000000000000000000b0b'

/** The picture of the README, so many px wide: a payment, a drop and a reorg. */
export function drawReadme(width: number): string {
  const node = createMockNode({
    accounts: { [alice]: { balance: 10n ** 19n } },
    steps: [
      {
        at: 100,
        type: 'preconfirm',
        label: 'pay',
        from: alice,
        to: bob,
        value: 3n,
      },
      {
        at: 500,
        type: 'preconfirm',
        label: 'swap',
        from: alice,
        to: bob,
        value: 2n,
      },
      { at: 900, type: 'drop', transaction: 'swap' },
      {
        at: 2_100,
        type: 'preconfirm',
        label: 'tip',
        from: alice,
        to: bob,
        value: 1n,
      },
      { at: 4_400, type: 'reorg', depth: 1, omit: ['tip'] },
    ],
  })
  node.advance(filmed)
  const title =
    'A payment is sealed, a swap is dropped, a tip is lost to a reorg'
  return formatTimeline(node, { as: 'svg', title, width })
}
