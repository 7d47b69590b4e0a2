import { createBundler } from 'preseal/bundler'
import type { Invariant } from 'preseal/explore'
import { plainChain } from '../../journey.js'
import { batchingWallet, renderTransaction } from '../../onchainkit.js'
import type { Subject } from '../../subject.js'
import { bob } from '../../viem.js'

/** It is told as it went: success if bob was paid, an error if he never is. */
const toldAsItWent: Invariant = ({ looks, nodes: [node], now }) => {
  const told = looks.find(({ value }) => value !== 'waiting')
  if (told === undefined || node === undefined)
    return { unjudged: 'nothing was told' }
  const isPaid = (at: number) =>
    node.view(at).request({
      method: 'eth_getBalance',
      params: [bob, 'latest'],
    } as never) !== '0x0'
  if (told.value === 'success' && !isPaid(told.at))
    return { at: told.at, text: 'it told of a success, and bob was not paid' }
  if (told.value === 'failed' && isPaid(now))
    return { at: told.at, text: 'it told of an error, and bob was paid' }
  return undefined
}

export const subject: Subject = {
  software: '@coinbase/onchainkit',
  versions: { '1.1.3': 'holds' },
  law: 'a batch that a paymaster pays for calls `onSuccess` only if it was included, and `onError` only if it was not',
  async explore(load) {
    const render = await renderTransaction(load)
    return {
      node: plainChain,
      wallet: { profile: batchingWallet },
      // A success is told at the first block.
      kinds: { lost: 0, replaced: 0, reorged: 0 },
      runs: 60,
      body(explored) {
        let shown = 'waiting'
        for (const node of explored.nodes) createBundler(node)
        explored.watch('told', () => shown, [toldAsItWent])
        render(
          explored,
          {
            onError() {
              shown = 'failed'
            },
            onSuccess() {
              shown = 'success'
            },
          },
          { isSponsored: true },
        )
      },
    }
  },
}
