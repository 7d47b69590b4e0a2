import { toQuantity } from '../../base/hex/hex.js'
import type { Address, BlockSelector, Hex, MockNode } from '../../index.js'
import { checkArgument, checkNode } from './internal/checks.js'
import { type Verdict, verdict } from './internal/verdict.js'

/**
 * Whether a storage slot has this value, without faults.
 *
 * @param slot - Hex, or a number.
 * @param value - Hex, with or without leading zeros.
 * @param block - Default `'latest'`
 */
export function toHaveStorageAt(
  node: MockNode,
  address: Address,
  slot: Hex | number,
  value: Hex,
  block: BlockSelector = 'latest',
): Verdict {
  checkNode('toHaveStorageAt', node)
  checkArgument('toHaveStorageAt', {
    given: value,
    isRight: /^0x[0-9a-f]+$/i.test(value),
    expected: "hex behind the address and the slot, such as '0x5'",
  })
  const at: Hex = typeof slot === 'number' ? toQuantity(slot) : slot
  const seen = node
    .view()
    .request({ method: 'eth_getStorageAt', params: [address, at, block] })
  return verdict({
    node,
    pass: BigInt(seen ?? '0x0') === BigInt(value),
    subject: address,
    predicate: `have ${value} in slot ${slot} under ${block}`,
    seen: `It has ${seen} there.`,
  })
}
