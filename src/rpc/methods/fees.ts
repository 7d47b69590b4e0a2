import type { Hex, RpcFeeHistory } from 'viem'
import { toQuantity } from '../../base/hex/hex.js'
import { parseSelector, type StateSelector } from '../../base/hex/parse.js'
import type { BlockView, Chain, SealedBlock } from '../../chain/blocks/chain.js'
import {
  findBlock,
  findSealedBlock,
  headNumber,
} from '../../chain/lookup/find.js'
import { notFound, refused, result } from '../answers/outcome.js'
import {
  type BlockFees,
  blobBaseFee,
  blockFees,
  parseBlockCount,
  parsePercentiles,
  suggestTip,
  tipsOf,
} from '../fees/fees.js'
import { type MethodsOf, method, type SchemaOfViem } from '../method/method.js'
import type { View } from '../view/view.js'

const latest: StateSelector = { type: 'tag', tag: 'latest' }

export type FeesSchema = SchemaOfViem<
  'eth_feeHistory' | 'eth_gasPrice' | 'eth_maxPriorityFeePerGas'
> & {
  // Only newer versions of viem have it.
  eth_blobBaseFee: { Parameters: []; ReturnType: Hex }
  // viem has none of it.
  eth_baseFee: { Parameters: []; ReturnType: Hex }
}

const blockCount = { name: 'blockCount', parse: parseBlockCount }
const newestBlock = {
  name: 'newestBlock',
  parse: parseSelector,
  isSelector: true,
}
const rewardPercentiles = {
  name: 'rewardPercentiles',
  parse: parsePercentiles,
  absent: { value: [] },
}

/** Gas prices, as geth answers them. */
export const feesMethods = {
  eth_gasPrice: method({
    reads: 'chain',
    isPublic: true,
    params: [],
    answer({ chain, answering }) {
      const { baseFeePerGas } = latestFees(chain)
      const tip = suggestTip(chain, answering.leastTip)
      return result(toQuantity(baseFeePerGas + tip))
    },
  }),

  eth_maxPriorityFeePerGas: method({
    reads: 'chain',
    isPublic: true,
    params: [],
    answer: ({ chain, answering }) =>
      result(toQuantity(suggestTip(chain, answering.leastTip))),
  }),

  /** The base fee of the next block. */
  eth_baseFee: method({
    reads: 'chain',
    isPublic: true,
    params: [],
    answer: ({ chain }) =>
      result(toQuantity(latestFees(chain).nextBaseFeePerGas)),
  }),

  eth_blobBaseFee: method({
    reads: 'chain',
    isPublic: true,
    params: [],
    answer({ chain }) {
      const { excessBlobGas } = latestFees(chain)
      return result(toQuantity(blobBaseFee(excessBlobGas)))
    },
  }),

  eth_feeHistory: method({
    reads: 'block',
    isPublic: true,
    params: [blockCount, newestBlock, rewardPercentiles],
    answer({ chain }, [count, newest, percentiles]) {
      const history = feeHistory(chain, count, newest, percentiles)
      if (history === null) return notFound(newest)
      if (typeof history === 'string') return refused(history)
      const { oldest, blocks } = history
      // geth's zero value, which viem's type does not know.
      if (blocks.length === 0)
        return result({ oldestBlock: '0x0', gasUsedRatio: null } as never)
      const last = blocks.at(-1)
      const wire: RpcFeeHistory & {
        baseFeePerBlobGas: string[]
        blobGasUsedRatio: number[]
      } = {
        oldestBlock: toQuantity(oldest),
        ...(percentiles.length > 0 && {
          reward: blocks.map(({ rewards }) => rewards.map(toQuantity)),
        }),
        baseFeePerGas: [
          ...blocks.map(({ baseFeePerGas }) => baseFeePerGas),
          last?.nextBaseFeePerGas ?? 0n,
        ].map(toQuantity),
        gasUsedRatio: blocks.map(({ gasUsed, gasLimit }) =>
          ratio(gasUsed, gasLimit),
        ),
        baseFeePerBlobGas: [
          ...blocks.map(({ blobBaseFees }) => blobBaseFees[0]),
          last?.blobBaseFees[1] ?? 0n,
        ].map(toQuantity),
        blobGasUsedRatio: blocks.map(({ blobGasUsed }) =>
          ratio(blobGasUsed, mostBlobGas),
        ),
      }
      return result(wire)
    },
  }),
} satisfies MethodsOf<FeesSchema>

function latestFees(chain: View['chain']) {
  return blockFees(chain, findBlock(chain, latest) as SealedBlock)
}

function ratio(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number(part) / Number(whole)
}

type FeeHistory = {
  readonly oldest: bigint
  /** Oldest first, without gaps. */
  readonly blocks: readonly FeesOfBlock[]
}

type FeesOfBlock = BlockFees & {
  /** wei per blob gas, of it and of the block after it */
  readonly blobBaseFees: readonly [bigint, bigint]
  /** wei per gas, for each percentile */
  readonly rewards: readonly bigint[]
}

// As in geth's `eth/gasprice/feehistory.go`.
const mostBlocks = 1_024
const mostPercentiles = 100
// In Prague, 6 blobs of 131,072 are the target, and 9 fit.
const targetBlobGas = 786_432n
const mostBlobGas = 1_179_648n

/**
 * The fees of blocks up to `newest`, as in geth: fewer than asked for if there
 * are no more, or if the chain has a gap before an import.
 *
 * @returns In geth's words, why not; null if there is no such block.
 */
function feeHistory(
  chain: Chain,
  count: number,
  newest: StateSelector,
  percentiles: readonly number[],
): FeeHistory | string | null {
  if (count < 1) return { oldest: 0n, blocks: [] }
  const wrong = wrongPercentile(percentiles) ?? beyondHead(chain, newest)
  if (wrong !== undefined) return wrong
  const block = findBlock(chain, newest)
  if (block === null) return null
  const blocks: FeesOfBlock[] = []
  const last = numberOf(block)
  let number = last
  for (
    let next: BlockView | null = block;
    next !== null && blocks.length < Math.min(count, mostBlocks);
    next = findSealedBlock(chain, --number)
  )
    blocks.push(feesOf(chain, next, percentiles))
  return {
    oldest: last - BigInt(blocks.length - 1),
    blocks: blocks.reverse(),
  }
}

/** An imported pending block says its own. */
function numberOf({ number, imported }: BlockView): bigint {
  return imported?.number ?? number
}

function wrongPercentile(percentiles: readonly number[]): string | undefined {
  const words = 'invalid reward percentile'
  if (percentiles.length > mostPercentiles)
    return `${words}: over the query limit ${mostPercentiles}`
  for (const [at, percentile] of percentiles.entries()) {
    const before = percentiles[at - 1] ?? -1
    const text = percentile.toFixed(6)
    if (percentile < 0 || percentile > 100) return `${words}: ${text}`
    if (percentile <= before)
      return `${words}: #${at - 1}:${before.toFixed(6)} >= #${at}:${text}`
  }
  return undefined
}

function beyondHead(chain: Chain, newest: StateSelector): string | undefined {
  const head = headNumber(chain)
  return newest.type === 'number' && newest.number > head
    ? `request beyond head block: requested ${newest.number}, head ${head}`
    : undefined
}

function feesOf(
  chain: Chain,
  block: BlockView,
  percentiles: readonly number[],
): FeesOfBlock {
  const fees = blockFees(chain, block)
  const left = fees.excessBlobGas + fees.blobGasUsed - targetBlobGas
  return {
    ...fees,
    blobBaseFees: [
      blobBaseFee(fees.excessBlobGas),
      blobBaseFee(block.imported === undefined || left < 0n ? 0n : left),
    ],
    rewards: rewardsOf(block, fees.gasUsed, percentiles),
  }
}

/** The tip at which that share of the block's gas was bought, or for less. */
function rewardsOf(
  block: BlockView,
  gasUsed: bigint,
  percentiles: readonly number[],
): bigint[] {
  if (percentiles.length === 0) return []
  const tips = tipsOf(block).sort((one, other) =>
    one.tip < other.tip ? -1 : one.tip > other.tip ? 1 : 0,
  )
  let at = 0
  let sum = tips[0]?.gasUsed ?? 0n
  return percentiles.map((percentile) => {
    const threshold = BigInt(Math.floor((Number(gasUsed) * percentile) / 100))
    while (sum < threshold && at < tips.length - 1)
      sum += tips[++at]?.gasUsed ?? 0n
    return tips[at]?.tip ?? 0n
  })
}
