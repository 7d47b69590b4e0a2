import type { Address, BlockSelector, MockNode } from '../../index.js'
import { checkArgument, checkNode } from './internal/checks.js'
import { type Verdict, verdict } from './internal/verdict.js'

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
  checkArgument('toHaveBalance', {
    given: wei,
    isRight: typeof wei === 'bigint',
    expected: 'a bigint of wei behind the address, such as 5n',
  })
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
