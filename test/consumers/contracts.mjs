import assert from 'node:assert/strict'
import { createMockNode } from 'preseal'
import { contract, erc20 } from 'preseal/contracts'
import { parseAbi } from 'viem'

const address = '0x000000000000000000000000000000000000c0de'
const token = '0x000000000000000000000000000000000000cafe'
const abi = parseAbi(['function answer() view returns (uint256)'])
const node = createMockNode({
  contracts: [
    contract({ address, abi, functions: { answer: () => 42n } }),
    erc20({ address: token, symbol: 'T', decimals: 6 }),
  ],
})
const call = (to, data) =>
  node.provider.request({ method: 'eth_call', params: [{ to, data }] })
assert.equal(BigInt(await call(address, '0x85bb7d69')), 42n)
assert.equal(BigInt(await call(token, '0x313ce567')), 6n)
