import { createMockNode, parseScenario } from 'preseal'
import { contract } from 'preseal/contracts'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
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
  ]).toMatchInlineSnapshot(`
    [
      "InvalidOptionsError: Option "contracts[0].type" is "erc721", expected one of "erc20", "native". Give erc721({ address, symbol, … }), imported from 'preseal/contracts'.",
      "InvalidOptionsError: Option "contracts[0].type" is missing, expected one of "erc20", "native". Give contract({ address, abi, functions }), imported from 'preseal/contracts'.",
      "InvalidOptionsError: Option "contracts[0].type" is "erc-20", expected one of "erc20", "native". Write "erc20".",
      "InvalidScenarioError: Invalid scenario: "contracts[0].type" is "erc721", expected one of "erc20". It is made of functions, which JSON does not hold: give it in code, by node.setContract.",
    ]
  `)
})
