import type { Hex, RpcFeeHistory } from 'viem'
import { toQuantity } from '../../base/hex/hex.js'
import { parseSelector, type StateSelector } from '../../base/hex/parse.js'
import type { SealedBlock } from '../../chain/blocks/chain.js'
import { findBlock } from '../../chain/lookup/find.js'
import { notFound, refused, result } from '../answers/outcome.js'
import { feeHistory, mostBlobGas } from '../fees/feeHistory.js'
import {
  blobBaseFee,
  blockFees,
  parseBlockCount,
  parsePercentiles,
  suggestTip,
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
    answer({ chain }) {
      const { baseFeePerGas } = latestFees(chain)
      return result(toQuantity(baseFeePerGas + suggestTip(chain)))
    },
  }),

  eth_maxPriorityFeePerGas: method({
    reads: 'chain',
    isPublic: true,
    params: [],
    answer: ({ chain }) => result(toQuantity(suggestTip(chain))),
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
