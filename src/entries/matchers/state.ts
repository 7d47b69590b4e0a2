import { parseAddress, toQuantity } from '../../base/hex/hex.js'
import { fitting, readOptions } from '../../base/validation/fields.js'
import { selector, slot } from '../../base/validation/values.js'
import type { Address, BlockSelector, Hex, MockNode } from '../../index.js'
import { checkNode } from './internal/checks.js'
import { type Verdict, verdict } from './internal/verdict.js'

// Whether its capitals are a checksum, keccak would have to say.
const address = { check: parseAddress }

const balanceFields = {
  address,
  wei: fitting<bigint>(
    (wei) => typeof wei === 'bigint' && wei >= 0n,
    'a bigint of wei behind the address, such as 5n',
  ),
  block: selector,
}

const storageFields = {
  address,
  slot,
  value: fitting<Hex>(
    (value) => /^0x[0-9a-f]+$/i.test(`${value}`),
    "hex behind the address and the slot, such as '0x5'",
  ),
  block: selector,
}

/**
 * Whether an account has this balance, without faults.
 *
 * @param wei - The exact balance.
 * @param block - Default `'latest'`
 */
export function toHaveBalance(
  node: MockNode,
  address: Address,
  wei: bigint,
  block: BlockSelector = 'latest',
): Verdict {
  checkNode('toHaveBalance', node)
  readOptions('toHaveBalance', { address, wei, block }, balanceFields)
  const balanceAt = (at: BlockSelector) =>
    BigInt(
      node.view().request({ method: 'eth_getBalance', params: [address, at] }),
    )
  const seen = balanceAt(block)
  const others = (['pending', 'latest'] as const)
    .filter((other) => other !== block)
    .map((other) => `under ${other} ${balanceAt(other)} wei`)
  return verdict({
    node,
    pass: seen === wei,
    subject: address,
    predicate: `hold ${wei} wei under ${block}`,
    seen: `It holds ${seen} wei, ${others.join(' and ')}.`,
  })
}

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
  const given = { address, slot, value, block }
  readOptions('toHaveStorageAt', given, storageFields)
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
