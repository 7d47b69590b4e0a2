import type { Hash, Hex } from 'viem'
import { encodeWireTransaction } from '../../base/codec/encodeWire.js'
import type { Wire } from '../../base/codec/wire.js'
import { toHex } from '../../base/hex/hex.js'
import { type StateSelector, selectorText } from '../../base/hex/parse.js'
import type { BlockView } from '../../chain/blocks/chain.js'
import { findQueued } from '../../chain/blocks/queue.js'
import {
  assertNoBlock,
  recordedTransaction,
} from '../../chain/lookup/askFork.js'
import { findBlock, findTransaction } from '../../chain/lookup/find.js'
import { refused, result } from '../answers/outcome.js'
import type { CallBlock } from '../calls/callSchema.js'
import {
  encodeRawBlock,
  encodeRawHeader,
  encodeRawReceipts,
  encodeRawTransaction,
} from '../format/formatTransaction.js'
import {
  block,
  type MethodsOf,
  method,
  transactionHash,
} from '../method/method.js'
import type { View } from '../view/view.js'

export type RawSchema = {
  debug_getRawBlock: { Parameters: [block: CallBlock]; ReturnType: Hex }
  debug_getRawHeader: { Parameters: [block: CallBlock]; ReturnType: Hex }
  debug_getRawReceipts: { Parameters: [block: CallBlock]; ReturnType: Hex[] }
  debug_getRawTransaction: {
    Parameters: [transactionHash: Hash]
    ReturnType: Hex
  }
}

/** The bytes that are hashed, as geth's `debug` methods give them. */
export const rawMethods = {
  debug_getRawBlock: method({
    reads: 'block',
    isPublic: false,
    params: [block],
    answer: (view, [selector]) =>
      ofBlock(view, selector, (block) => {
        const raw = encodeRawBlock(view.chain, block)
        return raw.startsWith('0x') ? result(raw as Hex) : refused(raw)
      }),
  }),

  debug_getRawHeader: method({
    reads: 'block',
    isPublic: false,
    params: [block],
    answer: (view, [selector]) =>
      ofBlock(view, selector, (block) =>
        result(encodeRawHeader(view.chain, block)),
      ),
  }),

  debug_getRawReceipts: method({
    reads: 'block',
    isPublic: false,
    params: [block],
    answer: (view, [selector]) =>
      ofBlock(view, selector, (block) => result(encodeRawReceipts(block))),
  }),

  /** A waiting transaction counts too; an unknown one has no bytes. */
  debug_getRawTransaction: method({
    reads: 'transaction',
    isPublic: false,
    params: [transactionHash],
    answer({ chain }, [hash]) {
      const found = findTransaction(chain, hash)
      if (found !== null) return result(encodeRawTransaction(found))
      const queued = findQueued(chain.queue, hash)
      if (queued !== undefined) return result(toHex(queued.envelope))
      const recorded = recordedTransaction(chain, hash)
      return result(
        recorded === null
          ? '0x'
          : toHex(encodeWireTransaction(recorded.transaction as Wire, hash)),
      )
    },
  }),
} satisfies MethodsOf<RawSchema>

function ofBlock<answer>(
  { chain }: View,
  selector: StateSelector,
  answer: (block: BlockView) => answer,
) {
  const block = findBlock(chain, selector)
  if (block === null) assertNoBlock(chain, selector)
  return block === null
    ? refused(`block ${selectorText(selector)} not found`)
    : answer(block)
}
