/** Pages that do not hold their own yet. The list may only get shorter. */
export const legacyShared: readonly string[] = [
  'docs/guide/op-chains.md',
]

/** What their snippets leave out, as docs/guide/first-test.md shows it. */
export const shared: { readonly [name: string]: string } = {
  alice: "const alice = '0x00000000000000000000000000000000000a11ce'",
  bob: "const bob = '0x0000000000000000000000000000000000000b0b'",
  token: "const token = '0x000000000000000000000000000000000070cced'",
  accounts: "const accounts = { [alice]: { balance: parseEther('10') } }",
  node: 'const node = createMockNode({ accounts })',
  client:
    'const client = createPublicClient({ transport: custom(node.provider) })',
  createMockNode: "import { createMockNode } from 'preseal'",
  createPublicClient: "import { createPublicClient } from 'viem'",
  custom: "import { custom } from 'viem'",
  parseEther: "import { parseEther } from 'viem'",
  expect: "import { expect } from 'vitest'",
  vi: "import { vi } from 'vitest'",
}
