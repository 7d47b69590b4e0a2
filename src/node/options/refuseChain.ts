import { display } from '../../base/hex/display.js'
import type { Refusal } from '../../base/validation/problem.js'

/** If a chain of viem stands in place of options, its id alone is one. */
export function refuseChain({ id }: { readonly id?: unknown }): Refusal {
  return {
    given: 'a chain of viem',
    expected: 'an object of options',
    advice: `Write createMockNode({ chainId: ${display(id)} }).`,
  }
}
