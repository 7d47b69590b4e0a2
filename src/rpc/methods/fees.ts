import type { Hex, RpcFeeHistory } from 'viem'
import {
  parseQuantity,
  parseSelector,
  type Result,
  refuse,
  type StateSelector,
  toQuantity,
} from '../../base/hex/hex.js'
import {
  type BlockView,
  type Chain,
  latestNumber,
  type SealedBlock,
} from '../../chain/blocks/chain.js'
import {
  findBlock,
  findSealedBlock,
  headNumber,
} from '../../chain/lookup/find.js'
import { baseFeeAfter, baseFeeAt } from '../../chain/model/blockRun.js'
import type { ImportedBlock } from '../../chain/model/importedBlock.js'
import { notFound, refused, result } from '../answers/outcome.js'
import { formatImportedReceipts } from '../format/formatImported.js'
import { type MethodsOf, method, type SchemaOfViem } from '../method/method.js'
import { type Answering, defaultAnswers, type View } from '../view/view.js'

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
      const { defaultFee, gasPrice } = answering
      const isNext = defaultFee === 'exact' || gasPrice === 'next'
      const { baseFeePerGas } = isNext ? chain.open : latestFees(chain)
      const tip = suggestTip(chain, answering)
      return result(toQuantity(baseFeePerGas + tip))
    },
  }),

  eth_maxPriorityFeePerGas: method({
    reads: 'chain',
    isPublic: true,
    params: [],
    answer: ({ chain, answering }) =>
      result(toQuantity(suggestTip(chain, answering))),
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
    answer({ chain, answering }, [count, newest, percentiles]) {
      const { feePercentiles } = answering
      const history = feeHistory(
        chain,
        count,
        newest,
        percentiles,
        feePercentiles,
      )
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
  of: Answering['feePercentiles'],
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
    blocks.push(feesOf(chain, next, percentiles, of))
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
  of: Answering['feePercentiles'],
): FeesOfBlock {
  const fees = blockFees(chain, block)
  const left = fees.excessBlobGas + fees.blobGasUsed - targetBlobGas
  return {
    ...fees,
    blobBaseFees: [
      blobBaseFee(fees.excessBlobGas),
      blobBaseFee(block.imported === undefined || left < 0n ? 0n : left),
    ],
    rewards: rewardsOf(block, fees[of], percentiles),
  }
}

/** The tip at which that share of the block's gas was bought, or for less. */
function rewardsOf(
  block: BlockView,
  whole: bigint,
  percentiles: readonly number[],
): bigint[] {
  if (percentiles.length === 0) return []
  const tips = tipsOf(block).sort((one, other) =>
    one.tip < other.tip ? -1 : one.tip > other.tip ? 1 : 0,
  )
  let at = 0
  let sum = tips[0]?.gasUsed ?? 0n
  return percentiles.map((percentile) => {
    const threshold = BigInt(Math.floor((Number(whole) * percentile) / 100))
    while (sum < threshold && at < tips.length - 1)
      sum += tips[++at]?.gasUsed ?? 0n
    return tips[at]?.tip ?? 0n
  })
}

const expectedCount = 'a number of blocks: hex, decimal digits or a number'

/** As geth's HexOrDecimal64 reads it. */
function parseBlockCount(given: unknown): Result<number> {
  const isNumeral =
    typeof given === 'string'
      ? /^(?:0x[0-9a-fA-F]{1,16}|\d{1,19})$/.test(given)
      : typeof given === 'number' && Number.isSafeInteger(given) && given >= 0
  return isNumeral
    ? { ok: true, value: Number(given) }
    : refuse(given, expectedCount)
}

function parsePercentiles(given: unknown): Result<readonly number[]> {
  if (given === null) return { ok: true, value: [] }
  return Array.isArray(given) && given.every((one) => Number.isFinite(one))
    ? { ok: true, value: given.slice() }
    : refuse(given, 'an array of numbers')
}

/**
 * The update fraction of Prague (EIP-7691); blocks of the chain itself have no
 * excess.
 */
const updateFraction = 5_007_716n

/** wei per blob gas (EIP-4844), which grows with the excess by a power of e. */
function blobBaseFee(excessBlobGas: bigint): bigint {
  let sum = 0n
  let term = updateFraction
  for (let power = 1n; term > 0n; power++) {
    sum += term
    term = (term * excessBlobGas) / (updateFraction * power)
  }
  return sum / updateFraction
}

/** A transaction's payment to the miner, and for how much gas. */
type Tip = {
  readonly from: string
  /** wei per gas */
  readonly tip: bigint
  readonly gasUsed: bigint
}

/** The fees of a block. */
type BlockFees = {
  /** wei per gas */
  readonly baseFeePerGas: bigint
  /** wei per gas, of the block after it */
  readonly nextBaseFeePerGas: bigint
  readonly gasUsed: bigint
  readonly gasLimit: bigint
  readonly blobGasUsed: bigint
  readonly excessBlobGas: bigint
}

function blockFees({ config }: Chain, block: BlockView): BlockFees {
  const { imported } = block
  const { baseFeePerGas, gasUsed, blobGasUsed } = imported ?? block
  const gasLimit = imported?.gasLimit ?? block.gasLimit
  return {
    baseFeePerGas,
    nextBaseFeePerGas:
      block.status === 'sealed'
        ? baseFeeAt(config, block.run.value, block.offset + 1)
        : baseFeeAfter(
            { number: block.number, baseFeePerGas, gasUsed, gasLimit },
            config,
          ),
    gasUsed,
    gasLimit,
    blobGasUsed,
    excessBlobGas: imported === undefined ? 0n : excessBlobGas(imported),
  }
}

function excessBlobGas({ text }: ImportedBlock): bigint {
  const parsed = parseQuantity(JSON.parse(text).excessBlobGas)
  return parsed.ok ? parsed.value : 0n
}

/**
 * The tips of a block's transactions, in their order; a deposit pays none.
 *
 * @throws UnknownStateError if an imported block came without receipts.
 */
function tipsOf(block: BlockView): Tip[] {
  const { imported } = block
  if (imported !== undefined)
    return formatImportedReceipts(imported).map((receipt) => {
      const price = BigInt(receipt.effectiveGasPrice ?? 0)
      const tip = price - imported.baseFeePerGas
      return {
        from: receipt.from,
        tip: tip < 0n ? 0n : tip,
        gasUsed: BigInt(receipt.gasUsed),
      }
    })
  return block.included.map(({ transaction, effect, effectiveGasPrice }) => ({
    from: transaction.from,
    tip:
      transaction.type === 'deposit'
        ? 0n
        : effectiveGasPrice - block.baseFeePerGas,
    gasUsed: effect.gasUsed,
  }))
}

// As in geth's `eth/gasprice/gasprice.go` and `eth/ethconfig/config.go`.
const sampledBlocks = 20
const perBlock = 3
const percentile = 60
const ignored = 2n
const most = 500_000_000_000n

/**
 * wei per gas that inclusion has cost of late: the 60th percentile of the three
 * lowest tips of each of the 20 latest blocks, as geth takes it. Empty blocks
 * do not count here, whereas geth falls back on its earlier suggestion, and
 * without any tip it is 0.
 */
export function suggestTip(
  chain: Chain,
  {
    leastTip: least,
    suggestedTip,
  }: Pick<Answering, 'leastTip' | 'suggestedTip'> = defaultAnswers,
): bigint {
  if (suggestedTip === 'least') return least
  const latest = latestNumber(chain)
  if (suggestedTip === 'ofLatest') {
    const [lowest = 0n] = knownTips(chain, latest).map(amountOf).sort(byAmount)
    return lowest < least ? least : lowest
  }
  const samples: bigint[] = []
  for (let back = 0n; back < sampledBlocks && back <= latest; back++)
    samples.push(...lowestTips(chain, latest - back))
  samples.sort(byAmount)
  const at = Math.floor(((samples.length - 1) * percentile) / 100)
  const tip = samples[at] ?? 0n
  if (tip < least) return least
  return tip > most ? most : tip
}

/** The tip of `eth_sendTransaction` and `eth_fillTransaction` if none is given. */
export function tipOfNode(
  suggested: bigint,
  { leastTip, suggestedTip }: Pick<Answering, 'leastTip' | 'suggestedTip'>,
): bigint {
  return suggestedTip === 'ofLatest' ? leastTip : suggested
}

function lowestTips(chain: Chain, number: bigint): bigint[] {
  return knownTips(chain, number)
    .filter(({ from, tip }) => tip >= ignored && from !== chain.config.miner)
    .map(amountOf)
    .sort(byAmount)
    .slice(0, perBlock)
}

/** A block that was imported without receipts has none. */
function knownTips(chain: Chain, number: bigint): Tip[] {
  const block = findSealedBlock(chain, number)
  const isUnknown =
    block === null || (block.imported && !block.imported.receipts)
  return isUnknown ? [] : tipsOf(block)
}

const amountOf = ({ tip }: Tip) => tip

function byAmount(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0
}
