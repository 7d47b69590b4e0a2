import { parseQuantity, type Result, refuse } from '../../base/hex/parse.js'
import {
  type BlockView,
  type Chain,
  latestNumber,
} from '../../chain/blocks/chain.js'
import { findSealedBlock } from '../../chain/lookup/find.js'
import { baseFeeAt, nextBaseFee } from '../../chain/model/blockRun.js'
import type { ImportedBlock } from '../../chain/model/importedBlock.js'
import { formatImportedReceipts } from '../format/formatImported.js'

const expectedCount = 'a number of blocks: hex, decimal digits or a number'

/** As geth's HexOrDecimal64 reads it. */
export function parseBlockCount(given: unknown): Result<number> {
  const isNumeral =
    typeof given === 'string'
      ? /^(?:0x[0-9a-fA-F]{1,16}|\d{1,19})$/.test(given)
      : typeof given === 'number' && Number.isSafeInteger(given) && given >= 0
  return isNumeral
    ? { ok: true, value: Number(given) }
    : refuse(given, expectedCount)
}

export function parsePercentiles(given: unknown): Result<readonly number[]> {
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
export function blobBaseFee(excessBlobGas: bigint): bigint {
  let sum = 0n
  let term = updateFraction
  for (let power = 1n; term > 0n; power++) {
    sum += term
    term = (term * excessBlobGas) / (updateFraction * power)
  }
  return sum / updateFraction
}

/** A transaction's payment to the miner, and for how much gas. */
export type Tip = {
  readonly from: string
  /** wei per gas */
  readonly tip: bigint
  readonly gasUsed: bigint
}

/** The fees of a block. */
export type BlockFees = {
  /** wei per gas */
  readonly baseFeePerGas: bigint
  /** wei per gas, of the block after it */
  readonly nextBaseFeePerGas: bigint
  readonly gasUsed: bigint
  readonly gasLimit: bigint
  readonly blobGasUsed: bigint
  readonly excessBlobGas: bigint
}

export function blockFees({ config }: Chain, block: BlockView): BlockFees {
  const { imported } = block
  const { baseFeePerGas, gasUsed, blobGasUsed } = imported ?? block
  const gasLimit = imported?.gasLimit ?? block.gasLimit
  return {
    baseFeePerGas,
    nextBaseFeePerGas:
      block.status === 'sealed'
        ? baseFeeAt(config, block.run.value, block.offset + 1)
        : nextBaseFee({ baseFeePerGas, gasUsed, gasLimit }, config),
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
 * @throws UnknownBlockError if an imported block came without receipts.
 */
export function tipsOf(block: BlockView): Tip[] {
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
const mostBlocks = 20
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
export function suggestTip(chain: Chain, least = 0n): bigint {
  const latest = latestNumber(chain)
  const samples: bigint[] = []
  for (let back = 0n; back < mostBlocks && back <= latest; back++)
    samples.push(...lowestTips(chain, latest - back))
  samples.sort(byAmount)
  const at = Math.floor(((samples.length - 1) * percentile) / 100)
  const tip = samples[at] ?? 0n
  if (tip < least) return least
  return tip > most ? most : tip
}

function lowestTips(chain: Chain, number: bigint): bigint[] {
  const block = findSealedBlock(chain, number)
  // A block that was imported without receipts has no known tip.
  if (block === null || (block.imported && !block.imported.receipts)) return []
  return tipsOf(block)
    .filter(({ from, tip }) => tip >= ignored && from !== chain.config.miner)
    .map(({ tip }) => tip)
    .sort(byAmount)
    .slice(0, perBlock)
}

function byAmount(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0
}
