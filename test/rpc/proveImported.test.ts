import { createMockNode, type MockNode, type MockNodeOptions } from 'preseal'
import { expect, test } from 'vitest'
import { alice, ask, bob, other, target } from '../calls/ask.js'
import { word } from '../conformance/actors.js'

const accounts = {
  [alice]: { balance: 10n ** 18n },
  [bob]: { balance: 3n, nonce: 7 },
  [target]: { code: '0x6001', storage: { [word(1)]: word(9) } },
} as const

const donor = createMockNode({ accounts })
const proofs = (node: MockNode) =>
  Promise.all(
    [alice, bob, target, other].map((address) =>
      ask(node, 'eth_getProof', address, [word(1), word(2)], 'latest'),
    ),
  )

async function importing(
  state: MockNodeOptions['accounts'],
): Promise<MockNode> {
  const block = await ask(donor, 'eth_getBlockByNumber', '0x0', true)
  const node = createMockNode()
  node.importBlock({ block: block as never, state })
  return node
}

test('nothing was proven of an imported block of which all is known', async () => {
  expect(await proofs(await importing(accounts))).toEqual(await proofs(donor))
})

test('error: of one that is known in part nothing is proven', async () => {
  const { [bob]: _, ...others } = accounts
  for (const proof of await proofs(await importing(others)))
    expect(proof).toEqual({
      code: -32000,
      message: expect.stringContaining('Give all accounts as "state"'),
    })
})
