const assert = require('node:assert/strict')
const { createMockNode } = require('preseal')
const { monad } = require('preseal/chains')

const node = createMockNode({ profile: monad() })
node.advance(900)
assert.equal(node.chain.blockTime, 300)
