import type { Header } from '../../base/codec/header.js'
import type { BlockView, Chain } from '../blocks/chain.js'
import { blockHeader } from '../lookup/blockHash.js'
import { readHeader } from './readHeader.js'

/** The header of a block, an imported one's as its JSON has it. */
export function headerOf(chain: Chain, block: BlockView): Header {
  return block.imported === undefined
    ? blockHeader(chain, block)
    : readHeader(JSON.parse(block.imported.text))
}
