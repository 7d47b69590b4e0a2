import { toQuantity } from '../../base/hex/hex.js'
import { findBlock } from '../../chain/lookup/find.js'
import { result } from '../answers/result.js'
import { numberOrTag } from './commonParameters.js'
import { method } from './method.js'

/** `eth_blockNumber` with the tag of a block, as X Layer takes it. */
export const taggedBlockNumber = method({
  reads: 'block',
  isPublic: true,
  params: [
    { ...numberOrTag, absent: { value: { type: 'tag', tag: 'latest' } } },
  ],
  answer({ chain }, [selector]) {
    const block = findBlock(chain, selector)
    return result(block === null ? null : toQuantity(block.number))
  },
})
