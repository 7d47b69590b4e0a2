import { createMockNode, parseScenario } from 'preseal'
import { contract } from 'preseal/contracts'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { alice, bob, token } from '../conformance/actors.js'
import { says } from '../says.js'

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
  node.nextBeat()
  node.drop(set)
  expect(() => node.nextBeat()).toThrow('nothing is set')
})

test('what preseal/contracts makes was written as data, or without its function', () => {
  const wrong = (contract: object) =>
    thrown(() => createMockNode({ contracts: [contract as never] }))
  expect([
    wrong({ type: 'erc721', address: token, symbol: 'ART' }),
    wrong({ address: token, abi, functions: {} }),
    wrong({ type: 'erc-20', address: token }),
    thrown(() =>
      parseScenario({
        version: 1,
        contracts: [{ type: 'erc721', address: token, symbol: 'ART' }],
      }),
    ),
  ]).toEqual(
    [
      'InvalidParametersError … "contracts[0].type" … Give erc721({ address,',
      'InvalidParametersError … "contracts[0].type" … Give contract({',
      'InvalidParametersError … "contracts[0].type" … Write "erc20".',
      'InvalidScenarioError … "contracts[0].type" … It is made of',
    ].map(says),
  )
})
