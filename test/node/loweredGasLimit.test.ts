import { createMockNode, type MockNode, type MockNodeOptions } from 'preseal'
import { describe, expect, test } from 'vitest'

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'
const accounts = {
  [alice]: { balance: 10n ** 18n },
  [bob]: { balance: 10n ** 18n },
}

const ask = (node: MockNode, method: string, ...params: unknown[]) =>
  node.control.request({ method, params } as never) as Promise<never>

const send = (node: MockNode, gas: number, from: string = alice) =>
  ask(node, 'eth_sendTransaction', {
    from,
    to: bob,
    value: '0x1',
    gas: `0x${gas.toString(16)}`,
  })

const find = (node: MockNode, hash: string) =>
  ask(node, 'eth_getTransactionByHash', hash)

/** The node, and why transactions were dropped, by hash. */
function create(options: MockNodeOptions) {
  const node = createMockNode({ accounts, ...options })
  const drops: unknown[] = []
  node.on('dropped', ({ hash, reason }) => drops.push([hash, reason]))
  return { node, drops }
}

describe.each([
  ['a pool', { sealing: 'manual', answers: { receipts: 'atSeal' } }],
  ['beats', {}],
] as const)('a lowered block gas limit, with %s', (_, options) => {
  test.each(['evm_setBlockGasLimit', 'anvil_setBlockGasLimit'])(
    'regression: %s let a transaction wait that fits in no block (Hardhat: "removes pending transactions whose gas limit is above the block\'s")',
    async (method) => {
      const { node, drops } = create(options)
      const large = await send(node, 100_000)
      const small = await send(node, 21_000, bob)
      await ask(node, method, '0xc350')
      expect(drops).toEqual([[large, 'gasLimit']])
      expect(await find(node, large)).toBe(null)
      expect(await find(node, small)).toMatchObject({ blockHash: null })
      expect(await ask(node, 'txpool_status')).toMatchObject({ pending: '0x1' })
      node.seal()
      expect(await find(node, small)).toMatchObject({ blockNumber: '0x1' })
    },
  )
})
