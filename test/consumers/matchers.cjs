const assert = require('node:assert/strict')
const { createMockNode } = require('preseal')
const { matchers } = require('preseal/matchers')
const { formatTimeline } = require('preseal/timeline')

const node = createMockNode()
assert.equal(matchers.toHaveNoUnexpectedRequests(node).pass, true)
node.nextBlock()
assert.equal(formatTimeline(node), '2000 ms  block 1 sealed, empty')
