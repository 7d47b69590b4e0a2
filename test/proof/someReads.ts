import type { MockNode } from 'preseal'
import { type Request, readsOf } from '../model/reads.js'
import { alice, bob, token, word } from '../node/actors.js'
import { ask, readLatest } from '../node/reads.js'
import type { Choose } from './everyStory.js'

const transfer = { from: alice, to: bob, value: '0x1' }
const call = { from: bob, to: token, data: '0x01' }

/** Requests that the model does not answer. */
const others: readonly Request[] = [
  ['eth_accounts'],
  ['eth_call', call, 'pending'],
  ['eth_createAccessList', call, 'latest'],
  ['eth_estimateGas', transfer],
  ['eth_feeHistory', '0x4', 'pending', [10, 50]],
  ['eth_fillTransaction', transfer],
  ['eth_gasPrice'],
  ['eth_getBlockTransactionCountByNumber', 'pending'],
  ['eth_getHeaderByNumber', 'latest'],
  ['eth_getLogs', { fromBlock: '0x0', toBlock: 'pending' }],
  ['eth_getLogs', { fromBlock: '0x0', toBlock: 'latest', address: token }],
  ['eth_getProof', alice, [word(1)], 'latest'],
  ['eth_getTransactionByBlockNumberAndIndex', 'pending', '0x0'],
  ['eth_maxPriorityFeePerGas'],
  ['eth_simulateV1', { blockStateCalls: [{ calls: [transfer] }] }, 'latest'],
  ['txpool_content'],
  ['txpool_status'],
]

/** Random reads of blocks, transactions and accounts that the node has now. */
export async function someReads(
  node: MockNode,
  count: number,
  choose: Choose,
): Promise<Request[]> {
  const latest = BigInt(await readLatest(node))
  const numbers = [latest - 1n, latest].filter((number) => number >= 0n)
  const blocks = (await Promise.all(
    ['latest', 'pending'].map((tag) =>
      ask(node, 'eth_getBlockByNumber', tag, false).catch(() => null),
    ),
  )) as ({ hash: string; transactions: string[] } | null)[]
  const all = [
    ...readsOf({
      latest,
      numbers,
      blockHashes: blocks.flatMap((block) => block?.hash ?? []),
      transactionHashes: blocks.flatMap((block) => block?.transactions ?? []),
    }),
    // As often as all others together.
    ...Array.from({ length: 8 }, () => others).flat(),
  ]
  return Array.from({ length: count }, () => all[choose(all.length)] as Request)
}
