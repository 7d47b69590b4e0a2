import type { Address, BlockSelector, MockNode } from '../../index.js'
import { checkArgument, checkNode } from './internal/checks.js'
import { type Verdict, verdict } from './internal/verdict.js'

/**
 * Whether an account has this balance, without faults.
 *
 * @param wei - The exact balance.
 * @param selector - Default `'latest'`
 */
export function toHaveBalance(
  node: MockNode,
  address: Address,
  wei: bigint,
  selector: BlockSelector = 'latest',
): Verdict {
  checkNode('toHaveBalance', node)
  checkArgument('toHaveBalance', {
    given: wei,
    isRight: typeof wei === 'bigint',
    expected: 'a bigint of wei behind the address, such as 5n',
  })
  const balanceAt = (block: BlockSelector) =>
    BigInt(
      node
        .view()
        .request({ method: 'eth_getBalance', params: [address, block] }),
    )
  const seen = balanceAt(selector)
  const others = (['pending', 'latest'] as const)
    .filter((other) => other !== selector)
    .map((other) => `under ${other} ${balanceAt(other)} wei`)
  return verdict({
    node,
    pass: seen === wei,
    subject: address,
    predicate: `hold ${wei} wei under ${selector}`,
    seen: `It holds ${seen} wei, ${others.join(' and ')}.`,
  })
}
