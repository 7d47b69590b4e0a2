import { display } from '../../base/hex/display.js'
import type { Issue } from '../../base/hex/parse.js'

/** If a chain of viem stands in place of options, its id alone is one. */
export function refuseChain({ id }: { readonly id?: unknown }): Issue {
  return {
    given: 'a chain of viem',
    expected: 'an object of options',
    advice: `Write createMockNode({ chainId: ${display(id)} }).`,
  }
}
