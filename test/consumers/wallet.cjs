const assert = require('node:assert/strict')
const { createMockNode } = require('preseal')
const { createWallet } = require('preseal/wallet')

const wallet = createWallet(createMockNode())
wallet.reject()
wallet.provider.request({ method: 'eth_requestAccounts' }).then(
  () => assert.fail('It is refused.'),
  (error) => {
    assert.equal(error.code, 4001)
    assert.ok(error.name === 'ProviderRpcError')
  },
)
