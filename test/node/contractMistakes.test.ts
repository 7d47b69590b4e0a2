import { createMockNode } from 'preseal'
import { contract } from 'preseal/contracts'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { alice, bob, token } from '../conformance/actors.js'

const abi = parseAbi(['function set(uint256)', 'function use()'])
const call = (functionName: 'set' | 'use') => ({
  execute: true as const,
  to: token,
  gas: 100_000n,
  data:
    functionName === 'set'
      ? encodeFunctionData({ abi, functionName, args: [1n] })
      : encodeFunctionData({ abi, functionName }),
})

test('a function that threw when it ran again was dropped without a word', () => {
  const node = createMockNode({
    contracts: [
      contract({
        address: token,
        abi,
        functions: {
          set: ({ state }) => state.set('isSet', 1n),
          use: ({ state }) => {
            if (state.get('isSet') === 0n) throw new Error('nothing is set')
          },
        },
      }),
    ],
  })
  const set = node.preconfirm({ from: alice, ...call('set') })
  node.preconfirm({ from: bob, ...call('use') })
  node.tick()
  node.dropTransaction({ hash: set })
  expect(() => node.tick()).toThrow('nothing is set')
})
