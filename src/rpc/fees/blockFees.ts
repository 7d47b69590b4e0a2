import { parseQuantity } from '../../base/hex/parse.js'
import type { BlockView, Chain } from '../../chain/blocks/chain.js'
import { baseFeeAt, nextBaseFee } from '../../chain/model/blockRun.js'
import type { ImportedBlock } from '../../chain/model/importedBlock.js'
import { formatImportedReceipts } from '../format/formatImported.js'

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
