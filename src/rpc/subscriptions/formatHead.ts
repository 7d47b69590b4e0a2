import type { RpcBlock } from 'viem'
import type { BlockView } from '../../chain/blocks/chain.js'
import { formatBlock } from '../format/formatBlock.js'
import { formatImportedBlock } from '../format/formatImported.js'
import type { View } from '../view/view.js'

/** A block without its transactions, as geth sends heads. */
export function formatHead(view: View, block: BlockView): Partial<RpcBlock> {
  const whole: Partial<RpcBlock> =
    block.imported === undefined
      ? formatBlock(view, block, false)
      : formatImportedBlock(block.imported, false)
  const { transactions, uncles, withdrawals, size, ...head } = whole
  return head
}
