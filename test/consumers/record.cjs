const assert = require('node:assert/strict')
const { createMockNode } = require('preseal')
const { record } = require('preseal/record')

const live = createMockNode({ chainId: 7 })
record({ from: live.provider, duration: 0 }).then(async (scenario) => {
  const { provider } = createMockNode(scenario)
  assert.equal(await provider.request({ method: 'eth_chainId' }), '0x7')
})
