// The bundle runs where nothing of Node is there: no `process`, no `require`.
const assert = require('node:assert/strict')
const { readFileSync } = require('node:fs')
const { createContext, runInContext } = require('node:vm')

const module_ = { exports: {} }
const web = createContext({
  AbortController,
  AbortSignal,
  Headers,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  clearTimeout,
  exports: module_.exports,
  module: module_,
  performance,
  queueMicrotask,
  setTimeout,
})
web.self = web
runInContext(readFileSync(require.resolve('preseal'), 'utf8'), web)

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'
const { createMockNode } = module_.exports

const node = createMockNode({ accounts: { [alice]: { balance: 10n ** 19n } } })
node.preconfirm({ from: alice, to: bob, value: 1n })
node.advance(200)
node.nextBlock()
node.provider
  .request({ method: 'eth_getBalance', params: [bob, 'latest'] })
  .then((balance) => assert.equal(balance, '0x1'))
node
  .fetch('http://node.test', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}',
  })
  .then((response) => response.json())
  .then(({ result }) => assert.equal(result, '0x7a69'))
