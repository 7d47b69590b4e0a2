const assert = require('node:assert/strict')
const { createMockNode } = require('preseal')
const { erc721 } = require('preseal/contracts')

const address = '0x000000000000000000000000000000000000ca4d'
const owners = { 1: '0x00000000000000000000000000000000000a11ce' }
const node = createMockNode({
  contracts: [erc721({ address, symbol: 'C', owners })],
})
const data = `0x6352211e${'1'.padStart(64, '0')}`
node.provider
  .request({ method: 'eth_call', params: [{ to: address, data }] })
  .then((owner) => assert.equal(BigInt(owner), 0xa11cen))
